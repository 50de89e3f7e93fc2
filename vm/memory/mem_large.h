/* mem_large.h - blocks of more than SMALL_MAX bytes, from malloc, or the host's
 * allocator: for mem.c, which counts them. Implementation: mem_large.c.
 */
#ifndef MINIPY_VM_MEMORY_MEM_LARGE_H
#define MINIPY_VM_MEMORY_MEM_LARGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct MemState;

#define HUGE_PAGE ((uintptr_t)2 << 20)

/* Whole pages of a mapping shall be of 2 MiB, if the system has them; errno stays. */
void want_huge_pages(void *from, size_t size);

/* size > 0. NULL: there is no memory; no exception is set. */
void *large_new(struct MemState *m, size_t size, bool zeroed);
/* The block, perhaps elsewhere. NULL: there is no memory, and it is as it was. */
void *large_resize(struct MemState *m, void *block, size_t size);
void large_free(struct MemState *m, void *block);
/* What large_free() keeps for the next one. */
void large_give_back(struct MemState *m);
/* All of them, and what is in use: what a program left in cycles that the collector
 * cannot see, through a datetime's tzinfo or a code object's constants, would otherwise
 * stay in a host after the vm. */
void large_end(struct MemState *m);
size_t large_size(const void *block);
struct MemState *large_owner(const void *block); /* borrowed */
/* Whether the C library copies it where it grows, which leaves a hole worth trimming.
 */
bool large_leaves_hole(const void *block);

#endif
