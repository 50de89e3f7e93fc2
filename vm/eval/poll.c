/* poll.c - what the loop does when the gate is raised: a collection, signals, limits, a
 * switch to another thread, an interrupt.
 */
#include "vm/eval/eval.h"

#include <time.h>

#include "vm/core/hooks.h"
#include "vm/eval/specialize.h"
#include "vm/memory/gc.h"
#include "vm/threads/thread.h"

/* The limits that minipy.h offers: calls and loop rounds, and wall time. The request
 * stays raised while there is a limit, so that every poll comes here. -1: the limit is
 * met. */
static int check_budget(MinipyVM *vm)
{
    vm->polls++;
    if (vm->settings.instruction_limit && vm->polls > vm->settings.instruction_limit) {
        vm->polls = 0;
        error_set(vm, EXC_RuntimeError, "the instruction limit of %lu was exceeded",
                  vm->settings.instruction_limit);
        return -1;
    }
    if (vm->settings.time_limit_ns && vm->polls % 128 == 0) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        uint64_t now = (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
        if (!vm->deadline_ns)
            vm->deadline_ns = now + vm->settings.time_limit_ns;
        if (now > vm->deadline_ns) {
            vm->deadline_ns = 0;
            error_set(vm, EXC_TimeoutError, "the time limit of %lu ms was exceeded",
                      vm->settings.time_limit_ns / 1000000);
            return -1;
        }
    }
    return 0;
}

int eval_poll(MinipyVM *vm)
{
    uint32_t flags = gate_requests_get(&vm->requests);
    if (flags & GATE_REQUEST_GC)
        gc_run_pending(vm);
    if ((flags & GATE_REQUEST_SIGNAL) && signals_run_pending(vm) < 0)
        return -1;
    if ((flags & GATE_REQUEST_BUDGET) && check_budget(vm) < 0)
        return -1;
    if (flags & GATE_REQUEST_SWITCH)
        thread_yield(vm);
    if ((flags & GATE_REQUEST_INTERRUPT) && thread_is_main(vm)) {
        gate_requests_clear(&vm->requests, GATE_REQUEST_INTERRUPT);
        error_set_none(vm, EXC_KeyboardInterrupt);
        return -1;
    }
    return 0;
}

/* Is the instruction at `next` the one behind the call `prev`? */
static bool is_behind_call(const CodeObj *code, int prev, int next)
{
    if (prev < 0)
        return false;
    switch (opcode_base[instr_op(code->instrs[prev])]) {
    case OP_CALL:
    case OP_CALL_KW: return next == prev + 1 + CACHE_UNITS(CallCache);
    case OP_CALL_FUNCTION_EX: return next == prev + 1;
    default: return false;
    }
}

int eval_poll_behind_call(MinipyVM *vm, Frame *frame, int prev)
{
    Instr *ip = frame->ip;
    if (!is_behind_call(frame->code, prev, frame_unit(frame)))
        return 0;
    frame->ip =
        frame->code->instrs + prev + 1; /* tracebacks and f_lineno show the call */
    if (eval_poll(vm) < 0)
        return -1;
    frame->ip = ip;
    return 0;
}
