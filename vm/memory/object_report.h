/* object_report.h - births and deaths of objects, for the markers object__alloc and
 * object__free.
 *
 * While somebody waits for them the allocator's short path finds its lists empty, and
 * dealloc_depth is so much higher that object_dealloc leaves its own: where most
 * objects are born and die, idle probes test nothing. Implementation: alloc.c.
 */
#ifndef MINIPY_VM_MEMORY_OBJECT_REPORT_H
#define MINIPY_VM_MEMORY_OBJECT_REPORT_H

#include "vm/core/vm.h"

/* From now on births and deaths are reported, or not any more. Deaths are those of the
 * running thread: to be called again when threads change. */
void objects_report(MinipyVM *vm, bool on);

enum { DEPTH_REPORTED = 1 << 20 }; /* added to dealloc_depth */
static inline bool objects_are_reported(const MinipyVM *vm)
{
    return unlikely(vm->dealloc_depth >= DEPTH_REPORTED);
}

/* An object was made of a block that had another use, without mem_alloc_object. */
void object_report_birth(MinipyVM *vm, Object *o);
/* The object that lay at `from` was made larger or smaller, and may lie elsewhere now:
 * that is a death and a birth. */
void object_report_move(MinipyVM *vm, void *from, Object *o);

#endif
