/* asyncio_future.c - the class _asyncio.Future, and what `await` steps through.
 *
 * Whatever calls the loop may run any code, which may end, cancel or initialise the
 * future again: callbacks are taken out of it before they are handed on.
 */
#include "stdlib/runtime/asyncio_private.h"
#include "stdlib/runtime/runtime.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/core/hooks.h"
#include "vm/errors/exceptions.h"
#include "vm/eval/generator.h"
#include "vm/objects/call.h"
#include "vm/objects/generic_alias.h"
#include "vm/types/object_type.h"

/* Raises RuntimeError if it was not initialised. */
static bool is_alive(MinipyVM *vm, const FutureObj *f)
{
    if (!f->loop)
        error_set(vm, EXC_RuntimeError, "Future object is not initialized.");
    return f->loop != VALUE_NULL;
}

/* ---- states ---------------------------------------------------------------------- */

/* Where the future is made, if its loop wants to know. */
static int note_source(MinipyVM *vm, FutureObj *f)
{
    int debug =
        object_is_true_steal(vm, call_method_cstr(vm, f->loop, "get_debug", NULL, 0));
    if (debug <= 0)
        return debug;
    Value stack = call0(vm, vm->asyncio->extract_stack);
    value_set_steal(vm, &f->source_traceback, stack);
    return stack ? 0 : -1;
}

int future_init(MinipyVM *vm, FutureObj *f, Value loop)
{
    for (Value *v = &f->loop; v < &f->coro; v++)
        value_clear(vm, v);
    f->state = FUTURE_PENDING;
    f->log_traceback = f->blocking = false;
    loop = !loop || loop == VALUE_NONE ? asyncio_event_loop(vm) : value_incref(loop);
    value_set_steal(vm, &f->loop, loop);
    return loop ? note_source(vm, f) : -1;
}

/* The loop is to call the callbacks. */
static int schedule(MinipyVM *vm, FutureObj *f)
{
    Value self = value_from_obj(&f->ob), callback = f->callback, context = f->context;
    Value others = f->callbacks;
    f->callback = f->context = f->callbacks = VALUE_NULL;
    int r = callback ? asyncio_call_soon(vm, f->loop, callback, self, context) : 0;
    for (int64_t i = 0; others && r == 0 && i < list_size(others); i++) {
        Value pair = value_incref(list_get_borrow(others, i));
        r = asyncio_call_soon(vm, f->loop, TUPLE(pair)->items[0], self,
                              TUPLE(pair)->items[1]);
        value_decref(vm, pair);
    }
    value_xdecref(vm, others);
    value_xdecref(vm, callback);
    value_xdecref(vm, context);
    return r;
}

int future_set_result(MinipyVM *vm, FutureObj *f, Value result)
{
    if (!is_alive(vm, f))
        return -1;
    if (f->state != FUTURE_PENDING)
        return asyncio_invalid_state(vm, "invalid state"), -1;
    value_set_steal(vm, &f->result, value_incref(result));
    f->state = FUTURE_FINISHED;
    return schedule(vm, f);
}

/* The exception that programs give as such or as its class. */
static Value exception_of(MinipyVM *vm, Value given)
{
    Value e = value_is_type(given) && (TYPE_OF(given)->flags & TYPE_EXCEPTION)
                  ? call0(vm, given)
                  : value_incref(given);
    if (e && !value_is_exception(e))
        error_set(vm, EXC_TypeError, "invalid exception object");
    else if (e && value_type(vm, e) == vm->exc[EXC_StopIteration])
        error_set(vm, EXC_TypeError,
                  "StopIteration interacts badly with generators "
                  "and cannot be raised into a Future");
    else
        return e;
    value_decref(vm, e);
    return VALUE_NULL;
}

int future_set_exception(MinipyVM *vm, FutureObj *f, Value exception)
{
    if (!is_alive(vm, f))
        return -1;
    if (f->state != FUTURE_PENDING)
        return asyncio_invalid_state(vm, "invalid state"), -1;
    Value e = exception_of(vm, exception);
    if (!e)
        return -1;
    if (f->state != FUTURE_PENDING) { /* the class's constructor saw to that */
        value_decref(vm, e);
        return asyncio_invalid_state(vm, "invalid state"), -1;
    }
    value_set_steal(vm, &f->exception, e);
    value_set_steal(vm, &f->traceback, value_xincref(exception_traceback_borrow(e)));
    f->state = FUTURE_FINISHED;
    if (schedule(vm, f) < 0)
        return -1;
    f->log_traceback = true;
    return 0;
}

int future_cancel(MinipyVM *vm, FutureObj *f, Value message)
{
    f->log_traceback = false;
    if (f->state != FUTURE_PENDING)
        return 0;
    f->state = FUTURE_CANCELLED;
    value_set_steal(vm, &f->cancel_message, value_xincref(message));
    return schedule(vm, f) < 0 ? -1 : 1;
}

Value future_cancelled_error(MinipyVM *vm, FutureObj *f)
{
    Value e = f->cancelled_error, message = f->cancel_message;
    f->cancelled_error = VALUE_NULL;
    if (e)
        return e;
    return message && message != VALUE_NONE
               ? call1(vm, vm->asyncio->cancelled_error, message)
               : call0(vm, vm->asyncio->cancelled_error);
}

static Value raise_cancelled(MinipyVM *vm, FutureObj *f)
{
    Value e = future_cancelled_error(vm, f);
    if (e)
        error_set_instance(vm, e);
    value_xdecref(vm, e);
    return VALUE_NULL;
}

int future_outcome(MinipyVM *vm, FutureObj *f, Value *out)
{
    if (f->state == FUTURE_CANCELLED)
        return raise_cancelled(vm, f), -1;
    if (f->state != FUTURE_FINISHED)
        return asyncio_invalid_state(vm, "Result is not set."), -1;
    f->log_traceback = false;
    if (!f->exception) {
        *out = value_incref(f->result);
        return 0;
    }
    *out = value_incref(f->exception);
    value_set_steal(vm, &EXC_OBJ(*out)->traceback, f->traceback);
    f->traceback = VALUE_NULL;
    return 1;
}

static Value result_of(MinipyVM *vm, FutureObj *f)
{
    Value v;
    int how = future_outcome(vm, f, &v);
    if (how == 0)
        return v;
    if (how > 0) {
        error_set_instance(vm, v);
        value_decref(vm, v);
    }
    return VALUE_NULL;
}

int future_add_callback(MinipyVM *vm, FutureObj *f, Value callback, Value context)
{
    if (!f->loop)
        return error_set(vm, EXC_RuntimeError, "uninitialized Future object"), -1;
    if (f->state != FUTURE_PENDING)
        return asyncio_call_soon(vm, f->loop, callback, value_from_obj(&f->ob),
                                 context);
    if (!f->callback && !f->callbacks) {
        f->callback = value_incref(callback);
        f->context = value_incref(context);
        return 0;
    }
    if (!f->callbacks && !(f->callbacks = value_hide(list_new(vm, 0))))
        return -1;
    return list_append_made(vm, f->callbacks, tuple_pack(vm, 2, callback, context));
}

/* ---- methods --------------------------------------------------------------------- */

INIT(init, 1, "Future", "(*, loop=None)")
{
    return future_init(vm, FUTURE(self), given[0]);
}

static Value never_initialised(MinipyVM *vm)
{
    return asyncio_invalid_state(vm, "Future object is not initialized.");
}

FN(method_result)
{
    return FUTURE(self)->loop ? result_of(vm, FUTURE(self)) : never_initialised(vm);
}

FN(method_exception)
{
    FutureObj *f = FUTURE(self);
    if (!f->loop)
        return never_initialised(vm);
    if (f->state == FUTURE_CANCELLED)
        return raise_cancelled(vm, f);
    if (f->state != FUTURE_FINISHED)
        return asyncio_invalid_state(vm, "Exception is not set.");
    if (!f->exception)
        return VALUE_NONE;
    f->log_traceback = false;
    return value_incref(f->exception);
}

FN(method_set_result)
{
    return future_set_result(vm, FUTURE(self), args[0]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(method_set_exception)
{
    return future_set_exception(vm, FUTURE(self), args[0]) < 0 ? VALUE_NULL
                                                               : VALUE_NONE;
}

FN(method_add_done_callback)
{
    Value context = GIVEN(1) ? value_incref(args[1]) : contextvars_copy_current(vm);
    int r = context ? future_add_callback(vm, FUTURE(self), args[0], context) : -1;
    value_xdecref(vm, context);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

/* The callbacks of the list that are not fn: a list. */
static Value others_than(MinipyVM *vm, Value callbacks, Value fn)
{
    Value kept = value_hide(list_new(vm, 0));
    for (int64_t i = 0; kept && i < list_size(callbacks); i++) {
        Value pair = value_incref(list_get_borrow(callbacks, i));
        int same = object_compare_bool(vm, fn, TUPLE(pair)->items[0], CMP_EQ);
        if (same < 0 || (!same && list_append(vm, kept, pair) < 0))
            value_clear(vm, &kept);
        value_decref(vm, pair);
    }
    return kept;
}

FN(method_remove_done_callback)
{
    FutureObj *f = FUTURE(self);
    int64_t removed = 0;
    if (!is_alive(vm, f))
        return VALUE_NULL;
    if (f->callback) {
        Value first = value_incref(f->callback);
        int same = object_compare_bool(vm, args[0], first, CMP_EQ);
        value_decref(vm, first);
        if (same < 0)
            return VALUE_NULL;
        if (same) {
            value_clear(vm, &f->callback);
            value_clear(vm, &f->context);
            removed = 1;
        }
    }
    if (!f->callbacks)
        return value_from_imm(removed);
    Value before = value_incref(f->callbacks), kept = others_than(vm, before, args[0]);
    int64_t most = list_size(before);
    value_decref(vm, before);
    if (!kept)
        return VALUE_NULL;
    removed += most - list_size(kept);
    if (!f->callbacks || !list_size(kept))
        value_clear(vm, &kept);
    value_set_steal(vm, &f->callbacks, kept);
    return value_from_imm(removed);
}

FN(method_cancel)
{
    FutureObj *f = FUTURE(self);
    if (!is_alive(vm, f))
        return VALUE_NULL;
    int r = future_cancel(vm, f, GIVEN(0));
    return r < 0 ? VALUE_NULL : value_from_bool(r);
}

FN(method_cancelled)
{
    return value_from_bool(FUTURE(self)->loop &&
                           FUTURE(self)->state == FUTURE_CANCELLED);
}

FN(method_done)
{
    return value_from_bool(FUTURE(self)->loop && FUTURE(self)->state != FUTURE_PENDING);
}

FN(method_get_loop)
{
    FutureObj *f = FUTURE(self);
    return is_alive(vm, f) ? value_incref(f->loop) : VALUE_NULL;
}

FN(method_make_cancelled_error)
{
    return future_cancelled_error(vm, FUTURE(self));
}

/* ---- attributes ------------------------------------------------------------------ */

Value future_get_field(MinipyVM *vm, Value self, void *closure)
{
    (void)vm;
    Value v = *(Value *)(void *)((char *)FUTURE(self) + (size_t)closure);
    return v ? value_incref(v) : VALUE_NONE;
}

static Value get_live_field(MinipyVM *vm, Value self, void *closure)
{
    return is_alive(vm, FUTURE(self)) ? future_get_field(vm, self, closure)
                                      : VALUE_NULL;
}

static int cannot_delete(MinipyVM *vm)
{
    return error_set(vm, EXC_AttributeError, "cannot delete attribute"), -1;
}

GETTER(get_state)
{
    static const char *const names[] = {"PENDING", "CANCELLED", "FINISHED"};
    return is_alive(vm, FUTURE(self)) ? str_intern_cstr(vm, names[FUTURE(self)->state])
                                      : VALUE_NULL;
}

GETTER(get_blocking)
{
    return value_from_bool(FUTURE(self)->loop && FUTURE(self)->blocking);
}

SETTER(set_blocking)
{
    if (!is_alive(vm, FUTURE(self)))
        return -1;
    int on = value ? object_is_true(vm, value) : cannot_delete(vm);
    if (on >= 0)
        FUTURE(self)->blocking = on;
    return on < 0 ? -1 : 0;
}

GETTER(get_callbacks)
{
    FutureObj *f = FUTURE(self);
    if (!is_alive(vm, f))
        return VALUE_NULL;
    if (!f->callback && (!f->callbacks || !list_size(f->callbacks)))
        return VALUE_NONE;
    Value list = list_new(vm, 0);
    if (list && f->callback &&
        list_append_made(vm, list, tuple_pack(vm, 2, f->callback, f->context)) < 0)
        value_clear(vm, &list);
    if (list && f->callbacks && list_extend(vm, list, f->callbacks) < 0)
        value_clear(vm, &list);
    return list;
}

GETTER(get_log_traceback)
{
    return is_alive(vm, FUTURE(self)) ? value_from_bool(FUTURE(self)->log_traceback)
                                      : VALUE_NULL;
}

SETTER(set_log_traceback)
{
    int on = value ? object_is_true(vm, value) : cannot_delete(vm);
    if (on > 0)
        error_set(vm, EXC_ValueError, "_log_traceback can only be set to False");
    if (on == 0)
        FUTURE(self)->log_traceback = false;
    return on ? -1 : 0;
}

SETTER(set_cancel_message)
{
    if (!value)
        return cannot_delete(vm);
    value_set_steal(vm, &FUTURE(self)->cancel_message, value_incref(value));
    return 0;
}

static Value future_repr(MinipyVM *vm, Value self)
{
    return is_alive(vm, FUTURE(self)) ? call1(vm, vm->asyncio->future_repr, self)
                                      : VALUE_NULL;
}

/* ---- the end --------------------------------------------------------------------- */

/* loop.call_exception_handler({"message": ..., key: self, ...}); what it raises is
 * shown. */
void future_report(MinipyVM *vm, Value self, const char *message, const char *key,
                   Value exception)
{
    FutureObj *f = FUTURE(self);
    Value about = dict_new(vm), r = VALUE_NULL;
    if (about &&
        dict_set_cstr_steal(vm, about, "message", str_from_cstr(vm, message)) == 0 &&
        (!exception || dict_set_cstr(vm, about, "exception", exception) == 0) &&
        dict_set_cstr(vm, about, key, self) == 0 &&
        (!f->source_traceback ||
         dict_set_cstr(vm, about, "source_traceback", f->source_traceback) == 0))
        r = call_method_cstr(vm, f->loop, "call_exception_handler", &about, 1);
    if (!r)
        error_unraisable(vm, NULL, self);
    value_xdecref(vm, r);
    value_xdecref(vm, about);
}

void future_finalize(MinipyVM *vm, Value self)
{
    FutureObj *f = FUTURE(self);
    if (!f->log_traceback || !f->loop || !vm->asyncio)
        return;
    f->log_traceback = false;
    char message[200];
    snprintf(message, sizeof message, "%.150s exception was never retrieved",
             type_last_name(value_type(vm, self)));
    future_report(vm, self, message, "future", f->exception);
}

/* ---- await ----------------------------------------------------------------------- */

typedef struct IteratorObj {
    Object ob;
    Value future; /* VALUE_NULL: it is through */
} IteratorObj;
#define ITERATOR(v) ((IteratorObj *)(uintptr_t)(v))

Value future_iter(MinipyVM *vm, Value self)
{
    if (!is_alive(vm, FUTURE(self)))
        return VALUE_NULL;
    IteratorObj *it = (IteratorObj *)object_alloc(vm, vm->asyncio->iterator, 0);
    if (!it)
        return VALUE_NULL;
    it->future = value_incref(self);
    return value_from_obj(it);
}

static SendResult iterator_send(MinipyVM *vm, Value self, Value arg, Value *result)
{
    (void)arg;
    IteratorObj *it = ITERATOR(self);
    *result = VALUE_NONE;
    if (!it->future)
        return SEND_RETURN;
    *result = VALUE_NULL;
    FutureObj *f = FUTURE(it->future);
    if (f->state == FUTURE_PENDING && !f->blocking) {
        f->blocking = true;
        *result = value_incref(it->future);
        return SEND_NEXT;
    }
    if (f->state == FUTURE_PENDING) {
        error_set(vm, EXC_RuntimeError, "await wasn't used with future");
        return SEND_ERROR;
    }
    it->future = VALUE_NULL;
    *result = result_of(vm, f);
    value_decref(vm, value_from_obj(&f->ob));
    return *result ? SEND_RETURN : SEND_ERROR;
}

static Value iterator_next(MinipyVM *vm, Value self)
{
    Value r;
    SendResult how = iterator_send(vm, self, VALUE_NONE, &r);
    if (how == SEND_NEXT)
        return r;
    /* The end without a result is one with None in CPython: a trace function sees it.
     */
    if (how == SEND_RETURN && r == VALUE_NONE)
        error_set_none(vm, EXC_StopIteration);
    else if (how == SEND_RETURN)
        stop_iteration_raise(vm, r);
    value_xdecref(vm, r);
    return VALUE_NULL;
}

FN(iterator_method_send)
{
    return iterator_next(vm, self);
}

/* What a generator's throw() refuses, too, in other words. */
static bool may_throw(MinipyVM *vm, Value typ, Value tb)
{
    if (tb && tb != VALUE_NONE && !value_is_kind(tb, KIND_TRACEBACK))
        error_set(vm, EXC_TypeError, "throw() third argument must be a traceback");
    else if (!value_is_exception(typ) &&
             !(value_is_type(typ) && (TYPE_OF(typ)->flags & TYPE_EXCEPTION)))
        error_set(vm, EXC_TypeError,
                  "exceptions must be classes deriving BaseException or instances of "
                  "such a class");
    return !error_occurred(vm);
}

FN(iterator_throw)
{
    if (!args_check(vm, "throw", nargs, 1, 3) || !may_throw(vm, args[0], GIVEN(2)))
        return VALUE_NULL;
    if (generator_raise_thrown(vm, args[0], GIVEN(1), GIVEN(2)) == 0)
        value_clear(vm, &ITERATOR(self)->future);
    return VALUE_NULL;
}

FN(iterator_close)
{
    value_clear(vm, &ITERATOR(self)->future);
    return VALUE_NONE;
}

static METHODS(iterator_methods,
    {"send", iterator_method_send, M_UNSIGNED, "($self, value, /)", NULL},
    {"throw", iterator_throw, M_UNSIGNED, "($self, /, *args)", NULL},
    {"close", iterator_close, M_UNSIGNED, "($self, /)", NULL},
);
TYPE_SPEC(future_iterator_spec,
    .name = "_asyncio.FutureIter",
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_NO_NEW | TYPE_ITER_SELF, .basicsize = sizeof(IteratorObj), .values = 1,
    .slots = {.iter = object_self, .iternext = iterator_next, .am_send = iterator_send},
    .methods = iterator_methods,
);

/* ---- the type -------------------------------------------------------------------- */

static METHODS(methods,
    {"result", method_result, 0, "($self, /)", "Return the result this future represents.\n\n"
     "If the future has been cancelled, raises CancelledError.  If the\n"
     "future's result isn't yet available, raises InvalidStateError.  If\n"
     "the future is done and has an exception set, this exception is raised."},
    {"exception", method_exception, 0, "($self, /)", "Return the exception that was set on this future.\n\n"
     "The exception (or None if no exception was set) is returned only if\n"
     "the future is done.  If the future has been cancelled, raises\n"
     "CancelledError.  If the future isn't done yet, raises\nInvalidStateError."},
    {"set_result", method_set_result, 0, "($self, result, /)", "Mark the future done and set its result.\n\n"
     "If the future is already done when this method is called, raises\nInvalidStateError."},
    {"set_exception", method_set_exception, 0, "($self, exception, /)", "Mark the future done and set an exception.\n\n"
     "If the future is already done when this method is called, raises\nInvalidStateError."},
    {"add_done_callback", method_add_done_callback, 0, "($self, fn, /, *, context=<unrepresentable>)",
     "Add a callback to be run when the future becomes done.\n\n"
     "The callback is called with a single argument - the future object. If\n"
     "the future is already done when this is called, the callback is\nscheduled with call_soon."},
    {"remove_done_callback", method_remove_done_callback, 0, "($self, fn, /)",
     "Remove all instances of a callback from the \"call when done\" list.\n\n"
     "Returns the number of callbacks removed."},
    {"cancel", method_cancel, 0, "($self, /, msg=None)", "Cancel the future and schedule callbacks.\n\n"
     "If the future is already done or cancelled, return False.  Otherwise,\n"
     "change the future's state to cancelled, schedule the callbacks and\nreturn True."},
    {"cancelled", method_cancelled, 0, "($self, /)", "Return True if the future was cancelled."},
    {"done", method_done, 0, "($self, /)", "Return True if the future is done.\n\n"
     "Done means either that a result / exception are available, or that the\nfuture was cancelled."},
    {"get_loop", method_get_loop, 0, "($self, /)", "Return the event loop the Future is bound to."},
    {"_make_cancelled_error", method_make_cancelled_error, 0, "($self, /)",
     "Create the CancelledError to raise if the Future is cancelled.\n\n"
     "This should only be called once when handling a cancellation since\nit erases the context exception value."},
    CLASS_GETITEM_METHOD,
);

static GETSETS(getsets,
    GETS("_state", get_state),
    GETS_SETS("_asyncio_future_blocking", get_blocking, set_blocking),
    FUTURE_FIELD("_loop", future_get_field, loop),
    GETS("_callbacks", get_callbacks),
    FUTURE_FIELD("_result", get_live_field, result),
    FUTURE_FIELD("_exception", get_live_field, exception),
    GETS_SETS("_log_traceback", get_log_traceback, set_log_traceback),
    FUTURE_FIELD("_source_traceback", future_get_field, source_traceback),
    {"_cancel_message", future_get_field, set_cancel_message, NULL, (void*)offsetof(FutureObj, cancel_message)},
);

TYPE_SPEC(future_spec,
    .name = "_asyncio.Future",
    .doc = "Future(*, loop=None)\n--\n\nThis class is *almost* compatible with concurrent.futures.Future.\n\n    Differences:\n\n"
           "    - result() and exception() do not take a timeout argument and\n      raise an exception when the future isn't done yet.\n\n"
           "    - Callbacks registered with add_done_callback() are always called\n      via the event loop's call_soon_threadsafe().\n\n"
           "    - This class is not compatible with the wait() and as_completed()\n      methods in the concurrent.futures package.",
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_BASE | TYPE_WEAKREFS | TYPE_HAS_INST,
    .basicsize = sizeof(FutureObj), .inst_offset = offsetof(FutureObj, head), .values = FUTURE_VALUES,
    .slots = {.repr = future_repr, .iter = future_iter, .am_await = future_iter, .init = init, .new_ = type_alloc_new, .finalize = future_finalize},
    .methods = methods, .getsets = getsets,
);
