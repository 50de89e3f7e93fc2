/* poll.c - what the loop does when the gate is raised: a collection, signals, limits, a
 * switch to another thread, an interrupt.
 */
#include "vm/eval/eval.h"

#include "vm/code/code_instr.h"
#include "vm/core/hooks.h"
#include "vm/eval/specialize.h"
#include "vm/memory/gc.h"
#include "vm/threads/thread.h"

int eval_poll(MinipyVM *vm)
{
    uint32_t flags = gate_requests_get(&vm->requests);
    if ((flags & ~GATE_REQUEST_SETTRACE) == 0)
        return 0; /* the table is all that it asks for */
    if (flags & GATE_REQUEST_SAMPLE)
        probes_sample(&vm->consumers);
    if (flags & GATE_REQUEST_GC)
        gc_run_pending(vm);
    if ((flags & GATE_REQUEST_SIGNAL) && signals_run_pending(vm) < 0)
        return -1;
    if ((flags & GATE_REQUEST_BUDGET) && limits_check(vm) < 0)
        return -1;
    if (flags & GATE_REQUEST_WAKE)
        thread_wake_ready(vm);
    if (flags & GATE_REQUEST_SWITCH)
        thread_yield(vm);
    if ((flags & GATE_REQUEST_ASYNC) && thread_take_async(vm) < 0)
        return -1;
    return flags & GATE_REQUEST_INTERRUPT ? limits_take_interrupt(vm) : 0;
}

/* Is the instruction at `next` the one behind the call `prev`? Before the first of a
 * frame `prev` is any number. */
static bool is_behind_call(const CodeObj *code, int prev, int next)
{
    if (prev < 0 || prev >= next)
        return false;
    switch (opcode_base[instr_op(code_instr(code, (uint32_t)prev))]) {
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
