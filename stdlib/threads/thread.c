/* thread.c - the module _thread: starting threads and what there is to know about them.
 * The work is vm/threads/thread.c's. Read next: thread_locks.c, thread_local.c.
 */
#include <signal.h>
#include <unistd.h>

#include "stdlib/threads/thread_private.h"
#include "vm/errors/exceptions.h"
#include "vm/numbers/float.h"
#include "vm/threads/signals.h"
#include "vm/core/hooks.h"
#include "vm/objects/structseq.h"
#include "vm/objects/call.h"
#include "vm/report/report.h"

/* ---- functions ------------------------------------------------------------------- */

FN(thread_allocate_lock)
{
    return thread_lock_new(vm);
}

/* The lock that is released when this thread has ended: Thread.join waits for it. The
 * vm's first thread never ends in this sense. */
FN(thread_set_sentinel)
{
    Value lock = thread_lock_new(vm);
    Thread *t = vm->threads ? vm->threads->current : NULL;
    if (lock && t && t != vm->threads->main) {
        t->exit_fn = thread_lock_release_if_taken;
        value_set_steal(vm, &t->on_exit, value_incref(lock));
    }
    return lock;
}

FN(thread_get_ident)
{
    return int_from_u64(vm, (uint64_t)pthread_self());
}

FN(thread_get_native_id)
{
    return value_from_imm(gettid());
}

FN(thread_count)
{
    return value_from_imm(vm->threads ? vm->threads->started : 0);
}

FN(thread_exit)
{
    return error_set_none(vm, EXC_SystemExit);
}

FN(thread_start_new_thread)
{
    if (!object_callable(args[0]))
        return error_set(vm, EXC_TypeError, "first arg must be callable");
    if (!value_is_tuple(args[1]))
        return error_set(vm, EXC_TypeError, "2nd arg must be a tuple");
    if (nargs > 2 && !value_is_dict(args[2]))
        return error_set(vm, EXC_TypeError, "optional 3rd arg must be a dictionary");
    Value kwargs = nargs > 2 ? args[2] : VALUE_NULL;
    int64_t *stack_size = MODULE(self)->state;
    Thread *t = thread_start(vm, args[0], args[1], kwargs,
                             stack_size ? (size_t)*stack_size : 0);
    return t ? int_from_u64(vm, (uint64_t)t->pthread) : VALUE_NULL;
}

FN(thread_start_new)
{
    static const MethodDef row = {.name = "start_new_thread",
                                  .signature = "(function, args, kwargs={}, /)"};
    return args_take(vm, &row, args, nargs, VALUE_NULL, (Value[3]){0})
               ? thread_start_new_thread(vm, self, args, nargs, VALUE_NULL)
               : VALUE_NULL; /* the other name is CPython's */
}

FN(thread_interrupt_main)
{
    int signum = SIGINT;
    if (nargs && !arg_int(vm, args[0], &signum))
        return VALUE_NULL;
    if (signum < 1 || signum > 64)
        return error_set(vm, EXC_ValueError, "signal number out of range");
    signals_simulate(vm, signum);
    return signals_run_pending(vm) < 0 ? VALUE_NULL : VALUE_NONE;
}

/* The size is remembered in the module's state, for the next call to return. */
FN(thread_stack_size)
{
    int64_t size = 0, *state = MODULE(self)->state;
    if (nargs && !arg_ssize(vm, args[0], &size))
        return VALUE_NULL;
    if (size < 0)
        return error_set(vm, EXC_ValueError, "size must be 0 or a positive value");
    if (size && size < 32768)
        return error_set(vm, EXC_ValueError, "size not valid: %zd bytes", size);
    if (!state && !(state = MODULE(self)->state = mem_calloc(vm, sizeof *state)))
        return VALUE_NULL;
    int64_t old = *state;
    if (nargs)
        *state = size;
    return int_new(vm, old);
}

/* ---- threading.excepthook -------------------------------------------------------- */

static const char *const hook_fields[] = {"exc_type", "exc_value", "exc_traceback",
                                          "thread", NULL};
static const StructSeqSpec hook_args_spec = {
    "_thread._ExceptHookArgs",
    "ExceptHookArgs\n\nType used to pass arguments to threading.excepthook.",
    hook_fields, 4};

static int write_steal(MinipyVM *vm, Value file, Value text)
{
    Value r = text ? call_method_cstr(vm, file, "write", &text, 1) : VALUE_NULL;
    value_xdecref(vm, text);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

/* In the pieces that CPython writes: each may be the last. */
static int write_title(MinipyVM *vm, Value file, Value thread)
{
    Value name = VALUE_NULL;
    if (write_steal(vm, file, str_from_cstr(vm, "Exception in thread ")) < 0 ||
        (thread != VALUE_NONE &&
         object_lookup_attr(vm, thread, NAME(vm, name), &name) < 0))
        return -1;
    Value text = name ? object_str(vm, name)
                      : str_format_c(vm, "%lu", (unsigned long)pthread_self());
    value_xdecref(vm, name);
    return write_steal(vm, file, text) < 0
               ? -1
               : write_steal(vm, file, str_from_cstr(vm, ":\n"));
}

/* What sys.excepthook would print, there; what fails meanwhile is nobody's. */
static void write_exception(MinipyVM *vm, Value file, Value exc)
{
    Value text = value_is_exception(exc)
                     ? traceback_format(vm, exc)
                     : str_format_c(vm,
                                    "TypeError: print_exception(): Exception expected "
                                    "for value, %T found\n",
                                    exc);
    if (write_steal(vm, file, text) == 0)
        value_xdecref(vm, call_method_cstr(vm, file, "flush", NULL, 0));
    error_clear(vm);
}

/* sys.stderr, or what it was when the thread was made; None: there is none. */
static Value hook_file(MinipyVM *vm, Value thread)
{
    Value file = dict_get_cstr_borrow(vm, vm->sysdict, "stderr");
    if (file && file != VALUE_NONE)
        return value_incref(file);
    if (thread == VALUE_NONE)
        return VALUE_NONE;
    return attr_get(vm, thread, "_stderr");
}

FN(thread_excepthook)
{
    TypeObj *t = structseq_type(vm, &hook_args_spec);
    bool ok = t && value_type(vm, args[0]) == t;
    if (t)
        obj_decref(vm, &t->ob);
    if (!ok)
        return error_set(vm, EXC_TypeError,
                         "_thread.excepthook argument type must be ExceptHookArgs");
    if (tuple_get_borrow(args[0], 0) == value_from_obj(vm->exc[EXC_SystemExit]))
        return VALUE_NONE; /* exit() of a thread is silent */
    Value thread = tuple_get_borrow(args[0], 3), file = hook_file(vm, thread);
    if (!file || file == VALUE_NONE)
        return file;
    Value flushed = VALUE_NULL;
    if (write_title(vm, file, thread) == 0) {
        write_exception(vm, file, tuple_get_borrow(args[0], 1));
        flushed = call_method_cstr(vm, file, "flush", NULL, 0);
    }
    value_decref(vm, file);
    value_xdecref(vm, flushed);
    return flushed ? VALUE_NONE : VALUE_NULL;
}

/* ---- the module ------------------------------------------------------------------ */

static METHODS(functions,
    {"start_new_thread", thread_start_new_thread, M_BARE | M_UNSIGNED, "($module, function, args, kwargs={}, /)",
     "start_new_thread(function, args[, kwargs])\n(start_new() is an obsolete synonym)"},
    {"start_new", thread_start_new, M_BARE | M_UNSIGNED, "($module, *args)",
     "start_new_thread(function, args[, kwargs])\n(start_new() is an obsolete synonym)"},
    {"allocate_lock", thread_allocate_lock, M_UNSIGNED, "($module, /)",
     "allocate_lock() -> lock object\n(allocate() is an obsolete synonym)"},
    {"allocate", thread_allocate_lock, M_UNSIGNED, "($module, /)",
     "allocate_lock() -> lock object\n(allocate() is an obsolete synonym)"},
    {"exit_thread", thread_exit, M_UNSIGNED, "($module, /)", "exit()\n(exit_thread() is an obsolete synonym)"},
    {"exit", thread_exit, M_UNSIGNED, "($module, /)", "exit()\n(exit_thread() is an obsolete synonym)"},
    {"interrupt_main", thread_interrupt_main, M_BARE | M_TUPLE | M_UNSIGNED, "($module, signum=signal.SIGINT, /)",
     "interrupt_main(signum=signal.SIGINT, /)"},
    {"get_ident", thread_get_ident, M_UNSIGNED, "($module, /)", "get_ident() -> integer"},
    {"get_native_id", thread_get_native_id, M_UNSIGNED, "($module, /)", "get_native_id() -> integer"},
    {"_count", thread_count, M_UNSIGNED, "($module, /)", "_count() -> integer"},
    {"stack_size", thread_stack_size, M_BARE | M_TUPLE | M_UNSIGNED, "($module, size=0, /)",
     "stack_size([size]) -> size"},
    {"_set_sentinel", thread_set_sentinel, M_UNSIGNED, "($module, /)", "_set_sentinel() -> lock"},
    {"_excepthook", thread_excepthook, M_UNSIGNED, "($module, args, /)",
     "excepthook(exc_type, exc_value, exc_traceback, thread)\n\nHandle uncaught Thread.run() exception."},
);

static CONTENTS(contents,
    HAS_STRUCT("_ExceptHookArgs", &hook_args_spec), HAS_TYPE("LockType", &thread_lock_spec),
    HAS_TYPE("RLock", &thread_rlock_spec), HAS_TYPE("_local", &thread_local_spec),
    HAS_EXCEPTION("error", EXC_RuntimeError), HAS_FLOAT("TIMEOUT_MAX", THREAD_TIMEOUT_MAX),
);

MODULE_SPEC(thread_module_spec,
    .name = "_thread",
    .doc = "This module provides primitive operations to write multi-threaded programs.\nThe 'threading' module "
           "provides a more convenient interface.",
    .methods = functions, .contents = contents,
);
