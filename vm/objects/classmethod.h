/* classmethod.h - classmethod and staticmethod objects. */
#ifndef MINIPY_VM_OBJECTS_CLASSMETHOD_H
#define MINIPY_VM_OBJECTS_CLASSMETHOD_H

#include "vm/core/vm.h"

typedef struct ClassMethodObj { /* classmethod and staticmethod */
    Object ob;
    Value callable;
    InstHead head;
} ClassMethodObj;
#define CLASSMETHOD(v) ((ClassMethodObj *)(uintptr_t)(v))

/* Around the callable; the names and attributes that the classes copy from it are not
 * set. VALUE_NULL: MemoryError. */
Value staticmethod_new(MinipyVM *vm, Value callable);
Value classmethod_new(MinipyVM *vm, Value callable);

#endif
