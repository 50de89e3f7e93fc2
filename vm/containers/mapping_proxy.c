/* mapping_proxy.c - mappingproxy: a read-only view of a mapping, above all of a class's
 * __dict__.
 */
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/text/str.h"
#include "vm/containers/mapping_proxy.h"
#include "vm/objects/generic_alias.h"
#include "vm/types/class_dict.h"
#include "vm/objects/call.h"
#include "vm/numbers/number.h"

extern const TypeSpec mapping_proxy_type_spec;

typedef struct ProxyObj {
    Object ob;
    Value mapping;
} ProxyObj;
#define MAPPING(v) (((ProxyObj *)(uintptr_t)(v))->mapping)

Value mapping_proxy_new(MinipyVM *vm, Value mapping)
{
    ProxyObj *p = (ProxyObj *)object_alloc(vm, vm->types[KIND_MAPPING_PROXY], 0);
    if (p)
        p->mapping = value_incref(mapping);
    return value_from_obj(p);
}

NEW(proxy_new, 1, "mappingproxy", "(mapping)")
{
    TypeSlots *s = &value_type(vm, given[0])->slots;
    if (!s->mp_subscript || value_is_list(given[0]) || value_is_tuple(given[0]))
        return error_set(vm, EXC_TypeError,
                         "mappingproxy() argument must be a mapping, not %T", given[0]);
    return mapping_proxy_new(vm, given[0]);
}

static Value bare(Value v)
{
    return value_is_kind(v, KIND_MAPPING_PROXY) ? MAPPING(v) : v;
}

/* A proxy of a proxy of ...: each asks the next, until the C stack is full. */
static int64_t proxy_length(MinipyVM *vm, Value self)
{
    return c_stack_check(vm) < 0 ? -1 : object_length(vm, MAPPING(self));
}
static Value proxy_getitem(MinipyVM *vm, Value self, Value key)
{
    return c_stack_check(vm) < 0 ? VALUE_NULL : object_getitem(vm, MAPPING(self), key);
}
static int proxy_contains(MinipyVM *vm, Value self, Value key)
{
    return c_stack_check(vm) < 0 ? -1 : object_contains(vm, MAPPING(self), key);
}
static Value proxy_iter(MinipyVM *vm, Value self)
{
    return c_stack_check(vm) < 0 ? VALUE_NULL : object_iter(vm, MAPPING(self));
}
static Value proxy_str(MinipyVM *vm, Value self)
{
    return object_str(vm, MAPPING(self));
}
static Value proxy_repr(MinipyVM *vm, Value self)
{
    return str_format_c(vm, "mappingproxy(%R)", MAPPING(self));
}
/* Where the dict of a class meets an object of another type, that may be asked. */
static int show_to(MinipyVM *vm, Value mapping, Value other)
{
    return value_is_dict(other) ? 0 : class_dict_show(vm, mapping);
}
static Value proxy_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    return show_to(vm, MAPPING(a), bare(b)) < 0 ? VALUE_NULL
                                                : object_compare(vm, MAPPING(a), b, op);
}
static Value proxy_or(MinipyVM *vm, Value a, Value b)
{
    if (c_stack_check(vm) < 0 || show_to(vm, bare(a), bare(b)) < 0 ||
        show_to(vm, bare(b), bare(a)) < 0)
        return VALUE_NULL;
    return number_or(vm, bare(a), bare(b));
}
static Value proxy_ior(MinipyVM *vm, Value a, Value b)
{
    (void)b;
    return error_set(vm, EXC_TypeError, "'|=' is not supported by %T; use '|' instead",
                     a);
}

/* Methods that are the mapping's own; closures cannot name them, so each has its line.
 */
#define FORWARD(name, python_name)                                                     \
    FN(name)                                                                           \
    {                                                                                  \
        return call_method_cstr(vm, MAPPING(self), python_name, args, nargs);          \
    }
FORWARD(proxy_keys, "keys")
FORWARD(proxy_values, "values")
FORWARD(proxy_items, "items")
FORWARD(proxy_copy, "copy")
FORWARD(proxy_reversed, "__reversed__")

FN(proxy_get)
{
    Value a[2] = {args[0], nargs > 1 ? args[1] : VALUE_NONE};
    return call_method(vm, MAPPING(self), NAME(vm, get), a, 2);
}

FN(proxy_class_getitem)
{
    return generic_alias_new(vm, self, args[0]);
}

static METHODS(methods,
    {"get", proxy_get, M_UNSIGNED, "($self, key, default=None, /)",
     "D.get(k[,d]) -> D[k] if k in D, else d.  d defaults to None."},
    {"keys", proxy_keys, M_UNSIGNED, "($self, /)", "D.keys() -> a set-like object providing a view on D's keys"},
    {"values", proxy_values, M_UNSIGNED, "($self, /)", "D.values() -> an object providing a view on D's values"},
    {"items", proxy_items, M_UNSIGNED, "($self, /)", "D.items() -> a set-like object providing a view on D's items"},
    {"copy", proxy_copy, M_UNSIGNED, "($self, /)", "D.copy() -> a shallow copy of D"},
    {"__class_getitem__", proxy_class_getitem, M_CLASS | M_UNSIGNED, "($type, item, /)", "See PEP 585"},
    {"__reversed__", proxy_reversed, M_UNSIGNED, "($self, /)", "D.__reversed__() -> reverse iterator"},
);

TYPE_SPEC(mapping_proxy_type_spec,
    .name = "mappingproxy",
    .flags = TYPE_GC | TYPE_MAPPING, .basicsize = sizeof(ProxyObj), .values = 1,
    .slots = {.getattro = object_generic_getattr, .repr = proxy_repr, .str = proxy_str, .richcompare = proxy_compare,
              .iter = proxy_iter, .nb_or = proxy_or, .nb_inplace_or = proxy_ior, .mp_length = proxy_length,
              .mp_subscript = proxy_getitem, .sq_contains = proxy_contains, .new_ = proxy_new},
    .methods = methods,
);
