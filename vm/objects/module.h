/* module.h - module objects, and how a module written in C is described. */
#ifndef MINIPY_VM_OBJECTS_MODULE_H
#define MINIPY_VM_OBJECTS_MODULE_H

#include "vm/core/vm.h"

typedef struct ModuleObj {
    Object ob;
    DictObj *dict; /* strong: __dict__ */
    Value name;
    const struct ModuleSpec *spec;
    void *state;
    const struct LazyAttr *lazy; /* what is not in dict yet; NULL for most modules */
} ModuleObj;
#define MODULE(v) ((ModuleObj *)(uintptr_t)(v))
Value module_new(MinipyVM *vm, Value name);

/* An attribute that is made when it is first asked for, so that start-up does not pay
 * for it: a function, or else what make gives, a new reference (VALUE_NULL without an
 * exception: there is none here). */
typedef struct LazyAttr {
    const char *name;
    Value (*make)(MinipyVM *vm);
    const MethodDef *function;
} LazyAttr; /* tables end with a zero row */

/* A module written in C; rows of stdlib/modules.def name these. */
typedef struct ModuleSpec {
    const char *name;
    const char *doc;
    const MethodDef *methods; /* NULL-terminated by a zero row; may be NULL */
    int (*exec)(MinipyVM *vm, Value module); /* adds constants and types; may be NULL */
    bool last; /* CPython has none of the name: found only when sys.path has none */
} ModuleSpec;
Value module_from_spec(MinipyVM *vm, const ModuleSpec *spec);
int module_add_functions(MinipyVM *vm, Value module, const MethodDef *defs);
int module_add_steal(MinipyVM *vm, Value module, const char *name,
                     Value v); /* v NULL: -1 */

Value module_getattro(MinipyVM *vm, Value module, Value name);

#endif
