/* asyncgen.c - what asynchronous generators hand out: the awaitables of __anext__,
 * asend, athrow and aclose, the mark around a yielded value, and anext() with a
 * default.
 *
 * `yield x` in an asynchronous generator yields a wrapped x (KIND_ASYNC_GEN_VALUE),
 * which tells it from what an `await` inside passes outward; the awaitables turn it
 * into StopIteration(x). Read next: generator.c.
 */
#include "vm/eval/asyncgen.h"

#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/eval/eval.h"
#include "vm/errors/exceptions.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/sequence.h"
#include "vm/objects/generic_alias.h"
#include "vm/objects/call.h"
#include "vm/memory/gc.h"

typedef enum AwaitState { AWAIT_INIT, AWAIT_ITER, AWAIT_CLOSED } AwaitState;

/* async_generator_asend, async_generator_athrow (arg: the tuple of athrow's arguments,
 * VALUE_NULL for aclose), async_generator_wrapped_value (arg alone), anext_awaitable
 * (gen: the awaitable, arg: the default). */
typedef struct AwaitObj {
    Object ob;
    Value gen, arg; /* strong */
    AwaitState state;
} AwaitObj;
#define AWAIT(v) ((AwaitObj *)(uintptr_t)(v))

static Value await_new(MinipyVM *vm, Kind kind, Value gen, Value arg)
{
    AwaitObj *a = (AwaitObj *)object_alloc(vm, vm->types[kind], 0);
    if (!a)
        return VALUE_NULL;
    a->gen = value_xincref(gen);
    a->arg = value_xincref(arg);
    return value_from_obj(a);
}

Value async_gen_wrap(MinipyVM *vm, Value v)
{
    return await_new(vm, KIND_ASYNC_GEN_VALUE, VALUE_NULL, v);
}

static int async_gen_init_hooks(MinipyVM *vm, GenObj *g)
{
    if (g->ag_hooks_done)
        return 0;
    g->ag_hooks_done = true;
    if (vm->asyncgen_finalizer)
        g->origin = value_incref(vm->asyncgen_finalizer);
    if (!vm->asyncgen_firstiter)
        return 0;
    Value hook = value_incref(vm->asyncgen_firstiter);
    Value r = call1(vm, hook, value_from_obj(g));
    value_decref(vm, hook);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

/* What the generator's resumption gave, as the awaitable shows it. */
static Value unwrap(MinipyVM *vm, GenObj *g, Value result)
{
    if (!result) {
        if (!error_occurred(vm))
            error_set_none(vm, EXC_StopAsyncIteration);
        if (error_matches(vm, EXC_StopAsyncIteration) ||
            error_matches(vm, EXC_GeneratorExit))
            g->ag_closed = true;
        g->ag_running = false;
        return VALUE_NULL;
    }
    if (!value_is_kind(result, KIND_ASYNC_GEN_VALUE))
        return result;
    stop_iteration_raise(vm, AWAIT(result)->arg);
    value_decref(vm, result);
    g->ag_running = false;
    return VALUE_NULL;
}

/* ---- asend ----------------------------------------------------------------------- */

static Value async_gen_asend_new(MinipyVM *vm, Value gen, Value sendval)
{
    return await_new(vm, KIND_ASYNC_GEN_ASEND, gen, sendval);
}

static Value asend_reused(MinipyVM *vm)
{
    return error_set(vm, EXC_RuntimeError,
                     "cannot reuse already awaited __anext__()/asend()");
}

/* -1: an exception. *arg: what is sent, made what __anext__ and asend() ask for. */
static int asend_begin(MinipyVM *vm, AwaitObj *a, Value *arg)
{
    GenObj *g = GEN(a->gen);
    if (a->state == AWAIT_CLOSED)
        return asend_reused(vm), -1;
    if (a->state == AWAIT_INIT) {
        if (g->ag_running)
            return error_set(vm, EXC_RuntimeError,
                             "anext(): asynchronous generator is already running"),
                   -1;
        if (*arg == VALUE_NONE && a->arg)
            *arg = a->arg;
        a->state = AWAIT_ITER;
    }
    g->ag_running = true;
    return 0;
}

/* The slot am_send: what was yielded comes without a StopIteration around it. */
static SendResult asend_step(MinipyVM *vm, Value self, Value arg, Value *result)
{
    AwaitObj *a = AWAIT(self);
    GenObj *g = GEN(a->gen);
    if (asend_begin(vm, a, &arg) < 0)
        return SEND_ERROR;
    Value r = generator_send_value(vm, a->gen, arg);
    if (r && value_is_kind(r, KIND_ASYNC_GEN_VALUE)) {
        *result = value_incref(AWAIT(r)->arg);
        value_decref(vm, r);
        g->ag_running = false;
        a->state = AWAIT_CLOSED;
        return SEND_RETURN;
    }
    *result = unwrap(vm, g, r);
    if (*result)
        return SEND_NEXT;
    a->state = AWAIT_CLOSED;
    return SEND_ERROR;
}

static Value asend_send_value(MinipyVM *vm, Value self, Value arg)
{
    Value r = VALUE_NULL;
    if (asend_step(vm, self, arg, &r) != SEND_RETURN)
        return r;
    stop_iteration_raise(vm, r);
    value_decref(vm, r);
    return VALUE_NULL;
}

static Value asend_threw(MinipyVM *vm, AwaitObj *a, Value r)
{
    r = unwrap(vm, GEN(a->gen), r);
    if (!r)
        a->state = AWAIT_CLOSED;
    return r;
}

/* ---- athrow and aclose ----------------------------------------------------------- */

static Value async_gen_athrow_new(MinipyVM *vm, Value gen, Value args)
{
    return await_new(vm, KIND_ASYNC_GEN_ATHROW, gen, args);
}

static Value athrow_reused(MinipyVM *vm)
{
    return error_set(vm, EXC_RuntimeError,
                     "cannot reuse already awaited aclose()/athrow()");
}

static Value close_ignored(MinipyVM *vm, AwaitObj *a, Value yielded)
{
    GEN(a->gen)->ag_running = false;
    a->state = AWAIT_CLOSED;
    value_decref(vm, yielded);
    return error_set(vm, EXC_RuntimeError, "async generator ignored GeneratorExit");
}

/* The generator raised. aclose() ends well with StopAsyncIteration and GeneratorExit.
 */
static Value athrow_failed(MinipyVM *vm, AwaitObj *a)
{
    GEN(a->gen)->ag_running = false;
    a->state = AWAIT_CLOSED;
    if (!a->arg && (error_matches(vm, EXC_StopAsyncIteration) ||
                    error_matches(vm, EXC_GeneratorExit))) {
        error_clear(vm);
        error_set_none(vm, EXC_StopIteration);
    }
    return VALUE_NULL;
}

static Value athrow_start(MinipyVM *vm, AwaitObj *a, Value arg)
{
    GenObj *g = GEN(a->gen);
    if (g->ag_running) {
        a->state = AWAIT_CLOSED;
        return error_set(vm, EXC_RuntimeError,
                         "%s(): asynchronous generator is already running",
                         a->arg ? "athrow" : "aclose");
    }
    if (g->ag_closed) {
        a->state = AWAIT_CLOSED;
        return error_set_none(vm, EXC_StopAsyncIteration);
    }
    if (arg != VALUE_NONE)
        return error_set(vm, EXC_RuntimeError,
                         "can't send non-None value to a just-started coroutine");
    a->state = AWAIT_ITER;
    g->ag_running = true;
    Value r;
    if (!a->arg) {
        g->ag_closed = true;
        Value exit = value_from_obj(vm->exc[EXC_GeneratorExit]);
        r = generator_throw_value(vm, a->gen, false, &exit, 1, VALUE_NULL);
        if (r && value_is_kind(r, KIND_ASYNC_GEN_VALUE))
            return close_ignored(vm, a, r);
    } else {
        size_t n = (size_t)tuple_size(a->arg);
        if (!args_check(vm, "athrow", n, 1, 3))
            return VALUE_NULL;
        r = generator_throw_value(vm, a->gen, false, TUPLE(a->arg)->items, n,
                                  VALUE_NULL);
        r = unwrap(vm, g, r);
    }
    return r ? r : athrow_failed(vm, a);
}

static Value athrow_send_value(MinipyVM *vm, Value self, Value arg)
{
    AwaitObj *a = AWAIT(self);
    GenObj *g = GEN(a->gen);
    if (a->state == AWAIT_CLOSED)
        return athrow_reused(vm);
    if (g->state == GEN_CLEARED) {
        a->state = AWAIT_CLOSED;
        return error_set_none(vm, EXC_StopIteration);
    }
    if (a->state == AWAIT_INIT)
        return athrow_start(vm, a, arg);
    Value r = generator_send_value(vm, a->gen, arg);
    if (a->arg)
        return unwrap(vm, g, r);
    if (!r)
        return athrow_failed(vm, a);
    return value_is_kind(r, KIND_ASYNC_GEN_VALUE) ? close_ignored(vm, a, r) : r;
}

static Value athrow_threw(MinipyVM *vm, AwaitObj *a, Value r)
{
    if (a->arg)
        return unwrap(vm, GEN(a->gen), r);
    if (r && value_is_kind(r, KIND_ASYNC_GEN_VALUE))
        return close_ignored(vm, a, r);
    if (!r && (error_matches(vm, EXC_StopAsyncIteration) ||
               error_matches(vm, EXC_GeneratorExit))) {
        error_clear(vm);
        error_set_none(vm, EXC_StopIteration);
    }
    return r;
}

/* ---- what both have -------------------------------------------------------------- */

static inline bool is_asend(Value self)
{
    return value_is_kind(self, KIND_ASYNC_GEN_ASEND);
}

static Value await_send_value(MinipyVM *vm, Value self, Value arg)
{
    return is_asend(self) ? asend_send_value(vm, self, arg)
                          : athrow_send_value(vm, self, arg);
}

static Value await_next(MinipyVM *vm, Value self)
{
    return await_send_value(vm, self, VALUE_NONE);
}

FN(await_send)
{
    return await_send_value(vm, self, args[0]);
}

FN(await_throw)
{
    AwaitObj *a = AWAIT(self);
    if (a->state == AWAIT_CLOSED)
        return is_asend(self) ? asend_reused(vm) : athrow_reused(vm);
    Value r = generator_throw_value(vm, a->gen, true, args, nargs, kwnames);
    return is_asend(self) ? asend_threw(vm, a, r) : athrow_threw(vm, a, r);
}

FN(await_close)
{
    AWAIT(self)->state = AWAIT_CLOSED;
    return VALUE_NONE;
}

static METHODS(await_methods,
    {"send", await_send, M_UNSIGNED, "($self, value, /)", NULL},
    {"throw", await_throw, M_UNSIGNED, "($self, type, value=None, traceback=None, /)", NULL},
    {"close", await_close, M_UNSIGNED, "($self, /)", NULL},
);

#define AWAIT_LAYOUT                                                                   \
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_NO_NEW, .basicsize = sizeof(AwaitObj),       \
    .values = 2
#define AWAIT_TYPE(spec_name, type_name, kind_id, next, send, method_list)             \
    TYPE_SPEC(spec_name,                                                               \
        .name = type_name, .kind = kind_id, AWAIT_LAYOUT,                              \
        .slots = {.getattro = object_generic_getattr, .iter = object_self,             \
                  .iternext = next, .am_await = object_self, .am_send = send},         \
        .methods = method_list,                                                        \
    )

AWAIT_TYPE(async_gen_asend_type_spec, "async_generator_asend", KIND_ASYNC_GEN_ASEND,
           await_next, asend_step, await_methods);
AWAIT_TYPE(async_gen_athrow_type_spec, "async_generator_athrow", KIND_ASYNC_GEN_ATHROW,
           await_next, NULL, await_methods);

TYPE_SPEC(async_gen_value_type_spec,
    .name = "async_generator_wrapped_value",
    AWAIT_LAYOUT,
    .slots = {.getattro = object_generic_getattr},
);

/* ---- the methods of the generator ------------------------------------------------ */

Value async_gen_anext(MinipyVM *vm, Value gen)
{
    if (async_gen_init_hooks(vm, GEN(gen)) < 0)
        return VALUE_NULL;
    return async_gen_asend_new(vm, gen, VALUE_NULL);
}

FN(method_asend)
{
    if (async_gen_init_hooks(vm, GEN(self)) < 0)
        return VALUE_NULL;
    return async_gen_asend_new(vm, self, args[0]);
}

FN(method_athrow)
{
    if (async_gen_init_hooks(vm, GEN(self)) < 0)
        return VALUE_NULL;
    Value t = tuple_from(vm, args, (int64_t)nargs);
    Value r = t ? async_gen_athrow_new(vm, self, t) : VALUE_NULL;
    value_xdecref(vm, t);
    return r;
}

FN(method_aclose)
{
    if (async_gen_init_hooks(vm, GEN(self)) < 0)
        return VALUE_NULL;
    return async_gen_athrow_new(vm, self, VALUE_NULL);
}

FN(method_sizeof)
{
    return value_from_imm((int64_t)sizeof(GenObj) +
                          GEN(self)->ncells * (int64_t)sizeof(Value));
}

FN(method_class_getitem)
{
    return generic_alias_new(vm, self, args[0]);
}

METHODS(async_generator_methods,
    {"asend", method_asend, M_UNSIGNED, "($self, value, /)", "asend(v) -> send 'v' in generator."},
    {"athrow", method_athrow, M_BARE | M_UNSIGNED, "($self, *args)", "athrow(value)\nathrow(type[,value[,tb]])\n\n"
     "raise exception in generator."},
    {"aclose", method_aclose, M_UNSIGNED, "($self, /)", "aclose() -> raise GeneratorExit inside generator."},
    {"__sizeof__", method_sizeof, M_UNSIGNED, "($self, /)", "gen.__sizeof__() -> size of gen in memory, in bytes"},
    {"__class_getitem__", method_class_getitem, M_CLASS | M_UNSIGNED, "($type, item, /)", "See PEP 585"},
);

/* ---- aiter and anext ------------------------------------------------------------- */

Value object_aiter(MinipyVM *vm, Value v)
{
    UnarySlot aiter = value_type(vm, v)->slots.am_aiter;
    if (!aiter)
        return error_set(vm, EXC_TypeError, "'%T' object is not an async iterable", v);
    Value it = aiter(vm, v);
    if (it && !value_type(vm, it)->slots.am_anext) {
        error_set(vm, EXC_TypeError,
                  "aiter() returned not an async iterator of type '%T'", it);
        value_clear(vm, &it);
    }
    return it;
}

Value anext_awaitable_new(MinipyVM *vm, Value awaitable, Value def)
{
    return await_new(vm, KIND_ANEXT_AWAITABLE, awaitable, def);
}

/* The iterator behind the wrapped awaitable: new reference. */
static Value anext_iterator(MinipyVM *vm, Value self)
{
    Value it = coroutine_get_awaitable_iter(vm, AWAIT(self)->gen);
    if (!it || value_is_iterator(vm, it))
        return it;
    UnarySlot await = value_type(vm, it)->slots.am_await; /* a coroutine */
    Value r = await(vm, it);
    value_decref(vm, it);
    if (r && !value_is_iterator(vm, r)) {
        error_set(vm, EXC_TypeError, "%T.__await__() must return an iterable, not %T",
                  AWAIT(self)->gen, r);
        value_clear(vm, &r);
    }
    return r;
}

/* StopAsyncIteration becomes the default. */
static Value anext_result(MinipyVM *vm, Value self, Value r)
{
    if (!r && error_matches(vm, EXC_StopAsyncIteration)) {
        error_clear(vm);
        stop_iteration_raise(vm, AWAIT(self)->arg);
    }
    return r;
}

static Value anext_next(MinipyVM *vm, Value self)
{
    Value it = anext_iterator(vm, self);
    if (!it)
        return VALUE_NULL;
    Value r = iter_step(vm, it);
    value_decref(vm, it);
    return anext_result(vm, self, r);
}

static Value anext_proxy(MinipyVM *vm, Value self, Value name, const Value *args,
                         size_t nargs)
{
    Value it = anext_iterator(vm, self);
    if (!it)
        return VALUE_NULL;
    Value r = call_method(vm, it, name, args, nargs);
    value_decref(vm, it);
    return anext_result(vm, self, r);
}

FN(anext_send)
{
    return anext_proxy(vm, self, NAME(vm, send), args, nargs);
}

FN(anext_throw)
{
    return anext_proxy(vm, self, NAME(vm, throw), args, nargs);
}

FN(anext_close)
{
    return anext_proxy(vm, self, NAME(vm, close), args, nargs);
}

static METHODS(anext_methods,
    {"send", anext_send, M_UNSIGNED, "($self, value, /)", NULL},
    {"throw", anext_throw, M_UNSIGNED, "($self, type, value=None, traceback=None, /)", NULL},
    {"close", anext_close, M_UNSIGNED, "($self, /)", NULL},
);

AWAIT_TYPE(anext_awaitable_type_spec, "anext_awaitable", KIND_ANEXT_AWAITABLE,
           anext_next, NULL, anext_methods);
