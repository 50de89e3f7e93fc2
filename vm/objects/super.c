/* super.c - super: attribute lookup that starts behind a class in the MRO. The
 * compiler's super().name goes to super_getattr without making the object.
 */
#include "vm/objects/args.h"
#include "vm/containers/dict.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/types/attr.h"
#include "vm/types/class_dict.h"
#include "vm/types/shape.h"
#include "vm/types/object_type.h"
#include "vm/objects/super.h"
#include "vm/core/hooks.h"
#include "vm/objects/signature.h"
#include "vm/objects/call.h"

extern const TypeSpec super_type_spec;

typedef struct SuperObj {
    Object ob;
    Value obj;      /* __self__; VALUE_NULL: unbound */
    Value cls;      /* __thisclass__; VALUE_NULL before __init__ */
    Value obj_type; /* __self_class__: the class whose MRO is searched */
} SuperObj;
#define SUPER(v) ((SuperObj *)(uintptr_t)(v))

/* A mro() may leave a class out of its own MRO. */
static bool in_own_mro(TypeObj *t)
{
    if (!t->mro ||
        (tuple_size(t->mro) && tuple_get_borrow(t->mro, 0) == value_from_obj(t)))
        return true;
    for (int64_t i = 1; i < tuple_size(t->mro); i++)
        if (tuple_get_borrow(t->mro, i) == value_from_obj(t))
            return true;
    return false;
}

/* The class whose MRO counts for super(cls, obj): obj itself, its type, or what it says
 * is its class. New reference. */
static Value check(MinipyVM *vm, TypeObj *cls, Value obj)
{
    if (value_is_type(obj) && type_is_subtype(TYPE_OF(obj), cls) &&
        in_own_mro(TYPE_OF(obj)))
        return value_incref(obj);
    TypeObj *t = value_type(vm, obj);
    if (type_is_subtype(t, cls))
        return value_incref(value_from_obj(t));
    Value c;
    if (object_lookup_attr(vm, obj, NAME(vm, __class__), &c) < 0)
        return VALUE_NULL;
    if (c && value_is_type(c) && c != value_from_obj(t) &&
        type_is_subtype(TYPE_OF(c), cls))
        return c;
    value_xdecref(vm, c);
    return error_set(vm, EXC_TypeError,
                     "super(type, obj): obj must be an instance or subtype of type");
}

/* The attribute behind cls in the MRO of start, borrowed; NULL: absent. */
static Value lookup_behind(MinipyVM *vm, TypeObj *cls, TypeObj *start, Value name)
{
    Value mro = start->mro;
    int64_t i = 0, n = mro ? tuple_size(mro) : 0;
    while (i < n && tuple_get_borrow(mro, i) != value_from_obj(cls))
        i++;
    for (i++; i < n; i++) {
        TypeObj *t = TYPE_OF(tuple_get_borrow(mro, i));
        DictObj *d = type_dict(vm, t);
        Value v = d ? dict_get_str_borrow(vm, d, name) : VALUE_NULL;
        if (v)
            return class_value_kept(vm, t, d, v) ? v : VALUE_NULL;
    }
    return VALUE_NULL;
}

static const AttrCacheEntry *known_behind(MinipyVM *vm, const TypeObj *cls,
                                          const TypeObj *start, Value name)
{
    const AttrCacheEntry *e =
        attr_cache_at(vm, super_cache_key(start, cls), start->version, name);
    return e && e->where == (int32_t)cls->version ? e : NULL;
}

/* lookup_behind(), remembered; but not plain values, which may have a cell if their
 * names are not of the language's. */
static Value find_behind(MinipyVM *vm, TypeObj *cls, TypeObj *start, Value name)
{
    const AttrCacheEntry *e = known_behind(vm, cls, start, name);
    if (e)
        return e->found;
    Value d = lookup_behind(vm, cls, start, name);
    if (d && CACHES && (!value_is_plain(d) || attr_is_dunder(name)) &&
        type_version(vm, start) && type_version(vm, cls))
        attr_cache_put(
            vm, (AttrCacheEntry){.key = super_cache_key(start, cls),
                                 .name = name,
                                 .found = d,
                                 .type_version = start->version,
                                 .where = (int32_t)cls->version,
                                 .kind = value_type(vm, d)->flags & TYPE_METHOD_LIKE
                                             ? ATTR_METHOD
                                             : ATTR_OTHER});
    return d;
}

static Value bind(MinipyVM *vm, Value d, Value obj, Value obj_type)
{
    TernarySlot get = value_type(vm, d)->slots.descr_get;
    value_incref(d);
    if (!get)
        return d;
    Value v = get(vm, d, obj == obj_type ? VALUE_NULL : obj, obj_type);
    value_decref(vm, d);
    return v;
}

/* super(cls, obj), for which start was found */
static Value super_new(MinipyVM *vm, Value cls, Value obj, Value start);

/* The method that super(cls, obj).name was found to be for an object of obj's class,
 * borrowed; or VALUE_NULL. Of a class the MRO may be its own: super_start() tells. */
static Value known_method(MinipyVM *vm, TypeObj *cls, Value obj, Value name)
{
    if (value_is_type(obj))
        return VALUE_NULL;
    const TypeObj *t = value_type(vm, obj);
    const AttrCacheEntry *e = known_behind(vm, cls, t, name);
    return e && e->kind == ATTR_METHOD ? e->found : VALUE_NULL;
}

Value super_known(MinipyVM *vm, Value cls, Value obj, Value name, Value *self)
{
    Value known = known_method(vm, TYPE_OF(cls), obj, name);
    if (known)
        *self = value_incref(obj);
    return value_xincref(known);
}

Value super_start(MinipyVM *vm, Value cls, Value obj)
{
    return check(vm, TYPE_OF(cls), obj);
}

Value super_getattr(MinipyVM *vm, Value cls, Value obj, Value start, Value name,
                    Value *self_or_null)
{
    *self_or_null = VALUE_NULL;
    Value d = name == NAME(vm, __class__)
                  ? VALUE_NULL
                  : find_behind(vm, TYPE_OF(cls), TYPE_OF(start), name);
    Value r;
    if (!d) {
        Value s = super_new(vm, cls, obj, start);
        r = s ? object_generic_getattr(vm, s, name) : VALUE_NULL;
        value_xdecref(vm, s);
    } else if (obj != start && (value_type(vm, d)->flags & TYPE_METHOD_LIKE)) {
        *self_or_null = value_incref(obj);
        r = value_incref(d);
    } else {
        r = bind(vm, d, obj, start);
    }
    value_decref(vm, start);
    return r;
}

static Value super_getattro(MinipyVM *vm, Value self, Value name)
{
    SuperObj *s = SUPER(self);
    if (s->obj_type && name != NAME(vm, __class__)) {
        Value plain = attr_name(vm, name);
        if (!plain)
            return VALUE_NULL;
        Value d = find_behind(vm, TYPE_OF(s->cls), TYPE_OF(s->obj_type), plain);
        value_decref(vm, plain);
        if (d)
            return bind(vm, d, s->obj, s->obj_type);
    }
    return object_generic_getattr(vm, self, name);
}

Value super_method(MinipyVM *vm, Value super, Value name, Value *self)
{
    const SuperObj *s = SUPER(super);
    *self = VALUE_NULL;
    if (!s->obj_type || s->obj == s->obj_type || name == NAME(vm, __class__))
        return VALUE_NULL;
    Value d = find_behind(vm, TYPE_OF(s->cls), TYPE_OF(s->obj_type), name);
    if (!d || !(value_type(vm, d)->flags & TYPE_METHOD_LIKE))
        return VALUE_NULL;
    *self = value_incref(s->obj);
    return value_incref(d);
}

/* ---- life ------------------------------------------------------------------------ */

static void set_up(MinipyVM *vm, SuperObj *s, Value cls, Value obj, Value start)
{
    value_set_steal(vm, &s->cls, value_incref(cls));
    value_set_steal(vm, &s->obj, value_xincref(obj));
    value_set_steal(vm, &s->obj_type, value_xincref(start));
}

static Value super_new(MinipyVM *vm, Value cls, Value obj, Value start)
{
    SuperObj *s = (SuperObj *)object_alloc(vm, vm->types[KIND_SUPER], 0);
    if (!s)
        return VALUE_NULL;
    set_up(vm, s, cls, obj, start);
    return value_from_obj(s);
}

static int super_init(NATIVE_ARGS)
{
    Value cls = VALUE_NULL, obj = VALUE_NULL;
    /* A call of super itself and one of __init__ say the same in different words. */
    bool fresh = SUPER(self)->ob.type == vm->types[KIND_SUPER] && !SUPER(self)->cls;
    if (!args_no_kw(vm, "super", kwnames))
        return -1;
    if (nargs > 2)
        return error_set(vm, EXC_TypeError,
                         fresh ? "super() expected at most 2 arguments, got %zd"
                               : "super() takes at most 2 arguments (%zd given)",
                         (int64_t)nargs),
               -1;
    if (nargs == 0) {
        if (frame_super_args(vm, &cls, &obj) < 0)
            return -1;
    } else {
        cls = args[0];
        obj = nargs > 1 ? args[1] : VALUE_NONE;
    }
    if (!value_is_type(cls))
        return error_set(vm, EXC_TypeError, "super() argument 1 must be %s, not %T",
                         fresh ? "a type" : "type", cls),
               -1;
    if (obj == VALUE_NONE && nargs)
        obj = VALUE_NULL;
    Value start = obj ? check(vm, TYPE_OF(cls), obj) : VALUE_NULL;
    if (obj && !start)
        return -1;
    set_up(vm, SUPER(self), cls, obj, start);
    value_xdecref(vm, start);
    return 0;
}

static Value super_get(MinipyVM *vm, Value self, Value obj, Value type)
{
    (void)type;
    SuperObj *s = SUPER(self);
    if (!obj || obj == VALUE_NONE || s->obj)
        return value_incref(self);
    if (s->ob.type != vm->types[KIND_SUPER])
        return call2(vm, value_from_obj(s->ob.type), s->cls, obj);
    Value start = check(vm, TYPE_OF(s->cls), obj);
    Value r = start ? super_new(vm, s->cls, obj, start) : VALUE_NULL;
    value_xdecref(vm, start);
    return r;
}

static Value super_repr(MinipyVM *vm, Value self)
{
    SuperObj *s = SUPER(self);
    if (s->obj_type)
        return str_format_c(vm, "<super: <class '%N'>, <%N object>>", TYPE_OF(s->cls),
                            TYPE_OF(s->obj_type));
    if (!s->cls)
        return str_format_c(vm, "<super: <class 'NULL'>, NULL>");
    return str_format_c(vm, "<super: <class '%N'>, NULL>", TYPE_OF(s->cls));
}

static MEMBERS(members,
    {"__thisclass__", MEMBER_VALUE_OR_NONE, offsetof(SuperObj, cls), true, "the class invoking super()"},
    {"__self__", MEMBER_VALUE_OR_NONE, offsetof(SuperObj, obj), true, "the instance invoking super(); may be None"},
    {"__self_class__", MEMBER_VALUE_OR_NONE, offsetof(SuperObj, obj_type), true,
     "the type of the instance invoking super(); may be None"},
);

TYPE_SPEC(super_type_spec,
    .name = "super",
    .doc = "super() -> same as super(__class__, <first argument>)\nsuper(type) -> unbound super object\nsuper(type, "
           "obj) -> bound super object; requires isinstance(obj, type)\nsuper(type, type2) -> bound super object; "
           "requires issubclass(type2, type)\n\nIts attributes are those of the classes behind `type` in the MRO.",
    .flags = TYPE_UNCOUNTED | TYPE_GC | TYPE_CLEARS | TYPE_BASE, .basicsize = sizeof(SuperObj), .values = 3,
    .slots = {.repr = super_repr, .getattro = super_getattro, .descr_get = super_get, .init = super_init,
              .new_ = type_alloc_new},
    .members = members,
);
