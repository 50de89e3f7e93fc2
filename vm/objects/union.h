/* union.h - int | str. */
#ifndef MINIPY_VM_OBJECTS_UNION_H
#define MINIPY_VM_OBJECTS_UNION_H

#include "vm/core/vm.h"

Value union_or(MinipyVM *vm, Value a, Value b); /* type.__or__ */

Value union_members_borrow(Value v); /* of int | str: the tuple of its members */

#endif
