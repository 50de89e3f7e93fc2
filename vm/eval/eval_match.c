/* eval_match.c - slow halves of instructions: raising, with, await, match patterns,
 * polling. Declared in eval.h; the messages are CPython's.
 */
#include <time.h>

#include "vm/eval/call.h"
#include "vm/eval/eval.h"
#include "vm/eval/generator.h"
#include "vm/containers/dict.h"
#include "vm/errors/exceptions.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/threads/signals.h"
#include "vm/threads/thread.h"
#include "vm/eval/trace.h"
#include "vm/types/type.h"

/* ---- the poll -------------------------------------------------------------------- */

/* The limits that minipy.h offers: calls and loop rounds, and wall time. The request
 * stays raised while there is a limit, so that every poll comes here. -1: the limit is
 * met. */
static int check_budget(MinipyVM *vm)
{
    vm->polls++;
    if (vm->settings.instruction_limit && vm->polls > vm->settings.instruction_limit) {
        vm->polls = 0;
        error_set(vm, EXC_RuntimeError, "the instruction limit of %lu was exceeded",
                  vm->settings.instruction_limit);
        return -1;
    }
    if (vm->settings.time_limit_ns && vm->polls % 128 == 0) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        uint64_t now = (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
        if (!vm->deadline_ns)
            vm->deadline_ns = now + vm->settings.time_limit_ns;
        if (now > vm->deadline_ns) {
            vm->deadline_ns = 0;
            error_set(vm, EXC_TimeoutError, "the time limit of %lu ms was exceeded",
                      vm->settings.time_limit_ns / 1000000);
            return -1;
        }
    }
    return 0;
}

int eval_poll(MinipyVM *vm)
{
    uint32_t flags = gate_requests_get(&vm->requests);
    if (flags & GATE_REQUEST_GC)
        gc_run_pending(vm);
    if ((flags & GATE_REQUEST_SIGNAL) && signals_run_pending(vm) < 0)
        return -1;
    if ((flags & GATE_REQUEST_BUDGET) && check_budget(vm) < 0)
        return -1;
    if (flags & GATE_REQUEST_SWITCH)
        thread_yield(vm);
    if ((flags & GATE_REQUEST_INTERRUPT) && thread_is_main(vm)) {
        gate_requests_clear(&vm->requests, GATE_REQUEST_INTERRUPT);
        error_set_none(vm, EXC_KeyboardInterrupt);
        return -1;
    }
    return 0;
}

/* ---- raise ----------------------------------------------------------------------- */

/* An instance for `raise x`: new reference. */
static Value raised_instance(MinipyVM *vm, Value x, const char *message)
{
    if (value_is_type(x) && (TYPE_OF(x)->flags & TYPE_EXCEPTION)) {
        Value exc = call0(vm, x);
        if (exc && !value_is_exception(exc)) {
            error_set(
                vm, EXC_TypeError,
                "calling %R should have returned an instance of BaseException, not %R",
                x, value_from_obj(value_type(vm, exc)));
            value_decref(vm, exc);
            return VALUE_NULL;
        }
        return exc;
    }
    if (value_is_exception(x))
        return value_incref(x);
    return error_set(vm, EXC_TypeError, "%s", message);
}

int eval_raise(MinipyVM *vm, Value x, Value cause)
{
    if (!x) {
        for (ExcInfo *i = vm->handled; i; i = i->prev) {
            if (i->value && i->value != VALUE_NONE) {
                error_restore_steal(vm, value_incref(i->value));
                return 1;
            }
        }
        error_set(vm, EXC_RuntimeError, "No active exception to reraise");
        return 0;
    }
    Value exc = raised_instance(vm, x, "exceptions must derive from BaseException");
    if (!exc)
        return 0;
    if (cause) {
        Value c = VALUE_NULL;
        if (cause != VALUE_NONE &&
            !(c = raised_instance(vm, cause,
                                  "exception causes must derive from BaseException"))) {
            value_decref(vm, exc);
            return 0;
        }
        value_set_steal(vm, &EXC_OBJ(exc)->cause, c);
        EXC_OBJ(exc)->suppress_context = true;
    }
    error_set_instance(vm, exc);
    value_decref(vm, exc);
    return 0;
}

static bool is_exception_class(Value v)
{
    return value_is_type(v) && (TYPE_OF(v)->flags & TYPE_EXCEPTION);
}

static bool all_exception_classes(Value cls)
{
    if (!value_is_tuple(cls))
        return is_exception_class(cls);
    for (int64_t i = 0; i < tuple_size(cls); i++)
        if (!is_exception_class(tuple_get_borrow(cls, i)))
            return false;
    return true;
}

int eval_exception_match(MinipyVM *vm, Value exc, Value cls)
{
    if (!all_exception_classes(cls)) {
        error_set(
            vm, EXC_TypeError,
            "catching classes that do not inherit from BaseException is not allowed");
        return -1;
    }
    return exception_matches(vm, exc, cls);
}

int eval_check_group_match(MinipyVM *vm, Value cls)
{
    if (!all_exception_classes(cls)) {
        error_set(
            vm, EXC_TypeError,
            "catching classes that do not inherit from BaseException is not allowed");
        return -1;
    }
    int64_t n = value_is_tuple(cls) ? tuple_size(cls) : 1;
    for (int64_t i = 0; i < n; i++) {
        Value c = value_is_tuple(cls) ? tuple_get_borrow(cls, i) : cls;
        if (type_is_subtype(TYPE_OF(c), vm->exc[EXC_BaseExceptionGroup])) {
            error_set(vm, EXC_TypeError,
                      "catching ExceptionGroup with except* is not allowed. "
                      "Use except instead.");
            return -1;
        }
    }
    return 0;
}

/* ---- with ------------------------------------------------------------------------ */

static Value with_error(MinipyVM *vm, Value mgr, bool is_async, const char *missing)
{
    if (error_occurred(vm))
        return VALUE_NULL;
    return error_set(vm, EXC_TypeError,
                     "'%T' object does not support the %scontext manager protocol%s",
                     mgr, is_async ? "asynchronous " : "", missing);
}

Value eval_before_with(MinipyVM *vm, Value mgr, bool is_async, Value *exit)
{
    Value enter = object_lookup_special(
        vm, mgr, is_async ? NAME(vm, __aenter__) : NAME(vm, __enter__));
    if (!enter)
        return with_error(vm, mgr, is_async, "");
    *exit = object_lookup_special(vm, mgr,
                                  is_async ? NAME(vm, __aexit__) : NAME(vm, __exit__));
    if (!*exit) {
        value_decref(vm, enter);
        return with_error(vm, mgr, is_async,
                          is_async ? " (missed __aexit__ method)"
                                   : " (missed __exit__ method)");
    }
    Value r = call0(vm, enter);
    value_decref(vm, enter);
    if (!r)
        value_clear(vm, exit);
    return r;
}

Value eval_with_except_start(MinipyVM *vm, Value exit, Value exc)
{
    Value tb = EXC_OBJ(exc)->traceback;
    return call3(vm, exit, value_from_obj(value_type(vm, exc)), exc,
                 tb ? tb : VALUE_NONE);
}

/* ---- await, async for, yield from ------------------------------------------------ */

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
        return error_set(vm, EXC_TypeError,
                         "'async for' requires an object with __aiter__ method, got %N",
                         t);
    Value it = t->slots.am_aiter(vm, o);
    if (it && !value_type(vm, it)->slots.am_anext) {
        error_set(vm, EXC_TypeError,
                  "'async for' received an object from __aiter__ that does "
                  "not implement __anext__: %T",
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
            "'async for' requires an iterator with __anext__ method, got %N", t);
    Value next = t->slots.am_anext(vm, o);
    if (!next)
        return VALUE_NULL;
    Value awaitable = coroutine_get_awaitable_iter(vm, next);
    if (!awaitable) {
        Value cause = error_fetch(vm);
        error_set(vm, EXC_TypeError,
                  "'async for' received an invalid object from __anext__: %T", next);
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
    if (arg == VALUE_NONE && s->iternext)
        *result = s->iternext(vm, receiver);
    else
        *result = call_method(vm, receiver, NAME(vm, send), &arg, 1);
    if (*result)
        return SEND_NEXT;
    if (error_occurred(vm)) {
        if (!error_matches(vm, EXC_StopIteration))
            return SEND_ERROR;
        if (vm->dispatch != vm->trace->plain) {
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

/* ---- match ----------------------------------------------------------------------- */

/* map.get(key, default) of a mapping pattern: new reference; VALUE_NULL: error or
 * absent. */
static Value match_get(MinipyVM *vm, Value map, Value get, Value self, Value key,
                       Value absent)
{
    Value args[3] = {self, key, absent};
    (void)map;
    Value v = call(vm, get, self ? args : args + 1, self ? 3 : 2, VALUE_NULL);
    if (v == absent) {
        value_decref(vm, v);
        return VALUE_NULL;
    }
    return v;
}

Value eval_match_keys(MinipyVM *vm, Value map, Value keys)
{
    int64_t n = tuple_size(keys);
    if (n == 0)
        return value_incref(vm->empty_tuple);
    Value self, result = VALUE_NULL, absent = VALUE_NULL, seen = VALUE_NULL;
    Value get = object_getmethod(vm, map, NAME(vm, get), &self);
    if (!get)
        return VALUE_NULL;
    Value object = value_from_obj(vm->types[KIND_OBJECT]);
    if (!(seen = set_new(vm, VALUE_NULL)) || !(absent = call0(vm, object)) ||
        !(result = tuple_alloc(vm, n)))
        goto error;
    for (int64_t i = 0; i < n; i++) {
        Value key = tuple_get_borrow(keys, i);
        int dup = set_contains(vm, seen, key);
        if (dup > 0)
            error_set(vm, EXC_ValueError, "mapping pattern checks duplicate key (%R)",
                      key);
        if (dup || set_add(vm, seen, key) < 0)
            goto error;
        Value v = match_get(vm, map, get, self, key, absent);
        if (!v && error_occurred(vm))
            goto error;
        if (!v) {
            value_decref(vm, result);
            result = VALUE_NONE;
            break;
        }
        TUPLE(result)->items[i] = v;
    }
    goto done;
error:
    value_clear(vm, &result);
done:
    value_xdecref(vm, seen);
    value_xdecref(vm, absent);
    value_decref(vm, get);
    value_xdecref(vm, self);
    return result;
}

/* One attribute of a class pattern: 1 appended to list, 0 absent, -1 error. */
static int match_attr(MinipyVM *vm, Value subject, TypeObj *cls, Value name, Value seen,
                      Value list)
{
    int dup = set_contains(vm, seen, name);
    if (dup > 0)
        error_set(vm, EXC_TypeError, "%N() got multiple sub-patterns for attribute %R",
                  cls, name);
    if (dup || set_add(vm, seen, name) < 0)
        return -1;
    Value v;
    int r = object_lookup_attr(vm, subject, name, &v);
    if (r <= 0)
        return r;
    return list_append_steal(vm, list, v) < 0 ? -1 : 1;
}

static int match_positional(MinipyVM *vm, Value subject, TypeObj *cls, uint32_t npos,
                            Value seen, Value list)
{
    Value match_args;
    int r = object_lookup_attr(vm, value_from_obj(cls), NAME(vm, __match_args__),
                               &match_args);
    if (r < 0)
        return -1;
    bool match_self = false;
    if (r == 0) {
        match_args = value_incref(vm->empty_tuple);
        match_self = cls->flags & TYPE_MATCH_SELF;
    } else if (!value_is_exact(vm, match_args, KIND_TUPLE)) {
        error_set(vm, EXC_TypeError, "%N.__match_args__ must be a tuple (got %T)", cls,
                  match_args);
        value_decref(vm, match_args);
        return -1;
    }
    uint32_t allowed = match_self ? 1 : (uint32_t)tuple_size(match_args);
    r = 1;
    if (allowed < npos) {
        error_set(vm, EXC_TypeError,
                  "%N() accepts %d positional sub-pattern%s (%d given)", cls,
                  (int)allowed, allowed == 1 ? "" : "s", (int)npos);
        r = -1;
    } else if (match_self) {
        r = list_append(vm, list, subject) < 0 ? -1 : 1;
    } else {
        for (uint32_t i = 0; i < npos && r == 1; i++) {
            Value name = tuple_get_borrow(match_args, i);
            if (!value_is_str(name)) {
                error_set(vm, EXC_TypeError,
                          "__match_args__ elements must be strings (got %T)", name);
                r = -1;
            } else {
                r = match_attr(vm, subject, cls, name, seen, list);
            }
        }
    }
    value_decref(vm, match_args);
    return r;
}

Value eval_match_class(MinipyVM *vm, Value subject, Value cls, uint32_t npos,
                       Value kwnames)
{
    if (!value_is_type(cls))
        return error_set(vm, EXC_TypeError, "called match pattern must be a type");
    int r = object_isinstance(vm, subject, cls);
    if (r <= 0)
        return r < 0 ? VALUE_NULL : VALUE_NONE;
    Value seen = set_new(vm, VALUE_NULL), list = list_new(vm, 0), result = VALUE_NULL;
    r = seen && list ? 1 : -1;
    if (r == 1 && npos)
        r = match_positional(vm, subject, TYPE_OF(cls), npos, seen, list);
    for (int64_t i = 0; r == 1 && i < tuple_size(kwnames); i++)
        r = match_attr(vm, subject, TYPE_OF(cls), tuple_get_borrow(kwnames, i), seen,
                       list);
    if (r == 1)
        result = list_as_tuple(vm, list);
    else if (r == 0)
        result = VALUE_NONE;
    value_xdecref(vm, seen);
    value_xdecref(vm, list);
    return result;
}
