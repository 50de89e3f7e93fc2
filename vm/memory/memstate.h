/* memstate.h - making and measuring a vm's allocator: for state.c and the public API.
 */
#ifndef MINIPY_VM_MEMORY_MEMSTATE_H
#define MINIPY_VM_MEMORY_MEMSTATE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "vm/core/value.h"

struct MemState;
/* A host's allocator: block NULL makes one, size 0 frees it, else it is resized; old is
 * its size. NULL: there is no memory. */
typedef void *(*MemAllocate)(void *user, void *block, size_t old, size_t size);
/* limit in bytes, 0: none. allocate NULL: pools and malloc; else every block is the
 * host's. NULL: out of memory. */
struct MemState *mem_state_new(size_t limit, MemAllocate allocate, void *user);
void mem_state_free(
    struct MemState *m); /* small blocks go with it; large ones must be freed before */
/* The process has no other user than this vm: more of what is freed stays for later. */
void mem_owns_process(MinipyVM *vm);
/* The vm ends: what is freed from here on goes back to the system with all the rest. */
void mem_end(MinipyVM *vm);
size_t mem_bytes(MinipyVM *vm);  /* taken from the system now */
size_t mem_blocks(MinipyVM *vm); /* blocks in use, counted by walking the pools */
/* A table of the pools and the totals, for people (mem_stats.c). */
void mem_print_stats(MinipyVM *vm, FILE *out);
/* While on, mem_take_inline finds nothing, so that every block comes from mem_alloc. */
void mem_watch(MinipyVM *vm, bool on);
/* Somebody who is told of every block that is taken (also when a block of that address
 * is resized) and given back. What it does may take and give memory itself. */
typedef struct MemTracer {
    void (*taken)(void *user, void *block, size_t size); /* size: as it was asked for */
    void (*given)(void *user, void *block);
    /* What is taken from now on counts as taken where `block` was, and not at all if
     * that is not known; NULL: as ever. */
    void (*likened)(void *user, void *block);
    void *user;
} MemTracer;
/* From now on `tracer`, which must live as long, is told; NULL: nobody is. */
void mem_trace(MinipyVM *vm, const MemTracer *tracer);
/* Tells it, if there is one, what the next blocks are only another form of. */
void mem_trace_like(MinipyVM *vm, void *block);
/* Bytes that a block of mem_alloc has, which may be more than were asked for. */
size_t mem_block_size(MinipyVM *vm, void *block);
/* Whether a block of mem_alloc, of any vm, is this vm's. */
bool mem_is_own(MinipyVM *vm, void *block);
void mem_set_limit(MinipyVM *vm, size_t limit);
size_t mem_lift_limit(MinipyVM *vm); /* what it was, to be set again */
/* Builds with MINIPY_FAIL_ALLOC: the n-th request from now fails; 0: none; -1: each
 * that comes from a new place (fail_places.h). The number before, less the requests
 * since, or less those that failed. Elsewhere: no effect. */
int64_t mem_fail_after(MinipyVM *vm, int64_t n);

#endif
