/* capsule.h - capsules: objects that carry a C pointer under a name. */
#ifndef MINIPY_VM_OBJECTS_CAPSULE_H
#define MINIPY_VM_OBJECTS_CAPSULE_H

#include "vm/core/vm.h"

typedef void (*CapsuleDestructor)(Value capsule);
typedef struct CapsuleObj {
    Object ob;
    void *pointer, *context;
    const char *name; /* the maker's, who keeps it; or NULL */
    CapsuleDestructor destructor;
} CapsuleObj;
#define CAPSULE(v) ((CapsuleObj *)(uintptr_t)(v))
/* destructor, unless it is NULL, is called when the capsule dies. VALUE_NULL:
 * MemoryError. */
Value capsule_new(MinipyVM *vm, void *pointer, const char *name,
                  CapsuleDestructor destructor);

#endif
