/* mem.h - the vm's allocator. Blocks up to 512 bytes come from per-vm pools of one size
 * class each; larger ones from malloc. All of it is counted, so that a vm can be given
 * a limit. Failure returns NULL with MemoryError set (mem_try_*: without).
 * Implementation: mem.c. Build with MINIPY_MALLOC=1 to hand every block to malloc
 * (sanitizers).
 */
#ifndef MINIPY_VM_MEMORY_MEM_H
#define MINIPY_VM_MEMORY_MEM_H

#include <string.h>

#include "vm/core/value.h"

void *mem_alloc(MinipyVM *vm,
                size_t size); /* not zeroed; size 0 gives a unique block */
void *mem_calloc(MinipyVM *vm, size_t size); /* zeroed */
/* For what only makes a vm faster, and is bounded: it may go past the limit, NULL is no
 * error, and tracemalloc hears nothing of it. */
void *mem_calloc_cache(MinipyVM *vm, size_t size);
/* Would the limit have so much more? For what is only faster with it: a block that the
 * limit refuses ends the run. */
bool mem_has_room(MinipyVM *vm, size_t size);
/* ptr may be NULL. On failure the old block stays as it was. */
void *mem_realloc(MinipyVM *vm, void *ptr, size_t size);
void mem_free(MinipyVM *vm, void *ptr); /* NULL is ignored */
/* Grows an array of `item`-sized elements with an overflow check. */
void *mem_realloc_array(MinipyVM *vm, void *ptr, size_t count, size_t item);
char *mem_strdup(MinipyVM *vm, const char *s);
/* Counts bytes that the vm has from elsewhere (a frame stack); -1: MemoryError, the
 * limit does not have them. discharge: they are given back. */
int mem_charge(MinipyVM *vm, size_t size);
void mem_discharge(MinipyVM *vm, size_t size);

/* memcpy and memmove of what may be nothing at NULL, which C does not let them take. */
static inline void mem_copy(void *to, const void *from, size_t n)
{
    if (n)
        memcpy(to, from, n);
}
static inline void mem_move(void *to, const void *from, size_t n)
{
    if (n)
        memmove(to, from, n);
}

#endif
