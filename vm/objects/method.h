/* method.h - bound methods. */
#ifndef MINIPY_VM_OBJECTS_METHOD_H
#define MINIPY_VM_OBJECTS_METHOD_H

#include "vm/core/vm.h"

typedef struct MethodObj {
    Object ob;
    Value func, self; /* strong */
} MethodObj;
#define METHOD(v) ((MethodObj *)(uintptr_t)(v))
/* A bound method; VALUE_NULL: MemoryError. */
Value method_new(MinipyVM *vm, Value func, Value self);

#endif
