/* singletons.c - the types of None, Ellipsis and NotImplemented, whose only values are
 * immediates (value.h).
 */
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"

extern const TypeSpec none_type_spec, ellipsis_type_spec, not_implemented_type_spec;

static Value only_value(MinipyVM *vm, TypeObj *cls, size_t nargs, Value kwnames,
                        Value v)
{
    if (nargs || (kwnames && tuple_size(kwnames)))
        return error_set(vm, EXC_TypeError, "%s takes no arguments",
                         type_name_cstr(cls));
    return v;
}

static Value none_new(NEW_ARGS)
{
    return only_value(vm, cls, nargs, kwnames, VALUE_NONE);
}
static Value none_repr(MinipyVM *vm, Value self)
{
    (void)self;
    return str_intern_cstr(vm, "None");
}
static int none_bool(MinipyVM *vm, Value self)
{
    (void)vm, (void)self;
    return 0;
}

TYPE_SPEC(none_type_spec,
    .name = "NoneType",
    .basicsize = sizeof(Object),
    .slots = {.repr = none_repr, .nb_bool = none_bool, .new_ = none_new},
);

static Value ellipsis_new(NEW_ARGS)
{
    if (nargs || (kwnames && tuple_size(kwnames)))
        return error_set(vm, EXC_TypeError, "EllipsisType takes no arguments");
    return VALUE_ELLIPSIS;
}
static Value ellipsis_repr(MinipyVM *vm, Value self)
{
    (void)self;
    return str_intern_cstr(vm, "Ellipsis");
}
FN(ellipsis_reduce)
{
    return ellipsis_repr(vm, self);
}
static METHODS(ellipsis_methods,
    {"__reduce__", ellipsis_reduce, M_UNSIGNED, "($self, /)", NULL},
);

TYPE_SPEC(ellipsis_type_spec,
    .name = "ellipsis",
    .basicsize = sizeof(Object),
    .slots = {.getattro = object_generic_getattr, .repr = ellipsis_repr, .new_ = ellipsis_new},
    .methods = ellipsis_methods,
);

static Value not_implemented_new(NEW_ARGS)
{
    if (nargs || (kwnames && tuple_size(kwnames)))
        return error_set(vm, EXC_TypeError, "NotImplementedType takes no arguments");
    return VALUE_NOT_IMPLEMENTED;
}
static Value not_implemented_repr(MinipyVM *vm, Value self)
{
    (void)self;
    return str_intern_cstr(vm, "NotImplemented");
}
static int not_implemented_bool(MinipyVM *vm, Value self)
{
    (void)self;
    if (error_warn(vm, EXC_DeprecationWarning, 1,
                   "NotImplemented should not be used in a boolean context") < 0)
        return -1;
    return 1;
}
FN(not_implemented_reduce)
{
    return not_implemented_repr(vm, self);
}
static METHODS(not_implemented_methods,
    {"__reduce__", not_implemented_reduce, M_UNSIGNED, "($self, /)", NULL},
);

TYPE_SPEC(not_implemented_type_spec,
    .name = "NotImplementedType",
    .basicsize = sizeof(Object),
    .slots = {.repr = not_implemented_repr, .nb_bool = not_implemented_bool, .new_ = not_implemented_new},
    .methods = not_implemented_methods,
);
