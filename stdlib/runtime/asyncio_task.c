/* asyncio_task.c - the class _asyncio.Task: a future that runs a coroutine.
 *
 * A step sends into the coroutine from C: a coroutine that yields a future of ours is
 * taken up again by a callback in C, so that no Python code of asyncio's runs but the
 * loop's call_soon and the handle it makes.
 */
#include "stdlib/runtime/asyncio_private.h"
#include "stdlib/runtime/runtime.h"
#include "vm/containers/list.h"
#include "vm/containers/set.h"
#include "vm/errors/exceptions.h"
#include "vm/eval/generator.h"
#include "vm/objects/call.h"
#include "vm/objects/native.h"
#include "vm/types/object_type.h"

static Value step(MinipyVM *vm, FutureObj *t, Value exception);

static bool is_exact(MinipyVM *vm, Value v)
{
    TypeObj *t = value_type(vm, v);
    return t == vm->asyncio->future || t == vm->asyncio->task;
}

/* ---- what the loop calls --------------------------------------------------------- */

typedef struct StepObj {
    Object ob;
    Value task, exception; /* exception: to be thrown, or VALUE_NULL */
} StepObj;
#define STEP(v) ((StepObj *)(uintptr_t)(v))

static Value step_call(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                       Value kwnames)
{
    (void)args;
    if (kwnames && tuple_size(kwnames))
        return error_set(vm, EXC_TypeError, "function takes no keyword arguments");
    if (nargs)
        return error_set(vm, EXC_TypeError, "function takes no positional arguments");
    return step(vm, FUTURE(STEP(self)->task), STEP(self)->exception);
}

GETTER(step_get_self)
{
    return value_incref(STEP(self)->task);
}

static GETSETS(step_getsets,
    GETS("__self__", step_get_self),
);
TYPE_SPEC(task_step_spec,
    .name = "TaskStepMethWrapper",
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_NO_NEW, .basicsize = sizeof(StepObj), .values = 2,
    .slots = {.getattro = object_generic_getattr, .call = step_call},
    .getsets = step_getsets,
);

/* The loop is to run the next step, which throws the exception if there is one. */
static int step_soon(MinipyVM *vm, FutureObj *t, Value exception)
{
    StepObj *s = (StepObj *)object_alloc(vm, vm->asyncio->step, 0);
    if (!s)
        return -1;
    s->task = value_incref(value_from_obj(&t->ob));
    s->exception = value_xincref(exception);
    int r =
        asyncio_call_soon(vm, t->loop, value_from_obj(s), VALUE_NULL, t->task_context);
    obj_decref(vm, &s->ob);
    return r;
}

/* The future is done that the task waits for. */
FN(wakeup)
{
    FutureObj *t = FUTURE(self);
    Value v = VALUE_NULL, r = VALUE_NULL;
    int how;
    if (is_exact(vm, args[0])) {
        how = future_outcome(vm, FUTURE(args[0]), &v);
    } else {
        v = call_method(vm, args[0], vm->asyncio->result, NULL, 0);
        how = v ? 0 : -1;
    }
    if (how < 0 && limits_stopped(vm))
        return VALUE_NULL;
    if (how < 0)
        v = error_fetch(vm);
    r = step(vm, t, how == 0 ? VALUE_NULL : v);
    value_decref(vm, v);
    return r;
}

static const MethodDef wakeup_def = {"task_wakeup", wakeup, M_UNSIGNED, "(future, /)",
                                     NULL};

/* ---- a step ---------------------------------------------------------------------- */

static SendResult send_into(MinipyVM *vm, Value coro, Value *result)
{
    const TypeSlots *slots = &value_type(vm, coro)->slots;
    if (slots->am_send)
        return slots->am_send(vm, coro, VALUE_NONE, result);
    Value none = VALUE_NONE;
    *result = value_is_iterator(vm, coro)
                  ? slots->iternext(vm, coro)
                  : call_method(vm, coro, NAME(vm, send), &none, 1);
    return *result ? SEND_NEXT : SEND_ERROR;
}

/* Sends None, or throws; what the coroutine returned is SEND_RETURN. */
static SendResult advance(MinipyVM *vm, Value coro, Value exception, Value *result)
{
    SendResult how;
    if (exception) {
        *result = call_method(vm, coro, NAME(vm, throw), &exception, 1);
        how = *result ? SEND_NEXT : SEND_ERROR;
    } else {
        how = send_into(vm, coro, result);
    }
    if (how != SEND_ERROR)
        return how;
    if (error_matches(vm, EXC_StopIteration))
        *result = stop_iteration_take(vm);
    else if (!error_occurred(vm))
        *result = VALUE_NONE;
    else
        return SEND_ERROR;
    return SEND_RETURN;
}

/* The task ends. */
static int finish(MinipyVM *vm, FutureObj *t, Value result)
{
    if (!t->must_cancel)
        return future_set_result(vm, t, result);
    t->must_cancel = false; /* it was to be cancelled right before it ended */
    return future_cancel(vm, t, t->cancel_message) < 0 ? -1 : 0;
}

static int finish_by_exception(MinipyVM *vm, FutureObj *t)
{
    if (limits_stopped(vm)) /* nothing catches it, and nothing keeps what it holds */
        return -1;
    Value e = error_fetch(vm);
    if (exception_matches(vm, e, vm->asyncio->cancelled_error)) {
        value_set_steal(vm, &t->cancelled_error,
                        e); /* whoever awaits it sees this one */
        return future_cancel(vm, t, VALUE_NULL) < 0 ? -1 : 0;
    }
    int r = future_set_exception(vm, t, e);
    TypeObj *cls = value_type(vm, e);
    if (r == 0 && (type_is_subtype(cls, vm->exc[EXC_KeyboardInterrupt]) ||
                   type_is_subtype(cls, vm->exc[EXC_SystemExit]))) {
        error_restore_steal(vm, e);
        return -1;
    }
    value_decref(vm, e);
    return r;
}

/* It waits for this future from now on. */
static int wait_for(MinipyVM *vm, FutureObj *t, Value future)
{
    value_set_steal(vm, &t->waiter, value_incref(future));
    if (!t->must_cancel)
        return 0;
    Value message = t->cancel_message ? t->cancel_message : VALUE_NONE;
    int r = is_exact(vm, future) && value_type(vm, future) == vm->asyncio->future
                ? future_cancel(vm, FUTURE(future), t->cancel_message)
                : object_is_true_steal(vm, asyncio_call(vm, future, vm->asyncio->cancel,
                                                        &message, 0,
                                                        vm->asyncio->keyword_msg));
    if (r > 0)
        t->must_cancel = false;
    return r < 0 ? -1 : 0;
}

/* RuntimeError(text) is thrown into the coroutine by the next step. text is taken over.
 */
static int refuse_soon(MinipyVM *vm, FutureObj *t, Value text)
{
    Value e =
        text ? exception_new(vm, vm->exc[EXC_RuntimeError], &text, 1) : VALUE_NULL;
    int r = e ? step_soon(vm, t, e) : -1;
    value_xdecref(vm, text);
    value_xdecref(vm, e);
    return r;
}

static int refuse_loop(MinipyVM *vm, FutureObj *t, Value future)
{
    return refuse_soon(
        vm, t,
        str_format_c(vm, "Task %R got Future %R attached to a different loop",
                     value_from_obj(&t->ob), future));
}

static int refuse_yield(MinipyVM *vm, FutureObj *t, Value future)
{
    return refuse_soon(
        vm, t,
        str_format_c(vm, "yield was used instead of yield from in task %R with %R",
                     value_from_obj(&t->ob), future));
}

static Value new_wakeup(MinipyVM *vm, FutureObj *t)
{
    return native_new(vm, &wakeup_def, value_from_obj(&t->ob), VALUE_NULL);
}

/* One of ours, which is no subclass's. */
static int yielded_future(MinipyVM *vm, FutureObj *t, Value future)
{
    FutureObj *f = FUTURE(future);
    if (f->loop != t->loop)
        return refuse_loop(vm, t, future);
    if (!f->blocking)
        return refuse_yield(vm, t, future);
    f->blocking = false;
    Value wake = new_wakeup(vm, t);
    int r = wake ? future_add_callback(vm, f, wake, t->task_context) : -1;
    value_xdecref(vm, wake);
    return r < 0 ? -1 : wait_for(vm, t, future);
}

/* future.get_loop(), or its _loop. */
static Value loop_of(MinipyVM *vm, Value future)
{
    Value get;
    int found = attr_lookup(vm, future, "get_loop", &get);
    if (found <= 0)
        return found < 0 ? VALUE_NULL : attr_get(vm, future, "_loop");
    Value loop = call0(vm, get);
    value_decref(vm, get);
    return loop;
}

/* What looks like a future, with _asyncio_future_blocking. */
static int yielded_alike(MinipyVM *vm, FutureObj *t, Value future, Value mark)
{
    int blocking = object_is_true(vm, mark);
    Value loop = blocking < 0 ? VALUE_NULL : loop_of(vm, future);
    if (!loop)
        return -1;
    bool same = loop == t->loop;
    value_decref(vm, loop);
    if (!same)
        return refuse_loop(vm, t, future);
    if (!blocking)
        return refuse_yield(vm, t, future);
    if (attr_set(vm, future, "_asyncio_future_blocking", VALUE_FALSE) < 0)
        return -1;
    const Value args[] = {new_wakeup(vm, t), t->task_context};
    Value r = args[0] ? asyncio_call(vm, future, vm->asyncio->add_done_callback, args,
                                     1, vm->asyncio->keyword_context)
                      : VALUE_NULL;
    value_xdecref(vm, args[0]);
    value_xdecref(vm, r);
    return r ? wait_for(vm, t, future) : -1;
}

static int yielded_other(MinipyVM *vm, FutureObj *t, Value v)
{
    Value mark, self = value_from_obj(&t->ob);
    int found = attr_lookup(vm, v, "_asyncio_future_blocking", &mark);
    if (found < 0)
        return -1;
    if (found && mark != VALUE_NONE) {
        int r = yielded_alike(vm, t, v, mark);
        value_decref(vm, mark);
        return r;
    }
    if (value_is_kind(v, KIND_GENERATOR))
        return refuse_soon(
            vm, t,
            str_format_c(
                vm,
                "yield was used instead of yield from for generator in task %R with %R",
                self, v));
    return refuse_soon(vm, t, str_format_c(vm, "Task got bad yield: %R", v));
}

/* The coroutine yielded v. */
static int yielded(MinipyVM *vm, FutureObj *t, Value v)
{
    if (v == value_from_obj(&t->ob))
        return refuse_soon(vm, t,
                           str_format_c(vm, "Task cannot await on itself: %R", v));
    if (is_exact(vm, v))
        return yielded_future(vm, t, v);
    return v == VALUE_NONE ? step_soon(vm, t, VALUE_NULL) : yielded_other(vm, t, v);
}

/* The exception that a task which is to be cancelled throws in place of this one: new.
 */
static Value cancelling_exception(MinipyVM *vm, FutureObj *t, Value exception)
{
    t->must_cancel = false;
    if (exception && exception_matches(vm, exception, vm->asyncio->cancelled_error))
        return value_incref(exception);
    return future_cancelled_error(vm, t);
}

/* Between task_enter and task_leave. */
static int step_inside(MinipyVM *vm, FutureObj *t, Value exception)
{
    Value v, own = VALUE_NULL;
    if (t->state != FUTURE_PENDING) {
        Value text =
            str_format_c(vm, "__step(): already done: %R %R", value_from_obj(&t->ob),
                         exception ? exception : vm->empty_str);
        if (text)
            error_set_type(vm, TYPE_OF(vm->asyncio->invalid_state_error), text);
        value_xdecref(vm, text);
        return -1;
    }
    if (t->must_cancel && !(exception = own = cancelling_exception(vm, t, exception)))
        return -1;
    value_clear(vm, &t->waiter);
    if (!t->coro) {
        value_xdecref(vm, own);
        return error_set(vm, EXC_RuntimeError, "uninitialized Task object"), -1;
    }
    Value coro = value_incref(t->coro);
    SendResult how = advance(vm, coro, exception, &v);
    value_decref(vm, coro);
    value_xdecref(vm, own);
    if (how == SEND_ERROR)
        return finish_by_exception(vm, t);
    int r = how == SEND_RETURN ? finish(vm, t, v) : yielded(vm, t, v);
    value_decref(vm, v);
    return r;
}

static Value step(MinipyVM *vm, FutureObj *t, Value exception)
{
    Value task = value_incref(value_from_obj(&t->ob)), loop = value_incref(t->loop);
    int r = task_enter(vm, loop, task);
    if (r == 0) {
        r = step_inside(vm, t, exception);
        Value e = r < 0 ? error_fetch(vm) : VALUE_NULL;
        r = task_leave(vm, loop, task);
        if (e && r < 0)
            error_chain_context_steal(vm, e);
        else if (e)
            error_restore_steal(vm, e);
        r = e ? -1 : r;
    }
    value_decref(vm, loop);
    value_decref(vm, task);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

/* ---- birth and death ------------------------------------------------------------- */

/* 1: asyncio takes it for a coroutine. Types that it has found once are known. */
static int is_coroutine(MinipyVM *vm, Value v)
{
    if (value_is_exact(vm, v, KIND_COROUTINE))
        return 1;
    Value type = value_from_obj(value_type(vm, v));
    int known = set_contains(vm, vm->asyncio->coroutine_types, type);
    if (known)
        return known;
    int r = object_is_true_steal(vm, call1(vm, vm->asyncio->is_coroutine, v));
    if (r > 0 && set_size(vm->asyncio->coroutine_types) < 100 &&
        set_add(vm, vm->asyncio->coroutine_types, type) < 0)
        return -1;
    return r;
}

static Value name_of(MinipyVM *vm, Value given)
{
    if (!given || given == VALUE_NONE)
        return str_format_c(vm, "Task-%zd", (int64_t)++vm->asyncio->tasks);
    return value_is_exact(vm, given, KIND_STR) ? value_incref(given)
                                               : object_str(vm, given);
}

INIT(task_init, 4, "Task", "(coro, *, loop=None, name=None, context=None)")
{
    FutureObj *t = FUTURE(self);
    if (future_init(vm, t, given[1]) < 0)
        return -1;
    int fits = is_coroutine(vm, given[0]);
    if (fits <= 0) {
        t->log_destroy_pending = false;
        if (fits == 0)
            error_set(vm, EXC_TypeError, "a coroutine was expected, got %R", given[0]);
        return -1;
    }
    Value context = given[3] && given[3] != VALUE_NONE ? value_incref(given[3])
                                                       : contextvars_copy_current(vm);
    value_set_steal(vm, &t->task_context, context);
    if (!context)
        return -1;
    value_clear(vm, &t->waiter);
    t->must_cancel = false;
    t->log_destroy_pending = true;
    t->cancel_requests = 0;
    value_set_steal(vm, &t->coro, value_incref(given[0]));
    value_set_steal(vm, &t->name, name_of(vm, given[2]));
    if (!t->name || step_soon(vm, t, VALUE_NULL) < 0)
        return -1;
    Value r = call_method_cstr(vm, vm->asyncio->all_tasks, "add", &self, 1);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

static void task_finalize(MinipyVM *vm, Value self)
{
    FutureObj *t = FUTURE(self);
    if (t->state == FUTURE_PENDING && t->log_destroy_pending && t->loop &&
        vm->asyncio) {
        t->log_destroy_pending = false;
        future_report(vm, self, "Task was destroyed but it is pending!", "task",
                      VALUE_NULL);
    }
    future_finalize(vm, self);
}

static Value task_repr(MinipyVM *vm, Value self)
{
    return call1(vm, vm->asyncio->task_repr, self);
}

/* ---- methods --------------------------------------------------------------------- */

FN(task_cancel)
{
    FutureObj *t = FUTURE(self);
    Value message = GIVEN(0) ? args[0] : VALUE_NONE;
    t->log_traceback = false;
    if (t->state != FUTURE_PENDING)
        return VALUE_FALSE;
    t->cancel_requests++;
    if (t->waiter) {
        Value waiter = value_incref(t->waiter);
        int r = object_is_true_steal(vm, asyncio_call(vm, waiter, vm->asyncio->cancel,
                                                      &message, 0,
                                                      vm->asyncio->keyword_msg));
        value_decref(vm, waiter);
        if (r)
            return r < 0 ? VALUE_NULL : VALUE_TRUE;
    }
    t->must_cancel = true;
    value_set_steal(vm, &t->cancel_message, value_incref(message));
    return VALUE_TRUE;
}

FN(task_cancelling)
{
    return value_from_imm(FUTURE(self)->cancel_requests);
}

FN(task_uncancel)
{
    FutureObj *t = FUTURE(self);
    if (t->cancel_requests > 0)
        t->cancel_requests--;
    return value_from_imm(t->cancel_requests);
}

FN(task_get_stack)
{
    return call2(vm, vm->asyncio->task_get_stack, self,
                 GIVEN(0) ? args[0] : VALUE_NONE);
}

FN(task_print_stack)
{
    return call3(vm, vm->asyncio->task_print_stack, self,
                 GIVEN(0) ? args[0] : VALUE_NONE, GIVEN(1) ? args[1] : VALUE_NONE);
}

FN(task_set_result)
{
    return error_set(vm, EXC_RuntimeError,
                     "Task does not support set_result operation");
}

FN(task_set_exception)
{
    return error_set(vm, EXC_RuntimeError,
                     "Task does not support set_exception operation");
}

FN(task_get_coro)
{
    return future_get_field(vm, self, (void *)offsetof(FutureObj, coro));
}

FN(task_get_name)
{
    return future_get_field(vm, self, (void *)offsetof(FutureObj, name));
}

FN(task_set_name)
{
    Value name = value_is_exact(vm, args[0], KIND_STR) ? value_incref(args[0])
                                                       : object_str(vm, args[0]);
    if (!name)
        return VALUE_NULL;
    value_set_steal(vm, &FUTURE(self)->name, name);
    return VALUE_NONE;
}

FN(task_make_cancelled_error)
{
    return future_cancelled_error(vm, FUTURE(self));
}

GETTER(get_log_destroy_pending)
{
    return value_from_bool(FUTURE(self)->log_destroy_pending);
}

SETTER(set_log_destroy_pending)
{
    if (!value)
        return error_set(vm, EXC_AttributeError, "cannot delete attribute"), -1;
    int on = object_is_true(vm, value);
    if (on >= 0)
        FUTURE(self)->log_destroy_pending = on;
    return on < 0 ? -1 : 0;
}

GETTER(get_must_cancel)
{
    return value_from_bool(FUTURE(self)->must_cancel);
}

static METHODS(task_methods,
    {"set_result", task_set_result, 0, "($self, result, /)", NULL},
    {"set_exception", task_set_exception, 0, "($self, exception, /)", NULL},
    {"cancel", task_cancel, 0, "($self, /, msg=None)", "Request that this task cancel itself.\n\n"
     "This arranges for a CancelledError to be thrown into the wrapped\n"
     "coroutine on the next cycle through the event loop, which may catch it:\n"
     "that the task is cancelled is not certain.\n\n"
     "Right after this was called cancelled() is not yet true, unless the\ntask was cancelled before."},
    {"cancelling", task_cancelling, 0, "($self, /)", "Return the count of the task's cancellation requests.\n\n"
     "This count is incremented when .cancel() is called\nand may be decremented using .uncancel()."},
    {"uncancel", task_uncancel, 0, "($self, /)", "Decrement the task's count of cancellation requests.\n\n"
     "This should be used by tasks that catch CancelledError\n"
     "and wish to continue indefinitely until they are cancelled again.\n\n"
     "Returns the remaining number of cancellation requests."},
    {"get_stack", task_get_stack, 0, "($self, /, *, limit=None)",
     "Return the list of stack frames for this task's coroutine:\n"
     "where it is suspended, or those of the traceback it ended by; none if\n"
     "it ended otherwise. limit: so many at most."},
    {"print_stack", task_print_stack, 0, "($self, /, *, limit=None, file=None)",
     "Print the stack or traceback for this task's coroutine, as get_stack()\nhas it, to file or sys.stderr."},
    {"_make_cancelled_error", task_make_cancelled_error, 0, "($self, /)",
     "Create the CancelledError to raise if the Task is cancelled.\n\n"
     "This should only be called once when handling a cancellation since\nit erases the context exception value."},
    {"get_name", task_get_name, 0, "($self, /)", NULL},
    {"set_name", task_set_name, 0, "($self, value, /)", NULL},
    {"get_coro", task_get_coro, 0, "($self, /)", NULL},
);

static GETSETS(task_getsets,
    GETS_SETS("_log_destroy_pending", get_log_destroy_pending, set_log_destroy_pending),
    GETS("_must_cancel", get_must_cancel),
    FUTURE_FIELD("_coro", future_get_field, coro),
    FUTURE_FIELD("_fut_waiter", future_get_field, waiter),
);

/* As in CPython a task has for itself what a future has, but get_loop(): Task.result is
 * no method of Future. */
static int task_fill(MinipyVM *vm, TypeObj *t, Value dict)
{
    if (type_fill_as(vm, t, dict, &future_spec) < 0)
        return -1;
    Value name = str_intern_cstr(vm, "get_loop");
    int r = name ? dict_delete(vm, dict, name) : -1;
    value_xdecref(vm, name);
    return r;
}

TYPE_SPEC(task_spec,
    .name = "_asyncio.Task",
    .doc = "Task(coro, *, loop=None, name=None, context=None)\n--\n\nA coroutine wrapped in a Future.",
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_BASE | TYPE_WEAKREFS | TYPE_HAS_INST,
    .basicsize = sizeof(FutureObj), .inst_offset = offsetof(FutureObj, head), .values = FUTURE_VALUES,
    .slots = {.repr = task_repr, .iter = future_iter, .am_await = future_iter, .init = task_init,
              .new_ = type_alloc_new, .finalize = task_finalize},
    .methods = task_methods, .getsets = task_getsets, .fill = task_fill,
);
