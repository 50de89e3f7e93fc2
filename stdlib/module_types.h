/* module_types.h - for modules in C that bring types of their own: whether a value is
 * of one, its __dict__.
 */
#ifndef MINIPY_STDLIB_MODULE_TYPES_H
#define MINIPY_STDLIB_MODULE_TYPES_H

#include "vm/objects/module.h"
#include "vm/types/attr.h"
#include "vm/types/type.h"
#include "vm/core/vm.h"

/* Whether v is an instance of the type of spec or of a subclass written in Python. */
static inline bool value_is_of(Value v, const TypeSpec *spec)
{
    return value_is_obj(v) && value_obj(v)->type->spec == spec;
}

/* Setter of __dict__ for native types: it may be replaced, not deleted. */
static inline int module_dict_set(MinipyVM *vm, Value self, Value value, void *closure)
{
    if (value)
        return inst_dict_set(vm, self, value, closure);
    error_set(vm, EXC_TypeError, "cannot delete __dict__");
    return -1;
}

#endif
