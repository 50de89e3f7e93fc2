/* union.c - int | str: types.UnionType. */
#include "vm/objects/args.h"
#include "vm/objects/generic_alias.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/list.h"
#include "vm/containers/set.h"
#include "vm/objects/union.h"
#include "vm/objects/signature.h"
#include "vm/numbers/number.h"

extern const TypeSpec union_type_spec;

typedef struct UnionObj {
    Object ob;
    Value args;       /* tuple without duplicates */
    Value parameters; /* tuple, made when asked for */
} UnionObj;
#define UNION(v) ((UnionObj *)(uintptr_t)(v))

static bool can_be_member(MinipyVM *vm, Value v)
{
    return v == VALUE_NONE || value_is_type(v) ||
           value_is_kind(v, KIND_GENERIC_ALIAS) || value_is_exact(vm, v, KIND_UNION);
}

/* Appends v, flattened, unless it is there already. */
static int add_member(MinipyVM *vm, Value list, Value v)
{
    if (value_is_kind(v, KIND_UNION)) {
        Value args = UNION(v)->args;
        for (int64_t i = 0; i < tuple_size(args); i++)
            if (add_member(vm, list, tuple_get_borrow(args, i)) < 0)
                return -1;
        return 0;
    }
    if (v == VALUE_NONE)
        v = value_from_obj(vm->types[KIND_NONE]);
    for (int64_t i = 0; i < list_size(list); i++) {
        Value known = list_get_borrow(list, i);
        int same = known == v;
        if (!same && value_is_kind(known, KIND_GENERIC_ALIAS) &&
            value_is_kind(v, KIND_GENERIC_ALIAS))
            same = object_compare_bool(vm, known, v, CMP_EQ);
        if (same)
            return same < 0 ? -1 : 0;
    }
    return list_append(vm, list, v);
}

Value union_or(MinipyVM *vm, Value a, Value b)
{
    if (!can_be_member(vm, a) || !can_be_member(vm, b))
        return VALUE_NOT_IMPLEMENTED;
    Value list = list_new(vm, 0), r = VALUE_NULL;
    if (!list || add_member(vm, list, a) < 0 || add_member(vm, list, b) < 0)
        goto done;
    if (list_size(list) == 1) {
        r = value_incref(list_get_borrow(list, 0));
        goto done;
    }
    UnionObj *u = (UnionObj *)object_alloc(vm, vm->types[KIND_UNION], 0);
    if (!u)
        goto done;
    u->args = list_as_tuple(vm, list);
    r = value_from_obj(u);
    if (!u->args)
        value_clear(vm, &r);
done:
    value_xdecref(vm, list);
    return r;
}

/* A union says of its type where it comes from. */
static Value union_getattro(MinipyVM *vm, Value self, Value name)
{
    if (name == NAME(vm, __module__))
        return object_getattr(vm, value_from_obj(vm->types[KIND_UNION]), name);
    return object_generic_getattr(vm, self, name);
}

static Value union_repr(MinipyVM *vm, Value self)
{
    Value args = UNION(self)->args;
    StrBuilder b;
    strbuilder_init(&b, vm);
    for (int64_t i = 0; i < tuple_size(args); i++) {
        Value v = tuple_get_borrow(args, i), s;
        if (i)
            strbuilder_ascii(&b, " | ");
        if (v == value_from_obj(vm->types[KIND_NONE])) {
            strbuilder_ascii(&b, "None");
            continue;
        }
        if (!(s = generic_item_text(vm, v))) {
            strbuilder_discard(&b);
            return VALUE_NULL;
        }
        strbuilder_str(&b, s);
        value_decref(vm, s);
    }
    return strbuilder_finish(&b);
}

static int64_t union_hash(MinipyVM *vm, Value self)
{
    Value set = frozenset_new(vm, UNION(self)->args);
    int64_t h = set ? object_hash(vm, set) : -1;
    value_xdecref(vm, set);
    return h;
}

static Value union_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if ((op != CMP_EQ && op != CMP_NE) || !value_is_kind(b, KIND_UNION))
        return VALUE_NOT_IMPLEMENTED;
    Value x = set_new(vm, UNION(a)->args),
          y = x ? set_new(vm, UNION(b)->args) : VALUE_NULL;
    Value r = y ? object_compare(vm, x, y, op) : VALUE_NULL;
    value_xdecref(vm, x);
    value_xdecref(vm, y);
    return r;
}

GETTER(get_parameters)
{
    return generic_parameters_kept(vm, &UNION(self)->parameters, UNION(self)->args);
}

static Value union_getitem(MinipyVM *vm, Value self, Value item)
{
    Value parameters = get_parameters(vm, self, NULL);
    Value args = parameters
                     ? generic_substitute(vm, self, UNION(self)->args, parameters, item)
                     : VALUE_NULL;
    value_xdecref(vm, parameters);
    if (!args)
        return VALUE_NULL;
    Value r = value_incref(tuple_get_borrow(args, 0));
    for (int64_t i = 1; r && i < tuple_size(args); i++)
        value_set_steal(vm, &r, number_or(vm, r, tuple_get_borrow(args, i)));
    value_decref(vm, args);
    return r;
}

Value union_members_borrow(Value self)
{
    return UNION(self)->args;
}

static MEMBERS(members,
    {"__args__", MEMBER_VALUE, offsetof(UnionObj, args), true, NULL},
);
static GETSETS(getsets,
    {"__parameters__", get_parameters, NULL, "Type variables in the types.UnionType.", NULL},
);

TYPE_SPEC(union_type_spec,
    .name = "types.UnionType",
    .doc = "Represent a PEP 604 union type\n\nE.g. for int | str",
    .flags = TYPE_GC, .basicsize = sizeof(UnionObj), .values = 2,
    .slots = {.repr = union_repr, .hash = union_hash, .getattro = union_getattro, .richcompare = union_compare,
              .nb_or = union_or, .mp_subscript = union_getitem},
    .getsets = getsets, .members = members,
);
