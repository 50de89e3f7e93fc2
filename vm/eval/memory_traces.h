/* memory_traces.h - where each block of memory was taken, for the module _tracemalloc.
 *
 * What is kept is the process's, not the vm's: it counts towards no limit. While nobody
 * traces, nothing is asked anywhere (mem_trace()). */
#ifndef MINIPY_VM_EVAL_MEMORY_TRACES_H
#define MINIPY_VM_EVAL_MEMORY_TRACES_H

#include "vm/core/vm.h"

enum { MEMORY_FRAMES_MAX = 65535 };

/* Begins; each traceback has at most so many frames. Traces already: nothing changes.
 * -1: MemoryError. */
int memory_traces_start(MinipyVM *vm, int frames);
void memory_traces_stop(MinipyVM *vm);
/* Ends it and forgets the number of frames: the vm ends. */
void memory_traces_fini(MinipyVM *vm);

/* Are blocks traced now? */
bool memory_traces_on(const MinipyVM *vm);
int memory_traces_limit(const MinipyVM *vm); /* frames; 1 if it was never started */
/* Forgets the traces of all blocks. Cannot fail. */
void memory_traces_clear(MinipyVM *vm);
/* The peak becomes the present size. */
void memory_traces_reset_peak(MinipyVM *vm);
/* Bytes of the blocks that are traced now, and the most there were. */
void memory_traces_size(const MinipyVM *vm, size_t *now, size_t *peak);
size_t memory_traces_cost(const MinipyVM *vm); /* bytes that the traces take */

/* A list of (0, size, frames, how many frames there were). New. */
Value memory_traces_list(MinipyVM *vm);
/* The frames of the object's block as ((filename, line), ...), the innermost first;
 * None when it has no trace. New. */
Value memory_traces_of(MinipyVM *vm, Value object);

#endif
