/* trace_more.h - the events of provider minipy that the loop makes (lane MORE of the
 * gate): off its plain table for kernel tracers, at patches and where an exception is
 * raised for observers. trace.c and patch.c call these; they cost a traced loop one
 * test where nobody waits for them. */
#ifndef MINIPY_VM_EVAL_TRACE_MORE_H
#define MINIPY_VM_EVAL_TRACE_MORE_H

#include "probes/consumer.h"
#include "probes/views/call_times.h"
#include "vm/eval/trace.h"

/* Might anybody wait for one of them? */
static inline bool trace_more_wanted(const MinipyVM *vm)
{
    return (gate_read() & GATE_LANE_MORE) != 0 ||
           (vm->consumers.wanted & probes_of_more) != 0;
}

/* Does a kernel's tracer wait for one that needs entries, returns or calls of C? */
bool trace_more_wants_calls(void);
/* Puts the allocator on the path that reports objects, or takes it off, and the loop on
 * the look-out for exceptions; forgets the clocks that nobody reads any more. */
void trace_more_update(MinipyVM *vm, bool probes);
void trace_more_thread_fini(MinipyVM *vm, TraceThread *t);

/* What a frame says beside function__entry, and beside function__return; before that
 * one the clock is read (trace_more_leaving), for the time until then. */
void trace_more_entry(MinipyVM *vm, Frame *f);
uint64_t trace_more_leaving(MinipyVM *vm);
/* How long the frame has run, in ns; 0: that is not known. */
uint64_t trace_more_ran(MinipyVM *vm, const Frame *f);
void trace_more_return(MinipyVM *vm, Frame *f, uint64_t left, bool yields);

/* An exception is in vm->raised. */
void trace_more_raise(MinipyVM *vm, Frame *f);
void trace_more_handled(MinipyVM *vm, Frame *f, Instr handler);
void trace_more_unwind(MinipyVM *vm, Frame *f);

/* The exact profile that alone hears of the frame's calls of C, and counts them by
 * nothing but their rows in the tables of methods; NULL: it is not so. */
CallTimes *trace_more_times(const MinipyVM *vm, const Frame *f);
/* A call of func, a native function or method_descriptor. */
bool trace_more_wants_natives(MinipyVM *vm);
void trace_more_native(MinipyVM *vm, Frame *f, TraceEvent event, Value func);

#endif
