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
#include "vm/eval/frame.h"

/* Among the noted signals: that the vm is stopped, or interrupted by the host. Signals
 * 32 and 33 are the C library's own, so no handler ever notes them. */
#define LIMITS_STOP_NOTE (UINT64_C(1) << 31)
#define LIMITS_INTERRUPT_NOTE (UINT64_C(1) << 32)
#define LIMITS_NOTES (LIMITS_STOP_NOTE | LIMITS_INTERRUPT_NOTE)
enum { LIMITS_NO_KICKER = -1 }; /* of vm->kicker, see limits.c */

/* At the start of a vm, on the thread that makes it, whose settings have its limits. */
void limits_init(MinipyVM *vm);
/* Sets the time limit, 0: none. While nothing runs. */
void limits_set_time(MinipyVM *vm, uint64_t ns);
/* An outermost call of the host begins and ends: what only few vms have to do. */
void limits_first_begins(MinipyVM *vm);
void limits_last_ends(MinipyVM *vm);
/* Most calls are short and of vms without limits: these are a few instructions then. */
static inline void limits_run_begins(MinipyVM *vm)
{
    int outer = vm->runs;
    __atomic_store_n(&vm->runs, outer + 1, __ATOMIC_RELAXED);
    if (outer)
        return;
    vm->polls = 0;
    vm->waits_alone = !vm->settings.time_limit_ns && !vm->owns_signals;
    if (unlikely(gate_requests_get(&vm->requests) || vm->settings.time_limit_ns))
        limits_first_begins(vm);
}
static inline void limits_run_ends(MinipyVM *vm)
{
    int outer = vm->runs - 1;
    __atomic_store_n(&vm->runs, outer, __ATOMIC_RELAXED);
    if (outer)
        return;
    if (unlikely(vm->watched ||
                 __atomic_load_n(&vm->kicker, __ATOMIC_RELAXED) != LIMITS_NO_KICKER ||
                 gate_requests_get(&vm->requests) || limits_stopped(vm) != STOP_NONE ||
                 frame_stack_is_deep(vm)))
        limits_last_ends(vm);
    vm->waits_alone = false;
}
/* The host interrupts, or takes that back. Any thread; async-signal-safe. */
void limits_interrupt(MinipyVM *vm);
void limits_forget_interrupt(MinipyVM *vm);
/* The host stops the vm. Any thread; async-signal-safe. */
void limits_stop_by_host(MinipyVM *vm);
/* What is noted of LIMITS_NOTES is raised: -1, or 0. */
int limits_run_noted(MinipyVM *vm);
/* Is what is raised what says that the vm was stopped? Something else was on its way
 * out when another thread stopped it. */
bool limits_raised(MinipyVM *vm);
/* Takes a stop back; what is counted begins anew. */
void limits_reset(MinipyVM *vm);
/* The child of a fork has but one thread. */
void limits_after_fork(MinipyVM *vm);
/* The signal that ends blocking calls, which a program may not take; 0: none yet. */
int limits_signal(void);

#endif
