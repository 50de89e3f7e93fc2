/* poll.c - what the loop does when the gate is raised: a collection, signals, limits, a
 * switch to another thread, an interrupt.
 */
#include "vm/eval/eval.h"

#include "vm/core/hooks.h"
#include "vm/memory/gc.h"
#include "vm/threads/thread.h"

int eval_poll(MinipyVM *vm)
{
    uint32_t flags = gate_requests_get(&vm->requests);
    if (flags & GATE_REQUEST_GC)
        gc_run_pending(vm);
    if ((flags & GATE_REQUEST_SIGNAL) && signals_run_pending(vm) < 0)
        return -1;
    if ((flags & GATE_REQUEST_BUDGET) && limits_check(vm) < 0)
        return -1;
    if (flags & GATE_REQUEST_SWITCH)
        thread_yield(vm);
    return flags & GATE_REQUEST_INTERRUPT ? limits_take_interrupt(vm) : 0;
}
