/* namespace.h - types.SimpleNamespace. */
#ifndef MINIPY_VM_OBJECTS_NAMESPACE_H
#define MINIPY_VM_OBJECTS_NAMESPACE_H

#include "vm/core/vm.h"

/* Its attributes are a copy of the dict's items; VALUE_NULL: exception. */
Value simple_namespace_new(MinipyVM *vm, Value dict_or_null);

#endif
