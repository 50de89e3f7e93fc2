/* limits.h - the budgets of a run, and its end when one of them is met.
 *
 * A run begins when the host calls into a vm in which nothing runs, and ends when that
 * call returns. When its budget of instructions, time or memory is met, or the host
 * says so, the vm is stopped: the exception passes every handler, `with` and `finally`,
 * every Python function ends at its first poll, calls that block return, and so do
 * loops in C (limits_poll). It stays so until limits_reset. Implementation: limits.c.
 */
#ifndef MINIPY_VM_THREADS_LIMITS_H
#define MINIPY_VM_THREADS_LIMITS_H

#include "vm/core/hooks.h"
#include "vm/core/vm.h"

/* Of signals_noted: that the vm is stopped. Signal 32 is the C library's own, so no
 * handler ever notes it. */
#define LIMITS_STOP_NOTE (UINT64_C(1) << 31)

/* Sets the time limit, 0: none. While nothing runs. */
void limits_set_time(MinipyVM *vm, uint64_t ns);
/* An outermost call of the host begins and ends. */
void limits_first_begins(MinipyVM *vm);
void limits_last_ends(MinipyVM *vm);
static inline void limits_run_begins(MinipyVM *vm)
{
    if (vm->runs++ == 0)
        limits_first_begins(vm);
}
static inline void limits_run_ends(MinipyVM *vm)
{
    if (--vm->runs == 0)
        limits_last_ends(vm);
}
/* The host has asked for something that the watcher is to pass on. Async-signal-safe.
 */
void limits_wake_watcher(void);
/* Takes a stop back; what is counted begins anew. */
void limits_reset(MinipyVM *vm);
/* The child of a fork has but one thread. */
void limits_after_fork(MinipyVM *vm);
/* The signal that ends blocking calls, which a program may not take; 0: none yet. */
int limits_signal(void);

#endif
