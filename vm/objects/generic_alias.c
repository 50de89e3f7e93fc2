/* generic_alias.c - list[int]: types.GenericAlias, and the substitution of type
 * variables that it shares with types.UnionType (union.c).
 */
#include "vm/objects/generic_alias.h"

#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/objects/reduce.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/sequence.h"
#include "vm/containers/list.h"
#include "vm/objects/union.h"
#include "vm/objects/call.h"

extern const TypeSpec generic_alias_type_spec, generic_alias_iter_type_spec;

typedef struct AliasObj {
    Object ob;
    Value origin, args; /* args: a tuple */
    Value parameters;   /* tuple, made when asked for */
    bool starred;       /* *tuple[int] */
} AliasObj;
#define ALIAS(v) ((AliasObj *)(uintptr_t)(v))

static Value alias_make(MinipyVM *vm, TypeObj *cls, Value origin, Value args,
                        bool starred)
{
    AliasObj *a = (AliasObj *)object_alloc(vm, cls, 0);
    if (!a)
        return VALUE_NULL;
    a->origin = value_incref(origin);
    a->args = value_is_tuple(args) ? value_incref(args) : tuple_from(vm, &args, 1);
    a->starred = starred;
    if (!a->args) {
        obj_decref(vm, &a->ob);
        return VALUE_NULL;
    }
    return value_from_obj(a);
}

Value generic_alias_new(MinipyVM *vm, Value origin, Value args)
{
    return alias_make(vm, vm->types[KIND_GENERIC_ALIAS], origin, args, false);
}

Value generic_class_getitem(NATIVE_ARGS)
{
    return generic_alias_new(vm, self, args[0]);
}

NEW(alias_new, 2, "GenericAlias", "(origin, args, /)")
{
    return alias_make(vm, cls, given[0], given[1], false);
}

/* ---- type variables -------------------------------------------------------------- */

static int64_t index_of(Value items, int64_t n, Value v)
{
    for (int64_t i = 0; i < n; i++)
        if (seq_items(items)[i] == v)
            return i;
    return -1;
}

static int add_once(MinipyVM *vm, Value list, Value v)
{
    return index_of(list, list_size(list), v) < 0 ? list_append(vm, list, v) : 0;
}

static int add_parameters_of(MinipyVM *vm, Value list, Value arg)
{
    Value v;
    int found = object_lookup_attr(vm, arg, NAME(vm, __typing_subst__), &v);
    if (found < 0)
        return -1;
    if (found) {
        value_decref(vm, v);
        return add_once(vm, list, arg);
    }
    found = object_lookup_attr(vm, arg, NAME(vm, __parameters__), &v);
    if (found <= 0)
        return found;
    int r = 0;
    for (int64_t i = 0; r == 0 && value_is_tuple(v) && i < tuple_size(v); i++)
        r = add_once(vm, list, tuple_get_borrow(v, i));
    value_decref(vm, v);
    return r;
}

static Value type_variables(MinipyVM *vm, Value args)
{
    Value list = list_new(vm, 0), r = VALUE_NULL;
    for (int64_t i = 0; list && i < tuple_size(args); i++) {
        Value arg = tuple_get_borrow(args, i);
        if (!value_is_type(arg) && add_parameters_of(vm, list, arg) < 0)
            value_clear(vm, &list);
    }
    r = list_as_tuple_steal(vm, list);
    return r;
}

Value generic_parameters_kept(MinipyVM *vm, Value *kept, Value args)
{
    if (!*kept)
        *kept = type_variables(vm, args);
    return value_xincref(*kept);
}

/* The items given between the brackets, unpacked tuples spread out: new tuple. */
static Value spread_items(MinipyVM *vm, Value item)
{
    Value items = value_is_tuple(item) ? value_incref(item) : tuple_from(vm, &item, 1);
    Value list = items ? list_new(vm, 0) : VALUE_NULL, r = VALUE_NULL;
    for (int64_t i = 0; list && i < tuple_size(items); i++) {
        Value v = tuple_get_borrow(items, i), inner = VALUE_NULL;
        if (!value_is_type(v) &&
            object_lookup_attr(vm, v, NAME(vm, __typing_unpacked_tuple_args__),
                               &inner) < 0) {
            value_clear(vm, &list);
            break;
        }
        int64_t n = inner && value_is_tuple(inner) ? tuple_size(inner) : -1;
        bool spread =
            n >= 0 && !(n > 0 && tuple_get_borrow(inner, n - 1) == VALUE_ELLIPSIS);
        int failed = spread ? list_extend(vm, list, inner) : list_append(vm, list, v);
        value_xdecref(vm, inner);
        if (failed < 0)
            value_clear(vm, &list);
    }
    r = list_as_tuple_steal(vm, list);
    value_xdecref(vm, items);
    return r;
}

/* Lets each parameter (ParamSpec, TypeVarTuple) rearrange the items. Steals items. */
static Value prepare_items_steal(MinipyVM *vm, Value self, Value parameters,
                                 Value items)
{
    for (int64_t i = 0; items && i < tuple_size(parameters); i++) {
        Value f;
        if (object_lookup_attr(vm, tuple_get_borrow(parameters, i),
                               NAME(vm, __typing_prepare_subst__), &f) < 0) {
            value_clear(vm, &items);
        } else if (f && f != VALUE_NONE) {
            Value r = call2(vm, f, self, items);
            value_decref(vm, items);
            items = r && !value_is_tuple(r) ? tuple_from(vm, &r, 1) : value_xincref(r);
            value_xdecref(vm, r);
        }
        value_xdecref(vm, f);
    }
    return items;
}

/* arg with its own parameters replaced: arg[...] if it is generic itself. */
static Value substitute_inside(MinipyVM *vm, Value arg, Value parameters, Value items)
{
    Value inner, list, key, r = VALUE_NULL;
    int found = object_lookup_attr(vm, arg, NAME(vm, __parameters__), &inner);
    if (found < 0)
        return VALUE_NULL;
    if (!found || !value_is_tuple(inner) || tuple_size(inner) == 0) {
        value_xdecref(vm, inner);
        return value_incref(arg);
    }
    list = list_new(vm, 0);
    for (int64_t i = 0; list && i < tuple_size(inner); i++) {
        Value p = tuple_get_borrow(inner, i);
        int64_t at = index_of(parameters, tuple_size(parameters), p);
        Value v = at >= 0 ? tuple_get_borrow(items, at) : p;
        bool many = at >= 0 && value_type(vm, p)->slots.iter && value_is_tuple(v);
        if ((many ? list_extend(vm, list, v) : list_append(vm, list, v)) < 0)
            value_clear(vm, &list);
    }
    if (list && (key = list_as_tuple(vm, list))) {
        r = object_getitem(vm, arg, key);
        value_decref(vm, key);
    }
    value_xdecref(vm, list);
    value_decref(vm, inner);
    return r;
}

static Value substitute_one(MinipyVM *vm, Value arg, Value parameters, Value items)
{
    Value subst;
    int found = object_lookup_attr(vm, arg, NAME(vm, __typing_subst__), &subst);
    if (found < 0)
        return VALUE_NULL;
    if (!found)
        return substitute_inside(vm, arg, parameters, items);
    int64_t at = index_of(parameters, tuple_size(parameters), arg);
    Value r =
        at >= 0 ? call1(vm, subst, tuple_get_borrow(items, at)) : value_incref(arg);
    value_decref(vm, subst);
    return r;
}

/* Is it *Ts, to be replaced by several items? */
static int is_unpacked(MinipyVM *vm, Value arg)
{
    Value v;
    int found =
        object_lookup_attr(vm, arg, NAME(vm, __typing_is_unpacked_typevartuple__), &v);
    if (found <= 0)
        return found;
    int truth = object_is_true(vm, v);
    value_decref(vm, v);
    return truth;
}

static Value substitute_all(MinipyVM *vm, Value args, Value parameters, Value items)
{
    Value list = list_new(vm, 0), r = VALUE_NULL;
    for (int64_t i = 0; list && i < tuple_size(args); i++) {
        Value arg = tuple_get_borrow(args, i);
        if (value_is_type(arg)) {
            if (list_append(vm, list, arg) < 0)
                value_clear(vm, &list);
            continue;
        }
        int unpack = is_unpacked(vm, arg);
        Value v = unpack < 0 ? VALUE_NULL : substitute_one(vm, arg, parameters, items);
        int failed = !v                            ? -1
                     : unpack && value_is_tuple(v) ? list_extend(vm, list, v)
                                                   : list_append(vm, list, v);
        value_xdecref(vm, v);
        if (failed < 0)
            value_clear(vm, &list);
    }
    r = list_as_tuple_steal(vm, list);
    return r;
}

Value generic_substitute(MinipyVM *vm, Value self, Value args, Value parameters,
                         Value item)
{
    int64_t nparams = tuple_size(parameters);
    if (nparams == 0)
        return error_set(vm, EXC_TypeError, "%R is not a generic class", self);
    Value items = spread_items(vm, item);
    if (items)
        items = prepare_items_steal(vm, self, parameters, items);
    if (!items)
        return VALUE_NULL;
    Value r = VALUE_NULL;
    if (tuple_size(items) != nparams)
        error_set(vm, EXC_TypeError,
                  "Too %s arguments for %R; actual %zd, expected %zd",
                  tuple_size(items) > nparams ? "many" : "few", self, tuple_size(items),
                  nparams);
    else
        r = substitute_all(vm, args, parameters, items);
    value_decref(vm, items);
    return r;
}

/* ---- text ------------------------------------------------------------------------ */

static bool has_attr(MinipyVM *vm, Value o, Value name)
{
    Value v;
    int found = object_lookup_attr(vm, o, name, &v);
    value_xdecref(vm, v);
    return found > 0;
}

/* "int", "mod.Class", "...", or the repr. */
Value generic_item_text(MinipyVM *vm, Value v)
{
    Value name, module = VALUE_NULL, r = VALUE_NULL;
    if (v == VALUE_ELLIPSIS)
        return str_from_cstr(vm, "...");
    if (has_attr(vm, v, NAME(vm, __origin__)) && has_attr(vm, v, NAME(vm, __args__)))
        return object_repr(vm, v);
    if (error_occurred(vm) ||
        object_lookup_attr(vm, v, NAME(vm, __qualname__), &name) < 0)
        return VALUE_NULL;
    if (name && object_lookup_attr(vm, v, NAME(vm, __module__), &module) < 0) {
        value_decref(vm, name);
        return VALUE_NULL;
    }
    if (!name || !module || module == VALUE_NONE)
        r = object_repr(vm, v);
    else if (value_is_str(module) && str_equal(module, NAME(vm, builtins)))
        r = object_str(vm, name);
    else
        r = str_format_c(vm, "%S.%S", module, name);
    value_xdecref(vm, module);
    value_xdecref(vm, name);
    return r;
}

static int append_item(MinipyVM *vm, StrBuilder *b, Value v)
{
    return strbuilder_str_steal(b, generic_item_text(vm, v));
}

static Value alias_repr(MinipyVM *vm, Value self)
{
    AliasObj *a = ALIAS(self);
    StrBuilder b;
    strbuilder_init(&b, vm);
    if (a->starred)
        strbuilder_char(&b, '*');
    if (append_item(vm, &b, a->origin) < 0)
        goto error;
    strbuilder_char(&b, '[');
    for (int64_t i = 0; i < tuple_size(a->args); i++) {
        if (i)
            strbuilder_ascii(&b, ", ");
        if (append_item(vm, &b, tuple_get_borrow(a->args, i)) < 0)
            goto error;
    }
    strbuilder_ascii(&b, tuple_size(a->args) ? "]" : "()]");
    return strbuilder_finish(&b);
error:
    strbuilder_discard(&b);
    return VALUE_NULL;
}

/* ---- behaviour ------------------------------------------------------------------- */

GETTER(get_parameters)
{
    return generic_parameters_kept(vm, &ALIAS(self)->parameters, ALIAS(self)->args);
}

static Value alias_getitem(MinipyVM *vm, Value self, Value item)
{
    AliasObj *a = ALIAS(self);
    Value parameters = get_parameters(vm, self, NULL);
    Value args = parameters ? generic_substitute(vm, self, a->args, parameters, item)
                            : VALUE_NULL;
    value_xdecref(vm, parameters);
    if (!args)
        return VALUE_NULL;
    Value r =
        alias_make(vm, vm->types[KIND_GENERIC_ALIAS], a->origin, args, a->starred);
    value_decref(vm, args);
    return r;
}

FN(alias_call)
{
    Value r = call(vm, ALIAS(self)->origin, args, nargs, kwnames);
    if (r && object_setattr(vm, r, NAME(vm, __orig_class__), self) < 0) {
        if (!error_matches(vm, EXC_AttributeError) &&
            !error_matches(vm, EXC_TypeError)) {
            value_decref(vm, r);
            return VALUE_NULL;
        }
        error_clear(vm);
    }
    return r;
}

static bool is_own_name(MinipyVM *vm, Value name)
{
    static const int own[] = {
        NAME___class__,       NAME___origin__,
        NAME___args__,        NAME___parameters__,
        NAME___mro_entries__, NAME___reduce_ex__,
        NAME___reduce__,      NAME___copy__,
        NAME___deepcopy__,    NAME___typing_unpacked_tuple_args__};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (vm->names[own[i]] == name)
            return true;
    return value_is_str(name) && str_equal_ascii(name, "__unpacked__");
}

static Value alias_getattro(MinipyVM *vm, Value self, Value name)
{
    if (is_own_name(vm, name))
        return object_generic_getattr(vm, self, name);
    return object_getattr(vm, ALIAS(self)->origin, name);
}

static Value alias_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (!value_is_kind(b, KIND_GENERIC_ALIAS) || (op != CMP_EQ && op != CMP_NE))
        return VALUE_NOT_IMPLEMENTED;
    int same = ALIAS(a)->starred == ALIAS(b)->starred;
    if (same)
        same = object_compare_bool(vm, ALIAS(a)->origin, ALIAS(b)->origin, CMP_EQ);
    if (same > 0)
        same = object_compare_bool(vm, ALIAS(a)->args, ALIAS(b)->args, CMP_EQ);
    return same < 0 ? VALUE_NULL : value_from_bool(same == (op == CMP_EQ));
}

static int64_t alias_hash(MinipyVM *vm, Value self)
{
    int64_t h = object_hash(vm, ALIAS(self)->origin);
    int64_t h2 = h == -1 ? -1 : object_hash(vm, ALIAS(self)->args);
    if (h2 == -1)
        return -1;
    return (h ^ h2) == -1 ? -2 : h ^ h2;
}

/* `*tuple[int]` yields the starred alias once. */
typedef struct AliasIterObj {
    Object ob;
    Value alias; /* VALUE_NULL: exhausted */
} AliasIterObj;
#define ALIAS_ITER(v) ((AliasIterObj *)(uintptr_t)(v))

static Value alias_iter(MinipyVM *vm, Value self)
{
    Object *it = object_alloc(vm, vm->types[KIND_GENERIC_ALIAS_ITER], 0);
    if (it)
        ((AliasIterObj *)it)->alias = value_incref(self);
    return value_from_obj(it);
}

static Value alias_iter_next(MinipyVM *vm, Value self)
{
    Value alias = ALIAS_ITER(self)->alias;
    if (!alias)
        return VALUE_NULL;
    Value r = alias_make(vm, vm->types[KIND_GENERIC_ALIAS], ALIAS(alias)->origin,
                         ALIAS(alias)->args, true);
    value_clear(vm, &ALIAS_ITER(self)->alias);
    return r;
}

FN(method_mro_entries)
{
    return tuple_from(vm, &ALIAS(self)->origin, 1);
}
FN(method_instancecheck)
{
    return error_set(vm, EXC_TypeError,
                     "isinstance() argument 2 cannot be a parameterized generic");
}
FN(method_subclasscheck)
{
    return error_set(vm, EXC_TypeError,
                     "issubclass() argument 2 cannot be a parameterized generic");
}

FN(method_reduce)
{
    AliasObj *a = ALIAS(self);
    if (a->starred) {
        Value plain = generic_alias_new(vm, a->origin, a->args);
        Value it = plain ? object_iter(vm, plain) : VALUE_NULL;
        value_xdecref(vm, plain);
        return reduce_builtin_steal(vm, "next", it);
    }
    Value inner = tuple_pack(vm, 2, a->origin, a->args);
    Value cls = value_from_obj(vm->types[KIND_GENERIC_ALIAS]);
    Value r = inner ? tuple_pack(vm, 2, cls, inner) : VALUE_NULL;
    value_xdecref(vm, inner);
    return r;
}

FN(method_dir)
{
    static const char *const own[] = {
        "__origin__",     "__args__",
        "__parameters__", "__mro_entries__",
        "__reduce_ex__",  "__reduce__",
        "__copy__",       "__deepcopy__",
        "__unpacked__",   "__typing_unpacked_tuple_args__",
        "__class__"};
    Value list = object_dir(vm, ALIAS(self)->origin);
    for (size_t i = 0; list && i < sizeof own / sizeof *own; i++) {
        Value name = str_intern_cstr(vm, own[i]);
        int known = name ? object_contains(vm, list, name) : -1;
        if (known < 0 || (!known && list_append(vm, list, name) < 0))
            value_clear(vm, &list);
        value_xdecref(vm, name);
    }
    return list;
}

GETTER(get_unpacked_args)
{
    AliasObj *a = ALIAS(self);
    bool tuple = a->starred && a->origin == value_from_obj(vm->types[KIND_TUPLE]);
    return tuple ? value_incref(a->args) : VALUE_NONE;
}

/* Stands for iter(alias), or for an empty iterator. */
FN(alias_iter_reduce)
{
    Value alias = ALIAS_ITER(self)->alias;
    return reduce_builtin_steal(vm, "iter",
                                value_incref(alias ? alias : vm->empty_tuple));
}

static METHODS(alias_iter_methods,
    {"__reduce__", alias_iter_reduce, M_UNSIGNED, "($self, /)", NULL},
);

TYPE_SPEC(generic_alias_iter_type_spec,
    .name = "generic_alias_iterator",
    .flags = TYPE_GC, .basicsize = sizeof(AliasIterObj), .values = 1,
    .slots = {.iter = object_self, .iternext = alias_iter_next},
    .methods = alias_iter_methods,
);

static METHODS(methods,
    {"__mro_entries__", method_mro_entries, M_UNSIGNED, "($self, bases, /)", NULL},
    {"__instancecheck__", method_instancecheck, M_UNSIGNED, "($self, instance, /)", NULL},
    {"__subclasscheck__", method_subclasscheck, M_UNSIGNED, "($self, cls, /)", NULL},
    {"__reduce__", method_reduce, M_UNSIGNED, "($self, /)", NULL},
    {"__dir__", method_dir, M_UNSIGNED, "($self, /)", NULL},
);
static MEMBERS(members,
    {"__origin__", MEMBER_VALUE, offsetof(AliasObj, origin), true, NULL},
    {"__args__", MEMBER_VALUE, offsetof(AliasObj, args), true, NULL},
    {"__unpacked__", MEMBER_BOOL, offsetof(AliasObj, starred), true, NULL},
);
static GETSETS(getsets,
    {"__parameters__", get_parameters, NULL, "Type variables in the GenericAlias.", NULL},
    GETS("__typing_unpacked_tuple_args__", get_unpacked_args),
);

TYPE_SPEC(generic_alias_type_spec,
    .name = "types.GenericAlias",
    .doc = "Represent a PEP 585 generic type\n\nE.g. for t = list[int], t.__origin__ is list and t.__args__ is (int,).",
    .flags = TYPE_GC | TYPE_BASE | TYPE_WEAKREFS | TYPE_VECTORCALL | TYPE_UNCOUNTED, .basicsize = sizeof(AliasObj), .values = 3,
    .slots = {.repr = alias_repr, .hash = alias_hash, .call = alias_call, .getattro = alias_getattro,
              .richcompare = alias_compare, .iter = alias_iter, .nb_or = union_or, .mp_subscript = alias_getitem,
              .new_ = alias_new},
    .methods = methods, .getsets = getsets, .members = members,
);
