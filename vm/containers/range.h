/* range.h - ranges and their iterator. */
#ifndef MINIPY_VM_CONTAINERS_RANGE_H
#define MINIPY_VM_CONTAINERS_RANGE_H

#include "vm/core/vm.h"

typedef struct RangeObj {
    Object ob;
    Value start, stop, step, length; /* ints */
} RangeObj;
#define RANGE(v) ((RangeObj *)(uintptr_t)(v))
typedef struct RangeIterObj {
    Object ob;
    int64_t length;                /* at the start; for __reduce__ */
    int64_t next, step, remaining; /* all fit int64; every produced value fits an
                                      immediate or is made big */
} RangeIterObj;
#define RANGE_ITER(v) ((RangeIterObj *)(uintptr_t)(v))

#endif
