/* address_range.h - memory that stays in one piece as it grows: the small blocks of a
 * vm, the frames of a thread. Each begins alone in a part of the address space that
 * nobody else asks for, so that there is room behind it; mapped is what it needs.
 * Implementation: address_range.c.
 */
#ifndef MINIPY_VM_MEMORY_ADDRESS_RANGE_H
#define MINIPY_VM_MEMORY_ADDRESS_RANGE_H

#include <stdbool.h>
#include <stddef.h>

/* What lies so far apart: the most that one may become. */
typedef enum { RANGE_OF_BLOCKS, RANGE_OF_FRAMES, RANGE_KINDS } RangeKind;
size_t address_range_most(RangeKind kind);

/* What one may be at first: half of what `ulimit -v` grants the process, as others need
 * room. */
size_t address_range_room(void);

/* So many bytes, a multiple of 2 MiB and aligned to it, zero, and given pages as they
 * are touched; left out of core files behind the first `shown`. NULL: there is no
 * room. Any thread. To be given back by munmap(). */
void *address_range_new(RangeKind kind, size_t size, size_t shown);
/* More of the same behind its end; core files have it. false: it stays as it is. */
bool address_range_grow(void *end, size_t more);

#endif
