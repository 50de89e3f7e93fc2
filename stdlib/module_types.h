/* module_types.h - for modules in C that bring types of their own: making the types,
 * finding them again (they live in the vm's chain of native types).
 */
#ifndef MINIPY_STDLIB_MODULE_TYPES_H
#define MINIPY_STDLIB_MODULE_TYPES_H

#include "vm/types/type.h"
#include "vm/core/vm.h"

/* The vm's type of this spec, or NULL before its module was first imported. */
static inline TypeObj *module_type_borrow(MinipyVM *vm, const TypeSpec *spec)
{
    TypeObj *t = vm->native_types;
    while (t && t->spec != spec)
        t = t->next_native;
    return t;
}

/* The vm's type of this spec, made at the first call; NULL with an exception. The vm's
 * chain keeps it, so a module that is imported again has the types it had. */
TypeObj *module_type_made_borrow(MinipyVM *vm, const TypeSpec *spec);

/* Puts that type into the module, under the last part of its name or under another. 0,
 * or -1 with an exception. */
int module_add_type(MinipyVM *vm, Value module, const TypeSpec *spec);
int module_add_type_as(MinipyVM *vm, Value module, const char *name,
                       const TypeSpec *spec);

/* An exception class of a module in C. The vm keeps it: what a program puts in its
 * place in the module changes nothing for the module's own functions. */
typedef struct ErrorClass {
    const char *module, *name; /* __module__, __name__ */
    ExcId base;
} ErrorClass;

/* Puts the class, made at the first call, into the module, under its name or under
 * another. 0, or -1 with an exception. */
int module_add_error(MinipyVM *vm, Value module, const ErrorClass *c);
int module_add_error_as(MinipyVM *vm, Value module, const char *name,
                        const ErrorClass *c);
/* Raises it with that text (str_format_c's codes). VALUE_NULL. */
Value module_error(MinipyVM *vm, const ErrorClass *c, const char *format, ...);
/* ... with the arguments (code, text), as the subclasses of OSError. */
Value module_error_code(MinipyVM *vm, const ErrorClass *c, int code, const char *text);

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
