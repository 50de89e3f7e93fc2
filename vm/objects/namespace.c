/* namespace.c - types.SimpleNamespace: attributes and nothing else. */
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/containers/dict.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/types/shape.h"
#include "vm/types/attr.h"
#include "vm/types/object_type.h"
#include "vm/containers/list.h"
#include "vm/objects/namespace.h"

extern const TypeSpec simple_namespace_type_spec;

typedef struct NamespaceObj {
    Object ob;
    InstHead head;
} NamespaceObj;

static Value own_dict(MinipyVM *vm, Value self)
{
    return value_from_obj(object_dict_borrow(vm, self));
}

Value simple_namespace_new(MinipyVM *vm, Value dict_or_null)
{
    Value ns = value_from_obj(object_alloc(vm, vm->types[KIND_SIMPLE_NAMESPACE], 0));
    if (!ns || !dict_or_null)
        return ns;
    Value d = own_dict(vm, ns);
    if (!d || dict_update(vm, d, dict_or_null) < 0)
        value_clear(vm, &ns);
    return ns;
}

static int namespace_init(NATIVE_ARGS)
{
    if (nargs)
        return error_set(vm, EXC_TypeError, "no positional arguments expected"), -1;
    Value d = own_dict(vm, self);
    if (!d)
        return -1;
    for (int64_t i = 0; kwnames && i < tuple_size(kwnames); i++)
        if (dict_set(vm, d, tuple_get_borrow(kwnames, i), args[i]) < 0)
            return -1;
    return 0;
}

/* "namespace(a=1, b=2)"; a subclass shows its name. */
static Value build_repr(MinipyVM *vm, Value self, const char *name)
{
    StrBuilder b;
    Value d = own_dict(vm, self), keys = d ? dict_keys_list(vm, d) : VALUE_NULL;
    if (!keys)
        return VALUE_NULL;
    strbuilder_init(&b, vm);
    if (strbuilder_str_steal(&b, str_from_cstr(vm, name)) < 0) {
        value_decref(vm, keys);
        return VALUE_NULL;
    }
    strbuilder_char(&b, '(');
    bool first = true;
    for (int64_t i = 0; i < list_size(keys); i++) {
        Value key = list_get_borrow(keys, i);
        if (!value_is_str(key) || str_length(key) == 0)
            continue;
        Value v = dict_get_borrow(vm, d, key);
        if (!v && !error_occurred(vm))
            continue;
        if (!first)
            strbuilder_ascii(&b, ", ");
        first = false;
        strbuilder_str(&b, key);
        strbuilder_char(&b, '=');
        value_xincref(v);
        int r = v ? strbuilder_repr(&b, v) : -1;
        value_xdecref(vm, v);
        if (r < 0) {
            strbuilder_discard(&b);
            value_decref(vm, keys);
            return VALUE_NULL;
        }
    }
    value_decref(vm, keys);
    strbuilder_char(&b, ')');
    return strbuilder_finish(&b);
}

static Value namespace_repr(MinipyVM *vm, Value self)
{
    TypeObj *t = value_type(vm, self);
    const char *name =
        t == vm->types[KIND_SIMPLE_NAMESPACE] ? "namespace" : type_name_cstr(t);
    int running = repr_enter(vm, self);
    if (running < 0)
        return VALUE_NULL;
    if (running)
        return str_format_c(vm, "%s(...)", name);
    Value r = build_repr(vm, self, name);
    repr_leave(vm, self);
    return r;
}

static Value namespace_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (!value_is_kind(a, KIND_SIMPLE_NAMESPACE) ||
        !value_is_kind(b, KIND_SIMPLE_NAMESPACE))
        return VALUE_NOT_IMPLEMENTED;
    return object_compare(vm, own_dict(vm, a), own_dict(vm, b), op);
}

FN(namespace_reduce)
{
    return tuple_pack(vm, 3, value_from_obj(value_type(vm, self)), vm->empty_tuple,
                      own_dict(vm, self));
}

SETTER(refuse_dict)
{
    return error_set(vm, EXC_AttributeError, "readonly attribute"), -1;
}

static METHODS(methods,
    {"__reduce__", namespace_reduce, M_UNSIGNED, "($self, /)", "Return state information for pickling"},
);
static GETSETS(getsets,
    GETS_SETS("__dict__", inst_dict_get, refuse_dict),
);

TYPE_SPEC(simple_namespace_type_spec,
    .name = "types.SimpleNamespace",
    .doc = "A simple attribute-based namespace.\n\nSimpleNamespace(**kwargs)",
    .flags = TYPE_GC | TYPE_BASE | TYPE_HAS_INST, .basicsize = sizeof(NamespaceObj),
    .inst_offset = offsetof(NamespaceObj, head),
    .slots = {.getattro = object_generic_getattr, .setattro = object_generic_setattr, .repr = namespace_repr,
              .richcompare = namespace_compare, .init = namespace_init, .new_ = type_alloc_new},
    .methods = methods, .getsets = getsets,
);
