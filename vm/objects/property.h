/* property.h - properties. */
#ifndef MINIPY_VM_OBJECTS_PROPERTY_H
#define MINIPY_VM_OBJECTS_PROPERTY_H

#include "vm/core/vm.h"

typedef struct PropertyObj {
    Object ob;
    Value fget, fset, fdel, doc, name; /* VALUE_NULL: none */
    bool getter_doc;
} PropertyObj;
#define PROPERTY(v) ((PropertyObj *)(uintptr_t)(v))

#endif
