/* thread.c - the module _thread of an interpreter with one thread. Locks, reentrant
 * locks and thread-local objects behave as in a program that never starts a second
 * thread; starting one fails as it does where the system has no more to give. A lock
 * that is taken can only be released by a signal handler, so waiting for it waits for
 * signals.
 */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "vm/args.h"
#include "vm/objects/dict.h"
#include "vm/objects/exceptions.h"
#include "vm/objects/float.h"
#include "vm/objects/func.h"
#include "vm/objects/int.h"
#include "vm/objects/str.h"
#include "vm/objects/tuple.h"
#include "vm/signals.h"
#include "vm/type.h"

#define FN(name)                                                                       \
    static Value thread_##name(MinipyVM *vm, Value self, const Value *args,            \
                               size_t nargs, Value kwnames)
#define UNUSED() ((void)vm, (void)self, (void)args, (void)nargs, (void)kwnames)

#define TIMEOUT_MAX 9223372036.0
#define FOREVER (-1.0)

typedef struct LockObj {
    Object ob;
    bool locked;
} LockObj;
typedef struct RLockObj {
    Object ob;
    uint64_t count; /* 0: free */
} RLockObj;
typedef struct LocalObj {
    Object ob;
    InstHead head;
} LocalObj;
#define LOCK(v) ((LockObj *)(uintptr_t)(v))
#define RLOCK(v) ((RLockObj *)(uintptr_t)(v))

static Value this_thread(MinipyVM *vm)
{
    return int_from_u64(vm, (uint64_t)pthread_self());
}

/* ---- waiting --------------------------------------------------------------------- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool timeout_arg(MinipyVM *vm, Value v, double *out)
{
    *out = FOREVER;
    if (!v)
        return true;
    if (!value_is_float(v)) {
        int64_t n;
        if (!arg_ssize(vm, v, &n))
            return false;
        *out = (double)n;
        return true;
    }
    *out = float_value(v);
    if (isnan(*out))
        return error_set(vm, EXC_ValueError, "Invalid value NaN (not a number)"), false;
    if (fabs(*out) > 9.3e9)
        return error_set(vm, EXC_OverflowError,
                         "timestamp too large to convert to C _PyTime_t"),
               false;
    return true;
}

/* acquire(blocking=True, timeout=-1): *wait is 0, a time, or FOREVER. */
static bool acquire_args(MinipyVM *vm, const Value *args, size_t nargs, Value kwnames,
                         double *wait)
{
    static const ArgSpec spec = {"acquire", "blocking timeout", .required = 0,
                                 .maxpos = 2};
    Value a[2];
    int blocking = 1;
    if (!args_parse(vm, &spec, args, nargs, kwnames, a) ||
        (a[0] && !arg_int(vm, a[0], &blocking)) || !timeout_arg(vm, a[1], wait))
        return false;
    if (!blocking && *wait != FOREVER)
        error_set(vm, EXC_ValueError,
                  "can't specify a timeout for a non-blocking call");
    else if (*wait < 0 && *wait != FOREVER)
        error_set(vm, EXC_ValueError, "timeout value must be positive");
    else if (*wait > TIMEOUT_MAX)
        error_set(vm, EXC_OverflowError, "timeout value is too large");
    else {
        if (!blocking)
            *wait = 0;
        return true;
    }
    return false;
}

/* Until the lock is free or the time is over: 1 taken, 0 not, -1 a handler raised. */
static int lock_take(MinipyVM *vm, LockObj *lock, double wait)
{
    double end = wait == FOREVER ? 0 : now() + wait;
    while (lock->locked) {
        double rest = wait == FOREVER ? 3600 : end - now();
        if (rest <= 0)
            return 0;
        struct timespec t = {.tv_sec = (time_t)rest};
        t.tv_nsec = (long)((rest - (double)t.tv_sec) * 1e9);
        if (nanosleep(&t, NULL) < 0 && signals_run_pending(vm) < 0)
            return -1;
    }
    lock->locked = true;
    return 1;
}

/* ---- lock ------------------------------------------------------------------------ */

FN(lock_acquire)
{
    double wait;
    if (!acquire_args(vm, args, nargs, kwnames, &wait))
        return VALUE_NULL;
    return value_true_or_error(lock_take(vm, LOCK(self), wait));
}

FN(lock_release)
{
    UNUSED();
    if (!LOCK(self)->locked)
        return error_set(vm, EXC_RuntimeError, "release unlocked lock");
    LOCK(self)->locked = false;
    return VALUE_NONE;
}

FN(lock_locked)
{
    UNUSED();
    return value_from_bool(LOCK(self)->locked);
}

FN(lock_at_fork_reinit)
{
    UNUSED();
    LOCK(self)->locked = false;
    return VALUE_NONE;
}

static Value lock_repr(MinipyVM *vm, Value self)
{
    char address[32];
    snprintf(address, sizeof address, "%p", (void *)value_obj(self));
    return str_format_c(vm, "<%s %s object at %s>",
                        LOCK(self)->locked ? "locked" : "unlocked",
                        type_name_cstr(value_type(vm, self)), address);
}

#define ACQUIRE_DOC                                                                    \
    "acquire(blocking=True, timeout=-1) -> bool\n(acquire_lock() is an obsolete "      \
    "synonym)"
static const MethodDef lock_methods[] = {
    {"acquire_lock", thread_lock_acquire, M_KW, ACQUIRE_DOC},
    {"acquire", thread_lock_acquire, M_KW, ACQUIRE_DOC},
    {"release_lock", thread_lock_release, M_NOARGS, "release()"},
    {"release", thread_lock_release, M_NOARGS, "release()"},
    {"locked_lock", thread_lock_locked, M_NOARGS, "locked() -> bool"},
    {"locked", thread_lock_locked, M_NOARGS, "locked() -> bool"},
    {"__enter__", thread_lock_acquire, M_KW, ACQUIRE_DOC},
    {"__exit__", thread_lock_release, M_FAST, "release()"},
    {"_at_fork_reinit", thread_lock_at_fork_reinit, M_NOARGS, NULL},
    {0},
};
static const TypeSpec lock_spec = {
    .name = "_thread.lock",
    .doc = "A lock object is a synchronization primitive.  To create a lock,\ncall "
           "threading.Lock().",
    .kind = KIND_OBJECT,
    .base = KIND_OBJECT,
    .flags = TYPE_NO_NEW | TYPE_WEAKREFS,
    .basicsize = sizeof(LockObj),
    .slots = {.repr = lock_repr},
    .methods = lock_methods,
};

/* ---- RLock ----------------------------------------------------------------------- */

FN(rlock_acquire)
{
    double wait; /* of no consequence: the only thread never waits for itself */
    if (!acquire_args(vm, args, nargs, kwnames, &wait))
        return VALUE_NULL;
    RLOCK(self)->count++;
    return VALUE_TRUE;
}

static Value not_acquired(MinipyVM *vm)
{
    return error_set(vm, EXC_RuntimeError, "cannot release un-acquired lock");
}

FN(rlock_release)
{
    UNUSED();
    if (RLOCK(self)->count == 0)
        return not_acquired(vm);
    RLOCK(self)->count--;
    return VALUE_NONE;
}

FN(rlock_is_owned)
{
    UNUSED();
    return value_from_bool(RLOCK(self)->count > 0);
}

FN(rlock_release_save)
{
    UNUSED();
    if (RLOCK(self)->count == 0)
        return not_acquired(vm);
    Value state[2] = {int_from_u64(vm, RLOCK(self)->count), this_thread(vm)};
    RLOCK(self)->count = 0;
    return tuple_from_steal(vm, state, 2);
}

FN(rlock_acquire_restore)
{
    UNUSED();
    Value state = args[0];
    if (!value_is_tuple(state) || tuple_size(state) != 2 ||
        !value_is_int(tuple_get_borrow(state, 0)))
        return error_set(vm, EXC_TypeError, "argument 1 must be 2-item tuple, not %T",
                         state);
    uint64_t count = int_as_u64(vm, tuple_get_borrow(state, 0));
    if (error_occurred(vm))
        return VALUE_NULL;
    RLOCK(self)->count = count;
    return VALUE_NONE;
}

FN(rlock_at_fork_reinit)
{
    UNUSED();
    RLOCK(self)->count = 0;
    return VALUE_NONE;
}

static Value rlock_repr(MinipyVM *vm, Value self)
{
    char text[96];
    uint64_t n = RLOCK(self)->count;
    snprintf(text, sizeof text, "owner=%lu count=%lu at %p",
             n ? (unsigned long)pthread_self() : 0, (unsigned long)n,
             (void *)value_obj(self));
    return str_format_c(vm, "<%s %s object %s>", n ? "locked" : "unlocked",
                        type_name_cstr(value_type(vm, self)), text);
}

static Value rlock_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
                       Value kwnames)
{
    (void)args, (void)nargs, (void)kwnames;
    return value_from_obj(object_alloc(vm, cls, 0));
}

static const MethodDef rlock_methods[] = {
    {"acquire", thread_rlock_acquire, M_KW, "acquire(blocking=True) -> bool"},
    {"release", thread_rlock_release, M_NOARGS, "release()"},
    {"_is_owned", thread_rlock_is_owned, M_NOARGS,
     "_is_owned() -> bool\n\nFor internal use by `threading.Condition`."},
    {"_acquire_restore", thread_rlock_acquire_restore, M_O,
     "_acquire_restore(state) -> None\n\nFor internal use by `threading.Condition`."},
    {"_release_save", thread_rlock_release_save, M_NOARGS,
     "_release_save() -> tuple\n\nFor internal use by `threading.Condition`."},
    {"__enter__", thread_rlock_acquire, M_KW, "acquire(blocking=True) -> bool"},
    {"__exit__", thread_rlock_release, M_FAST, "release()"},
    {"_at_fork_reinit", thread_rlock_at_fork_reinit, M_NOARGS, NULL},
    {0},
};
static const TypeSpec rlock_spec = {
    .name = "_thread.RLock",
    .kind = KIND_OBJECT,
    .base = KIND_OBJECT,
    .flags = TYPE_BASE | TYPE_WEAKREFS,
    .basicsize = sizeof(RLockObj),
    .slots = {.new_ = rlock_new, .repr = rlock_repr},
    .methods = rlock_methods,
};

/* ---- _local ---------------------------------------------------------------------- */

static Value local_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
                       Value kwnames)
{
    (void)args;
    bool any = nargs > 0 || (kwnames && tuple_size(kwnames) > 0);
    if (any && cls->slots.init == vm->types[KIND_OBJECT]->slots.init)
        return error_set(vm, EXC_TypeError,
                         "Initialization arguments are not supported");
    return value_from_obj(object_alloc(vm, cls, 0));
}

static int local_dict_set(MinipyVM *vm, Value self, Value value, void *closure)
{
    (void)value, (void)closure;
    return error_set(vm, EXC_AttributeError,
                     "'%T' object attribute '__dict__' is read-only", self),
           -1;
}

static const GetSetDef local_getsets[] = {
    {"__dict__", inst_dict_get, local_dict_set, NULL, NULL},
    {0},
};
static const TypeSpec local_spec = {
    .name = "_thread._local",
    .doc = "Thread-local data",
    .kind = KIND_OBJECT,
    .base = KIND_OBJECT,
    .flags = TYPE_BASE | TYPE_GC | TYPE_WEAKREFS | TYPE_HAS_INST,
    .basicsize = sizeof(LocalObj),
    .inst_offset = offsetof(LocalObj, head),
    .slots = {.new_ = local_new},
    .getsets = local_getsets,
};

/* ---- functions ------------------------------------------------------------------- */

static Value lock_new(MinipyVM *vm)
{
    TypeObj *t = vm->native_types;
    while (t && t->spec != &lock_spec)
        t = t->next_native;
    return t ? value_from_obj(object_alloc(vm, t, 0))
             : error_set(vm, EXC_RuntimeError, "lost _thread.lock");
}

FN(allocate_lock)
{
    UNUSED();
    return lock_new(vm);
}

FN(get_ident)
{
    UNUSED();
    return this_thread(vm);
}

FN(get_native_id)
{
    UNUSED();
    return value_from_imm(gettid());
}

FN(count)
{
    UNUSED();
    return value_from_imm(0);
}

FN(exit)
{
    UNUSED();
    return error_set_none(vm, EXC_SystemExit);
}

FN(start_new_thread)
{
    (void)self, (void)kwnames;
    if (!args_check(vm, "start_new_thread", nargs, 2, 3))
        return VALUE_NULL;
    if (!object_callable(args[0]))
        return error_set(vm, EXC_TypeError, "first arg must be callable");
    if (!value_is_tuple(args[1]))
        return error_set(vm, EXC_TypeError, "2nd arg must be a tuple");
    if (nargs > 2 && !value_is_dict(args[2]))
        return error_set(vm, EXC_TypeError, "optional 3rd arg must be a dictionary");
    return error_set(vm, EXC_RuntimeError, "can't start new thread");
}

FN(interrupt_main)
{
    int signum = SIGINT;
    (void)self, (void)kwnames;
    if (!args_check(vm, "interrupt_main", nargs, 0, 1) ||
        (nargs && !arg_int(vm, args[0], &signum)))
        return VALUE_NULL;
    if (signum < 1 || signum > 64)
        return error_set(vm, EXC_ValueError, "signal number out of range");
    signals_simulate(vm, signum);
    return VALUE_NONE;
}

/* The size is remembered in the module's state, for the next call to return. */
FN(stack_size)
{
    int64_t size = 0, *state = MODULE(self)->state;
    (void)kwnames;
    if (nargs > 1)
        return error_set(vm, EXC_TypeError,
                         "stack_size() takes at most 1 argument (%zd given)",
                         (int64_t)nargs);
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

static Value thread_title(MinipyVM *vm, Value thread)
{
    Value name = VALUE_NULL;
    int r = thread == VALUE_NONE
                ? 0
                : object_lookup_attr(vm, thread, NAME(vm, name), &name);
    if (r < 0)
        return VALUE_NULL;
    Value text = r ? str_format_c(vm, "Exception in thread %S:\n", name)
                   : str_format_c(vm, "Exception in thread %lu:\n",
                                  (unsigned long)pthread_self());
    value_xdecref(vm, name);
    return text;
}

FN(excepthook)
{
    (void)self, (void)nargs, (void)kwnames;
    TypeObj *t = structseq_type(vm, &hook_args_spec);
    bool ok = t && value_type(vm, args[0]) == t;
    if (t)
        obj_decref(vm, &t->ob);
    if (!ok)
        return error_set(vm, EXC_TypeError,
                         "_thread.excepthook argument type must be ExceptHookArgs");
    Value exc = tuple_get_borrow(args[0], 1);
    if (tuple_get_borrow(args[0], 0) == value_from_obj(vm->exc[EXC_SystemExit]) ||
        !value_is_exception(exc))
        return VALUE_NONE; /* exit() of a thread is silent */
    Value file = dict_get_cstr_borrow(vm, vm->sysdict, "stderr");
    if (!file || file == VALUE_NONE)
        return VALUE_NONE;
    value_incref(file);
    Value title = thread_title(vm, tuple_get_borrow(args[0], 3)), text = VALUE_NULL,
          r = VALUE_NULL;
    if (title && (text = traceback_format(vm, exc)) &&
        (r = call_method_cstr(vm, file, "write", &title, 1))) {
        value_decref(vm, r);
        r = call_method_cstr(vm, file, "write", &text, 1);
    }
    value_xdecref(vm, title);
    value_xdecref(vm, text);
    value_decref(vm, file);
    value_xdecref(vm, r);
    return r ? VALUE_NONE : VALUE_NULL;
}

/* ---- the module ------------------------------------------------------------------ */

static const MethodDef functions[] = {
    {"start_new_thread", thread_start_new_thread, M_FAST,
     "start_new_thread(function, args[, kwargs])\n(start_new() is an obsolete "
     "synonym)"},
    {"start_new", thread_start_new_thread, M_FAST,
     "start_new_thread(function, args[, kwargs])\n(start_new() is an obsolete "
     "synonym)"},
    {"allocate_lock", thread_allocate_lock, M_NOARGS,
     "allocate_lock() -> lock object\n(allocate() is an obsolete synonym)"},
    {"allocate", thread_allocate_lock, M_NOARGS,
     "allocate_lock() -> lock object\n(allocate() is an obsolete synonym)"},
    {"exit_thread", thread_exit, M_NOARGS,
     "exit()\n(exit_thread() is an obsolete synonym)"},
    {"exit", thread_exit, M_NOARGS, "exit()\n(exit_thread() is an obsolete synonym)"},
    {"interrupt_main", thread_interrupt_main, M_FAST,
     "interrupt_main(signum=signal.SIGINT, /)"},
    {"get_ident", thread_get_ident, M_NOARGS, "get_ident() -> integer"},
    {"get_native_id", thread_get_native_id, M_NOARGS, "get_native_id() -> integer"},
    {"_count", thread_count, M_NOARGS, "_count() -> integer"},
    {"stack_size", thread_stack_size, M_FAST, "stack_size([size]) -> size"},
    {"_set_sentinel", thread_allocate_lock, M_NOARGS, "_set_sentinel() -> lock"},
    {"_excepthook", thread_excepthook, M_O,
     "excepthook(exc_type, exc_value, exc_traceback, thread)\n\nHandle uncaught "
     "Thread.run() exception."},
    {0},
};

static int add_type(MinipyVM *vm, Value m, const char *name, const TypeSpec *spec)
{
    TypeObj *t = type_from_spec(vm, spec);
    return t ? module_add_steal(vm, m, name, value_from_obj(t)) : -1;
}

static int thread_exec(MinipyVM *vm, Value m)
{
    TypeObj *hook_args = structseq_type(vm, &hook_args_spec);
    if (!hook_args ||
        module_add_steal(vm, m, "_ExceptHookArgs", value_from_obj(hook_args)) < 0 ||
        add_type(vm, m, "LockType", &lock_spec) < 0 ||
        add_type(vm, m, "RLock", &rlock_spec) < 0 ||
        add_type(vm, m, "_local", &local_spec) < 0 ||
        module_add_steal(vm, m, "error",
                         value_incref(value_from_obj(vm->exc[EXC_RuntimeError]))) < 0)
        return -1;
    return module_add_steal(vm, m, "TIMEOUT_MAX", float_new(vm, TIMEOUT_MAX));
}

extern const ModuleSpec thread_module_spec;
const ModuleSpec thread_module_spec = {
    .name = "_thread",
    .doc = "This module provides primitive operations to write multi-threaded "
           "programs.\nThe "
           "'threading' module provides a more convenient interface.",
    .methods = functions,
    .exec = thread_exec,
};
