/* iter.h - iterators over what has __getitem__ only, and iter(callable, sentinel). */
#ifndef MINIPY_VM_CONTAINERS_ITER_H
#define MINIPY_VM_CONTAINERS_ITER_H

#include "vm/core/vm.h"

/* What iter(o) gives for objects with __getitem__ only: KIND_SEQ_ITER. */
Value seq_iter_new(MinipyVM *vm, Value seq);

typedef struct CallableIterObj {
    Object ob;
    Value callable, sentinel; /* strong; VALUE_NULL when exhausted */
} CallableIterObj;
/* iter(callable, sentinel) */
Value callable_iter_new(MinipyVM *vm, Value callable, Value sentinel);

#endif
