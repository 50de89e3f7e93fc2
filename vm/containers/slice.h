/* slice.h - slices, and the bounds that they give. */
#ifndef MINIPY_VM_CONTAINERS_SLICE_H
#define MINIPY_VM_CONTAINERS_SLICE_H

#include "vm/core/vm.h"

typedef struct SliceObj {
    Object ob;
    Value start, stop, step;
} SliceObj;
#define SLICE(v) ((SliceObj *)(uintptr_t)(v))
/* Takes all three over in any case; one that is VALUE_NULL: VALUE_NULL. */
Value slice_new_steal(MinipyVM *vm, Value start, Value stop, Value step);
/* The parts of a slice as numbers, -1: error. An __index__ may run, and change the
 * sequence that is sliced: so its length is not asked for here, but by slice_adjust. */
int slice_unpack(MinipyVM *vm, Value slice, int64_t *start, int64_t *stop,
                 int64_t *step);
/* Clips what slice_unpack gave for a sequence that has `length` items now; returns how
 * many items are selected. Runs no code. */
int64_t slice_adjust(int64_t length, int64_t *start, int64_t *stop, int64_t step);

/* slice.indices for any length, a non-negative int: new ints start, stop,
 * step. */
int slice_big_indices(MinipyVM *vm, Value slice, Value length, Value out[3]);

#endif
