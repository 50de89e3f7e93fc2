/* eval_await.c - slow halves of instructions: await, async for, yield from. The
 * messages are CPython's.
 */
#include "vm/eval/eval.h"

#include "vm/errors/exceptions.h"
#include "vm/text/str.h"
#include "vm/containers/list.h"
#include "vm/containers/set.h"
#include "vm/eval/generator.h"
#include "vm/eval/trace.h"
#include "vm/objects/call.h"

Value eval_get_awaitable(MinipyVM *vm, Value o, uint32_t how)
{
    TypeObj *t = value_type(vm, o);
    Value it = coroutine_get_awaitable_iter(vm, o);
    if (!it && (how == 1 || how == 2) && !t->slots.am_await) {
        error_clear(vm);
        return error_set(
            vm, EXC_TypeError,
            "'async with' received an object from %s that does not implement "
            "__await__: %N",
            how == 1 ? "__aenter__" : "__aexit__", t);
    }
    if (it && value_is_kind(it, KIND_COROUTINE) &&
        generator_yield_from_borrow(GEN(it))) {
        value_decref(vm, it);
        return error_set(vm, EXC_RuntimeError, "coroutine is being awaited already");
    }
    return it;
}

Value eval_get_aiter(MinipyVM *vm, Value o)
{
    TypeObj *t = value_type(vm, o);
    if (!t->slots.am_aiter)
        return error_set(
            vm, EXC_TypeError,
            "'async for' requires an object with __aiter__ method, got %.100N", t);
    Value it = t->slots.am_aiter(vm, o);
    if (it && !value_type(vm, it)->slots.am_anext) {
        error_set(vm, EXC_TypeError,
                  "'async for' received an object from __aiter__ that does "
                  "not implement __anext__: %.100T",
                  it);
        value_clear(vm, &it);
    }
    return it;
}

Value eval_get_anext(MinipyVM *vm, Value o)
{
    TypeObj *t = value_type(vm, o);
    if (value_is_exact(vm, o, KIND_ASYNC_GENERATOR))
        return t->slots.am_anext(vm, o);
    if (!t->slots.am_anext)
        return error_set(
            vm, EXC_TypeError,
            "'async for' requires an iterator with __anext__ method, got %.100N", t);
    Value next = t->slots.am_anext(vm, o);
    if (!next)
        return VALUE_NULL;
    Value awaitable = coroutine_get_awaitable_iter(vm, next);
    if (!awaitable) {
        Value cause = error_fetch(vm);
        error_set(vm, EXC_TypeError,
                  "'async for' received an invalid object from __anext__: %.100T",
                  next);
        if (vm->raised && cause) {
            value_set_steal(vm, &EXC_OBJ(vm->raised)->cause, value_incref(cause));
            EXC_OBJ(vm->raised)->suppress_context = true;
        }
        error_chain_context_steal(vm, cause);
    }
    value_decref(vm, next);
    return awaitable;
}

Value eval_get_yield_from_iter(MinipyVM *vm, Frame *f, Value o)
{
    if (value_is_kind(o, KIND_COROUTINE)) {
        if (!(f->code->flags & (CO_COROUTINE | CO_ITERABLE_COROUTINE)))
            return error_set(vm, EXC_TypeError,
                             "cannot 'yield from' a coroutine object in a "
                             "non-coroutine generator");
        return value_incref(o);
    }
    if (value_is_exact(vm, o, KIND_GENERATOR))
        return value_incref(o);
    return object_iter(vm, o);
}

SendResult eval_send(MinipyVM *vm, Frame *f, Value receiver, Value arg, Value *result)
{
    TypeSlots *s = &value_type(vm, receiver)->slots;
    /* Under sys.settrace a return of the delegate is to be seen as StopIteration. */
    if (s->am_send && !vm->trace->thread.trace)
        return s->am_send(vm, receiver, arg, result);
    if (arg == VALUE_NONE && value_is_iterator(vm, receiver))
        *result = s->iternext(vm, receiver);
    else
        *result = call_method(vm, receiver, NAME(vm, send), &arg, 1);
    if (*result)
        return SEND_NEXT;
    if (error_occurred(vm)) {
        if (!error_matches(vm, EXC_StopIteration))
            return SEND_ERROR;
        if (vm->exceptions_seen) {
            trace_exception(vm, f);
            if (!vm->raised || !error_matches(vm, EXC_StopIteration))
                return SEND_ERROR;
        }
        *result = stop_iteration_take(vm);
    } else {
        *result = VALUE_NONE;
    }
    return SEND_RETURN;
}
