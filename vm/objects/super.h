/* super.h - super objects, and attribute look-up through them. */
#ifndef MINIPY_VM_OBJECTS_SUPER_H
#define MINIPY_VM_OBJECTS_SUPER_H

#include "vm/core/vm.h"

/* super(cls, obj).name without the super object; LOAD_SUPER_METHOD's worker. As
 * object_getmethod. */
Value super_getattr(MinipyVM *vm, Value cls, Value obj, Value name,
                    Value *self_or_null);

#endif
