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
    /* Of one that stands on minipy.h alone (vm/import/extension.c), else NULL: then
     * state begins with that many Values. */
    const struct MinipyModule *native;
    size_t state_values;
    void (*free_state)(void *state);
    bool filled; /* of such a one, and of a ModuleSpec in two steps */
} ModuleObj;
#define MODULE(v) ((ModuleObj *)(uintptr_t)(v))
/* With __name__, __doc__ and their like in its dict; VALUE_NULL: exception. */
Value module_new(MinipyVM *vm, Value name);

/* An attribute that is made when it is first asked for, so that start-up does not pay
 * for it: a function, or else what make gives, a new reference (VALUE_NULL without an
 * exception: there is none here). */
typedef struct LazyAttr {
    const char *name;
    Value (*make)(MinipyVM *vm);
    const MethodDef *function;
    bool hidden; /* found by its name alone: __dict__ never has it. These rows are last
                  */
} LazyAttr;      /* tables end with a zero row */

/* An exception class of a module in C. The vm keeps it: what a program puts in its
 * place in the module changes nothing for the module's own functions. */
typedef struct ErrorClass {
    const char *module, *name; /* __module__, __name__ */
    ExcId base;
    const char *doc;                       /* or NULL */
    const struct ErrorClass *derived_from; /* or NULL: then from base */
} ErrorClass;
/* Raises it with that text (str_format_c's codes). VALUE_NULL. */
Value module_error(MinipyVM *vm, const ErrorClass *c, const char *format, ...);
/* Is the raised exception of that class? */
bool module_error_is(MinipyVM *vm, const ErrorClass *c);
/* ... without arguments. */
Value module_error_bare(MinipyVM *vm, const ErrorClass *c);
/* ... with the arguments (code, text), as the subclasses of OSError. */
Value module_error_code(MinipyVM *vm, const ErrorClass *c, int code, const char *text);

/* What a module has besides functions: rows of HAS_*, put into it in their order. A row
 * without a name is made, and not put there: a type that only instances lead to. */
typedef struct ModuleItem {
    const char *name;
    union {
        int64_t number;
        double real;
        const char *text;
        const TypeSpec *type;
        const struct StructSeqSpec *structure;
        const ErrorClass *error;
        Value (*make)(MinipyVM *vm); /* new, or VALUE_NULL with an exception */
    } of;
    enum {
        ITEM_END,
        ITEM_INT,
        ITEM_FLOAT,
        ITEM_TEXT,
        ITEM_TYPE,
        ITEM_NATIVE, /* of types.def: a Kind */
        ITEM_STRUCT,
        ITEM_EXCEPTION, /* of exceptions.def: an ExcId */
        ITEM_ERROR,
        ITEM_MADE
    } kind;
} ModuleItem;
#define CONTENTS(name, ...) const ModuleItem name[] = {__VA_ARGS__{0}}
#define HAS_ITEM(name_, kind_, member, what)                                           \
    {                                                                                  \
        .name = name_, .kind = kind_, .of = {.member = what }                          \
    }
#define HAS_INT(name, n) HAS_ITEM(name, ITEM_INT, number, (int64_t)(n))
#define HAS_C(macro) HAS_INT(#macro, macro) /* one of C's, by its name */
#define HAS_FLOAT(name, x) HAS_ITEM(name, ITEM_FLOAT, real, x)
#define HAS_TEXT(name, s) HAS_ITEM(name, ITEM_TEXT, text, s)
#define HAS_TYPE(name, spec) HAS_ITEM(name, ITEM_TYPE, type, spec)
#define HAS_NATIVE(name, k) HAS_ITEM(name, ITEM_NATIVE, number, k)
#define HAS_STRUCT(name, spec) HAS_ITEM(name, ITEM_STRUCT, structure, spec)
#define HAS_EXCEPTION(name, id) HAS_ITEM(name, ITEM_EXCEPTION, number, id)
#define HAS_ERROR(name, class) HAS_ITEM(name, ITEM_ERROR, error, class)
#define HAS_MADE(name, function) HAS_ITEM(name, ITEM_MADE, make, function)

/* A module written in C; rows of stdlib/modules.def name these. */
typedef struct ModuleSpec {
    const char *name;
    const char *shown_as; /* __name__, also that of its functions' module; NULL: name */
    const char *doc;
    const MethodDef *methods;                /* METHODS; may be NULL */
    const ModuleItem *contents;              /* CONTENTS; may be NULL */
    int (*exec)(MinipyVM *vm, Value module); /* what else is to be done; may be NULL */
    bool last; /* CPython has none of the name: found only when sys.path has none */
    bool two_steps; /* exec runs with it in sys.modules: what it imports imports it */
    const struct MinipyModule *native; /* of the host: minipy_add_builtin */
} ModuleSpec;
#define MODULE_SPEC(id, ...)                                                           \
    extern const ModuleSpec id;                                                        \
    const ModuleSpec id = {__VA_ARGS__}
/* The module, new, executed unless that is a second step; not in sys.modules yet.
 * VALUE_NULL: exception. */
Value module_from_spec(MinipyVM *vm, const ModuleSpec *spec);
/* The second step, if it has one and it was not taken yet. -1: exception. */
int module_fill(MinipyVM *vm, Value module);
/* 0, or -1 with an exception. */
int module_add_functions(MinipyVM *vm, Value module, const MethodDef *defs);
int module_add_contents(MinipyVM *vm, Value module, const ModuleItem *row);
int module_add_steal(MinipyVM *vm, Value module, const char *name,
                     Value v); /* v NULL: -1 */

/* The vm's type of this spec, or NULL before its module was first imported. */
TypeObj *module_type_borrow(MinipyVM *vm, const TypeSpec *spec);
/* The vm's type of this spec, made at the first call; NULL with an exception. The vm's
 * chain keeps it, so a module that is imported again has the types it had. */
TypeObj *module_type_made_borrow(MinipyVM *vm, const TypeSpec *spec);

/* The type's slot: asks a __getattr__ in the module last; AttributeError names the
 * module. */
Value module_getattro(MinipyVM *vm, Value module, Value name);

#endif
