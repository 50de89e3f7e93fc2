/* thread_locks.c - the types _thread.lock and _thread.RLock.
 *
 * A lock is a field that the vm's lock guards, and a line of threads that sleep until
 * it is free (vm/threads/vm_lock.c). Whoever releases it wakes the first of them, but
 * leaves it free: it may well take it again itself before that thread runs. A thread
 * that was woken in vain is handed it the next time, so that none waits for ever. Read
 * first: thread_private.h.
 */
#include "stdlib/seconds.h"
#include "probes/report.h"
#include "stdlib/threads/thread_private.h"

#include <errno.h>
#include <stdio.h>
#include <time.h>

#include "vm/containers/sequence.h"
#include "vm/numbers/float.h"
#include "vm/threads/signals.h"
#include "vm/core/hooks.h"

/* What both types begin with. */
typedef struct LockObj {
    Object ob;
    bool taken;
    uint64_t heir; /* serial of the thread that was handed it and does not know; 0 */
    ThreadLine line;
} LockObj;
typedef struct RLockObj {
    LockObj lock;
    uint64_t owner, count; /* count 0: not held by a thread that knows */
} RLockObj;
#define LOCK(v) ((LockObj *)(uintptr_t)(v))
#define RLOCK(v) ((RLockObj *)(uintptr_t)(v))

/* ---- waiting --------------------------------------------------------------------- */

/* acquire(blocking=True, timeout=-1): *wait is 0, a time, or THREAD_FOREVER. */
static bool acquire_args(MinipyVM *vm, Value blocking_arg, Value timeout, double *wait)
{
    int blocking = 1;
    *wait = THREAD_FOREVER;
    if ((blocking_arg && !arg_int_ranged(vm, blocking_arg, &blocking)) ||
        (timeout && !seconds_of(vm, timeout, wait)))
        return false;
    if (!blocking && *wait != THREAD_FOREVER)
        error_set(vm, EXC_ValueError,
                  "can't specify a timeout for a non-blocking call");
    else if (*wait < 0 && *wait != THREAD_FOREVER)
        error_set(vm, EXC_ValueError, "timeout value must be positive");
    else {
        if (!blocking)
            *wait = 0;
        return true;
    }
    return false;
}

/* Once: 1 look again, 0 the time is over, -1 a handler raised. */
static int wait_once(MinipyVM *vm, ThreadLine *line, const struct timespec *end)
{
    if (signals_checked(vm) < 0)
        return -1;
    Thread *t = vm->threads->current;
    bool woken = thread_line_sleep(vm, line, end);
    bool over = !woken && errno == ETIMEDOUT;
    t->passed_over = woken;
    /* What arrived while it waited must not wait for the next poll: that may be in
     * the `finally` that gives another lock back. */
    if (signals_noted(vm) && signals_run_pending(vm) < 0) {
        if (woken)
            thread_line_wake(vm, line);
        return -1;
    }
    return !over;
}

static int wait_for(MinipyVM *vm, Value self, ThreadLine *line, ThreadCome come,
                    double wait)
{
    struct timespec end = seconds_timespec(wait > 0 ? seconds_now() + wait : 0);
    int r = 1;
    if (wait == 0)
        return 0;
    if (thread_set_init(vm) < 0)
        return error_set_oom(vm), -1;
    while (r > 0) {
        r = wait_once(vm, line, wait == THREAD_FOREVER ? NULL : &end);
        if (r >= 0 && come(vm, self)) {
            r = 1;
            break;
        }
    }
    vm->threads->current->passed_over = false;
    return r;
}

/* No wait is timed that began before anybody asked for its time. */
int thread_wait(MinipyVM *vm, Value self, const char *kind, ThreadLine *line,
                ThreadCome come, double wait)
{
    double began = probes_lock_acquired_wanted(&vm->consumers) ? seconds_now() : 0;
    if (probes_lock_wait_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_lock_wait(&vm->consumers, value_obj(self), kind));
    int r = wait_for(vm, self, line, come, wait);
    if (began > 0 && probes_lock_acquired_wanted(&vm->consumers)) {
        long ns = (long)((seconds_now() - began) * 1e9);
        REPORT_PROBE(
            vm, probes_lock_acquired(&vm->consumers, value_obj(self), kind, ns, r > 0));
    }
    return r;
}

static void set_free(MinipyVM *vm, LockObj *lock)
{
    Thread *first = thread_line_first(&lock->line);
    lock->heir = first && first->passed_over ? first->serial : 0;
    lock->taken = lock->heir != 0;
    thread_line_wake(vm, &lock->line);
}

static bool is_ours_now(MinipyVM *vm, Value self)
{
    LockObj *lock = LOCK(self);
    if (lock->taken && lock->heir != thread_serial(vm))
        return false;
    lock->heir = 0;
    return lock->taken = true;
}

/* Until it is free or the time is over: 1 taken, 0 not, -1 a handler raised. */
static int take(MinipyVM *vm, Value self, const char *kind, double wait)
{
    LockObj *lock = LOCK(self);
    if (likely(!lock->taken)) {
        lock->taken = true;
        return 1;
    }
    if (wait == 0)
        return 0;
    int r = thread_wait(vm, self, kind, &lock->line, is_ours_now, wait);
    if (r < 0 && lock->heir == thread_serial(vm))
        set_free(vm, lock);
    return r;
}

/* ---- lock ------------------------------------------------------------------------ */

FN(thread_lock_acquire)
{
    double wait;
    if (!acquire_args(vm, GIVEN(0), GIVEN(1), &wait))
        return VALUE_NULL;
    return value_true_or_error(take(vm, self, "lock", wait));
}

FN(thread_lock_release)
{
    if (!LOCK(self)->taken)
        return error_set(vm, EXC_RuntimeError, "release unlocked lock");
    set_free(vm, LOCK(self));
    return VALUE_NONE;
}

FN(thread_lock_locked)
{
    return value_from_bool(LOCK(self)->taken);
}

FN(thread_lock_at_fork_reinit)
{
    set_free(vm, LOCK(self));
    return VALUE_NONE;
}

static Value lock_repr(MinipyVM *vm, Value self)
{
    char address[32];
    snprintf(address, sizeof address, "%p", (void *)value_obj(self));
    return str_format_c(vm, "<%s %s object at %s>",
                        LOCK(self)->taken ? "locked" : "unlocked",
                        type_name_cstr(value_type(vm, self)), address);
}

#define ACQUIRE_SIGNATURE "($self, blocking=True, timeout=-1)"
#define ACQUIRE_DOC                                                                    \
    "acquire(blocking=True, timeout=-1) -> bool\n(acquire_lock() is an obsolete "      \
    "synonym)"
/* acquire by another name, which CPython's messages do not know. */
static Value acquire_alias(MinipyVM *vm, NativeFn acquire, Value self,
                           const Value *args, size_t nargs, Value kwnames)
{
    static const MethodDef row = {.name = "acquire", .signature = ACQUIRE_SIGNATURE};
    Value a[2] = {VALUE_NULL};
    if ((nargs || kwnames) && !args_take(vm, &row, args, nargs, kwnames, a))
        return VALUE_NULL;
    return acquire(vm, self, a, 2, VALUE_NULL);
}

FN(thread_lock_alias)
{
    return acquire_alias(vm, thread_lock_acquire, self, args, nargs, kwnames);
}

static METHODS(lock_methods,
    {"acquire_lock", thread_lock_alias, M_UNSIGNED, "($self, *args, **kwargs)", ACQUIRE_DOC},
    {"acquire", thread_lock_acquire, M_UNSIGNED, ACQUIRE_SIGNATURE, ACQUIRE_DOC},
    {"release_lock", thread_lock_release, M_UNSIGNED, "($self, /)", "release()"},
    {"release", thread_lock_release, M_UNSIGNED, "($self, /)", "release()"},
    {"locked_lock", thread_lock_locked, M_UNSIGNED, "($self, /)", "locked() -> bool"},
    {"locked", thread_lock_locked, M_UNSIGNED, "($self, /)", "locked() -> bool"},
    {"__enter__", thread_lock_alias, M_UNSIGNED, "($self, *args, **kwargs)", ACQUIRE_DOC},
    {"__exit__", thread_lock_release, M_BARE | M_UNSIGNED, "($self, *args)", "release()"},
    {"_at_fork_reinit", thread_lock_at_fork_reinit, M_UNSIGNED, "($self, /)", NULL},
);
TYPE_SPEC(thread_lock_spec,
    .name = "_thread.lock",
    .doc = "A lock object is a synchronization primitive.  To create a lock,\ncall threading.Lock().",
    .flags = TYPE_OWN_MODULE | TYPE_NO_NEW | TYPE_WEAKREFS, .basicsize = sizeof(LockObj),
    .slots = {.repr = lock_repr},
    .methods = lock_methods,
);

static TypeObj *lock_type(MinipyVM *vm)
{
    return module_type_borrow(vm, &thread_lock_spec);
}

Value thread_lock_new(MinipyVM *vm)
{
    TypeObj *t = lock_type(vm);
    if (!t)
        return error_set(vm, EXC_RuntimeError, "lost _thread.lock");
    return object_alloc_value(vm, t);
}

void thread_lock_release_if_taken(MinipyVM *vm, Value lock)
{
    if (LOCK(lock)->taken)
        set_free(vm, LOCK(lock));
}

/* ---- RLock ----------------------------------------------------------------------- */

static uint64_t this_thread(void)
{
    return (uint64_t)pthread_self();
}

static bool owned(RLockObj *r)
{
    return r->count > 0 && r->owner == this_thread();
}

FN(thread_rlock_acquire)
{
    double wait;
    if (!acquire_args(vm, GIVEN(0), GIVEN(1), &wait))
        return VALUE_NULL;
    RLockObj *lock = RLOCK(self);
    if (owned(lock)) {
        if (lock->count == UINT64_MAX)
            return error_set(vm, EXC_OverflowError, "Internal lock count overflowed");
        lock->count++;
        return VALUE_TRUE;
    }
    int r = take(vm, self, "RLock", wait);
    if (r > 0) {
        lock->owner = this_thread();
        lock->count = 1;
    }
    return value_true_or_error(r);
}

static Value not_acquired(MinipyVM *vm)
{
    return error_set(vm, EXC_RuntimeError, "cannot release un-acquired lock");
}

FN(thread_rlock_release)
{
    RLockObj *lock = RLOCK(self);
    if (!owned(lock))
        return not_acquired(vm);
    if (--lock->count == 0) {
        lock->owner = 0;
        set_free(vm, &lock->lock);
    }
    return VALUE_NONE;
}

FN(thread_rlock_is_owned)
{
    return value_from_bool(owned(RLOCK(self)));
}

FN(thread_rlock_release_save)
{
    RLockObj *lock = RLOCK(self);
    if (lock->count == 0)
        return not_acquired(vm);
    Value state[2] = {int_from_u64(vm, lock->count), int_from_u64(vm, lock->owner)};
    lock->count = lock->owner = 0;
    set_free(vm, &lock->lock);
    return tuple_from_steal(vm, state, 2);
}

static void wrong_state(MinipyVM *vm, const char *where, const char *wanted, Value v)
{
    error_set(vm, EXC_TypeError, "_acquire_restore() argument 1%s must be %s, not %s",
              where, wanted,
              v == VALUE_NONE ? "None" : type_name_cstr(value_type(vm, v)));
}

/* The i-th of a state as C's unsigned long, whose upper bits are left out. */
static bool state_item(MinipyVM *vm, Value state, int i, uint64_t *out)
{
    Value v = sequence_item(vm, state, i);
    if (!v)
        return false;
    bool ok = value_is_int(v);
    if (ok)
        *out = int_low_bits(v);
    else
        wrong_state(vm, i ? ", item 1" : ", item 0", "int", v);
    value_decref(vm, v);
    return ok;
}

/* A pair as C's parser of arguments takes one: of any sequence but bytes. */
static bool state_arg(MinipyVM *vm, Value state, uint64_t *count, uint64_t *owner)
{
    bool sequence = value_is_obj(state) && value_type(vm, state)->slots.sq_item &&
                    !value_is_dict(state) && !value_is_bytes(state);
    int64_t size = sequence ? object_length(vm, state) : 0;
    if (size < 0)
        return false;
    if (!sequence)
        wrong_state(vm, "", "2-item sequence", state);
    else if (size != 2)
        error_set(vm, EXC_TypeError,
                  "_acquire_restore() argument 1 must be sequence of length 2, not %zd",
                  size);
    else
        return state_item(vm, state, 0, count) && state_item(vm, state, 1, owner);
    return false;
}

FN(thread_rlock_acquire_restore)
{
    uint64_t count, owner;
    if (!state_arg(vm, args[0], &count, &owner))
        return VALUE_NULL;
    RLockObj *lock = RLOCK(self);
    if (!vm->threads && lock->lock.taken && thread_set_init(vm) < 0)
        return error_set_oom(vm);
    while (!is_ours_now(vm, self)) /* not for a signal to end */
        thread_line_sleep(vm, &lock->lock.line, NULL);
    lock->owner = owner;
    lock->count = count;
    return VALUE_NONE;
}

FN(thread_rlock_at_fork_reinit)
{
    RLOCK(self)->count = RLOCK(self)->owner = 0;
    set_free(vm, LOCK(self));
    return VALUE_NONE;
}

static Value rlock_repr(MinipyVM *vm, Value self)
{
    char text[96];
    RLockObj *lock = RLOCK(self);
    snprintf(text, sizeof text, "owner=%lu count=%lu at %p", (unsigned long)lock->owner,
             (unsigned long)lock->count, (void *)value_obj(self));
    return str_format_c(vm, "<%s %s object %s>", lock->count ? "locked" : "unlocked",
                        type_name_cstr(value_type(vm, self)), text);
}

static Value rlock_new(NEW_ARGS)
{
    return object_alloc_value(vm, cls);
}

FN(thread_rlock_alias)
{
    return acquire_alias(vm, thread_rlock_acquire, self, args, nargs, kwnames);
}

static METHODS(rlock_methods,
    {"acquire", thread_rlock_acquire, M_UNSIGNED, ACQUIRE_SIGNATURE, "acquire(blocking=True) -> bool"},
    {"release", thread_rlock_release, M_UNSIGNED, "($self, /)", "release()"},
    {"_is_owned", thread_rlock_is_owned, M_UNSIGNED, "($self, /)", "_is_owned() -> bool\n\n"
     "For internal use by `threading.Condition`."},
    {"_acquire_restore", thread_rlock_acquire_restore, M_BARE | M_TUPLE | M_UNSIGNED, "($self, state, /)",
     "_acquire_restore(state) -> None\n\nFor internal use by `threading.Condition`."},
    {"_release_save", thread_rlock_release_save, M_UNSIGNED, "($self, /)", "_release_save() -> tuple\n\n"
     "For internal use by `threading.Condition`."},
    {"__enter__", thread_rlock_alias, M_UNSIGNED, "($self, *args, **kwargs)", "acquire(blocking=True) -> bool"},
    {"__exit__", thread_rlock_release, M_BARE | M_UNSIGNED, "($self, *args)", "release()"},
    {"_at_fork_reinit", thread_rlock_at_fork_reinit, M_UNSIGNED, "($self, /)", NULL},
);
TYPE_SPEC(thread_rlock_spec,
    .name = "_thread.RLock",
    .flags = TYPE_OWN_MODULE | TYPE_BASE | TYPE_WEAKREFS, .basicsize = sizeof(RLockObj),
    .slots = {.new_ = rlock_new, .repr = rlock_repr},
    .methods = rlock_methods,
);
