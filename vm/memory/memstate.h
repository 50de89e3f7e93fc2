/* memstate.h - making and measuring a vm's allocator: for state.c and the public API.
 */
#ifndef MINIPY_VM_MEMORY_MEMSTATE_H
#define MINIPY_VM_MEMORY_MEMSTATE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "vm/core/value.h"

struct MemState;
struct MemState *
mem_state_new(size_t limit); /* limit in bytes, 0: none; NULL: out of memory */
void mem_state_free(
    struct MemState *m); /* small blocks go with it; large ones must be freed before */
size_t mem_bytes(MinipyVM *vm);  /* taken from the system now */
size_t mem_blocks(MinipyVM *vm); /* blocks in use, counted by walking the pools */
/* A table of the pools and the totals, for people (mem_stats.c). */
void mem_print_stats(MinipyVM *vm, FILE *out);
/* While on, mem_take_inline finds nothing, so that every block comes from mem_alloc. */
void mem_watch(MinipyVM *vm, bool on);
/* Bytes that a block of mem_alloc has, which may be more than were asked for. */
size_t mem_block_size(MinipyVM *vm, void *block);
void mem_set_limit(MinipyVM *vm, size_t limit);
size_t mem_lift_limit(MinipyVM *vm); /* what it was, to be set again */
/* Builds with MINIPY_FAIL_ALLOC: the n-th request from now fails. Elsewhere: no effect.
 */
void mem_fail_after(MinipyVM *vm, int64_t n);

#endif
