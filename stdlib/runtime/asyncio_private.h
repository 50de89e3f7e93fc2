/* asyncio_private.h - what the files of the module _asyncio share: futures, which tasks
 * are, too, and the state of a vm's module.
 *
 *     asyncio.c         the module: running loops, current tasks, the state
 *     asyncio_future.c  Future and its iterator
 *     asyncio_task.c    Task: it sends into its coroutine without a frame between
 */
#ifndef MINIPY_STDLIB_RUNTIME_ASYNCIO_PRIVATE_H
#define MINIPY_STDLIB_RUNTIME_ASYNCIO_PRIVATE_H

#include "stdlib/native.h"

typedef enum FutureState {
    FUTURE_PENDING,
    FUTURE_CANCELLED,
    FUTURE_FINISHED
} FutureState;

typedef struct FutureObj {
    Object ob;
    Value
        loop; /* these are strong; VALUE_NULL: none. No loop: it was not initialised */
    Value callback, context; /* the first callback, which mostly is the only one */
    Value callbacks;         /* the others: a list of (callback, context) */
    Value result, exception; /* of a finished one */
    Value traceback;         /* that the exception had when it was set */
    Value source_traceback;  /* where it was made, while the loop is debugged */
    Value cancel_message;
    Value cancelled_error;    /* to be raised once by who asks */
    Value coro, name, waiter; /* of a task; waiter: the future it waits for */
    Value task_context;
    InstHead head;
    uint8_t state; /* FutureState */
    bool log_traceback, blocking, must_cancel, log_destroy_pending;
    int cancel_requests;
} FutureObj;
#define FUTURE(v) ((FutureObj *)(uintptr_t)(v))
enum { FUTURE_VALUES = 14 };

typedef struct AsyncioState {
    Value current_tasks; /* dict: loop -> the task that runs */
    Value all_tasks;     /* WeakSet */
    /* Of the library's asyncio, in the order of asyncio.c's import_parts. */
    Value get_event_loop_policy, future_repr;
    Value cancelled_error, invalid_state_error; /* classes */
    Value task_repr, task_get_stack, task_print_stack, is_coroutine, extract_stack;
    Value call_soon, add_done_callback, cancel, result; /* names */
    Value keyword_context, keyword_msg;                 /* tuples of a name */
    Value coroutine_types; /* set: what is_coroutine() has found to be such */
    TypeObj *future, *task, *iterator, *step; /* the vm keeps them */
    uint64_t tasks;                           /* for names */
} AsyncioState;

extern const TypeSpec future_spec, future_iterator_spec, task_spec, task_step_spec;
Value future_iter(MinipyVM *vm, Value self); /* what awaits it: iter(), __await__() */

/* As in object.h: values are new, VALUE_NULL and -1 exceptions. */

/* o.name(args..., keyword=value); kwnames a tuple of one name, or VALUE_NULL with no
 * value behind the args. */
Value asyncio_call(MinipyVM *vm, Value o, Value name, const Value *args, size_t nargs,
                   Value kwnames);
/* loop.call_soon(callback, arg, context=context); arg may be VALUE_NULL. */
int asyncio_call_soon(MinipyVM *vm, Value loop, Value callback, Value arg,
                      Value context);
/* The running loop, or what the policy gives. */
Value asyncio_event_loop(MinipyVM *vm);
Value asyncio_invalid_state(MinipyVM *vm, const char *text); /* raises it */

/* What Future.__init__ does. -1: exception. */
int future_init(MinipyVM *vm, FutureObj *f, Value loop);
/* Its callbacks are scheduled. -1: it is done already, or the loop refused. */
int future_set_result(MinipyVM *vm, FutureObj *f, Value result);
/* The same; exception: an instance or a class. */
int future_set_exception(MinipyVM *vm, FutureObj *f, Value exception);
/* 1: it is cancelled now, 0: it was done. message VALUE_NULL: none. */
int future_cancel(MinipyVM *vm, FutureObj *f, Value message);
Value future_cancelled_error(MinipyVM *vm, FutureObj *f); /* the one to be raised */
/* 0: *out is the result; 1: the exception that it has; -1: it is cancelled (raised), or
 * not done. */
int future_outcome(MinipyVM *vm, FutureObj *f, Value *out);
int future_add_callback(MinipyVM *vm, FutureObj *f, Value callback, Value context);
void future_report(MinipyVM *vm, Value self, const char *message, const char *key,
                   Value exception_or_null);
/* A getter of a field, by its offset as closure: None if there is none. */
Value future_get_field(MinipyVM *vm, Value self, void *closure);
#define FUTURE_FIELD(name_, get_, field)                                               \
    {                                                                                  \
        .name = name_, .get = get_, .closure = (void *)offsetof(FutureObj, field)      \
    }
void future_finalize(MinipyVM *vm, Value self);

/* _enter_task, _leave_task. */
int task_enter(MinipyVM *vm, Value loop, Value task);
int task_leave(MinipyVM *vm, Value loop, Value task);
#endif
