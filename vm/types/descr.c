/* descr.c - the descriptors that native types keep in their dicts: methods, class
 * methods, slot wrappers (and their bound form), members and getsets.
 *
 * Invariant: a descriptor applies only to instances of its owner, so the C function
 * behind it may trust the layout of self.
 */
#include "vm/objects/args.h"
#include "vm/objects/reduce.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/objects/signature.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/types/object_type.h"
#include "vm/types/slot_defs.h"
#include "vm/objects/native.h"
#include "vm/objects/call.h"
#include "vm/types/descr.h"
#include "vm/memory/gc.h"
#include "vm/core/hooks.h"

extern const TypeSpec method_descr_type_spec, classmethod_descr_type_spec,
    wrapper_descr_type_spec, method_wrapper_type_spec, member_descr_type_spec,
    getset_descr_type_spec;

#define METHOD_ARGS                                                                    \
    MinipyVM *vm, Value self, const Value *args, size_t nargs, Value kwnames

/* What every kind begins with; checked below. */
typedef struct DescrObj {
    Object ob;
    TypeObj *owner; /* strong */
    const void *def;
} DescrObj;
#define DESCR(v) ((DescrObj *)(uintptr_t)(v))
_Static_assert(offsetof(DescrObj, owner) == offsetof(MethodDescrObj, owner),
               "common head");
_Static_assert(offsetof(DescrObj, owner) == offsetof(MemberDescrObj, owner),
               "common head");
_Static_assert(offsetof(DescrObj, owner) == offsetof(GetSetDescrObj, owner),
               "common head");
_Static_assert(offsetof(DescrObj, owner) == offsetof(WrapperDescrObj, owner),
               "common head");

typedef struct MethodWrapperObj { /* a slot wrapper bound to self */
    Object ob;
    Value descr, self; /* strong */
} MethodWrapperObj;
#define METHOD_WRAPPER(v) ((MethodWrapperObj *)(uintptr_t)(v))

/* ---- making ---------------------------------------------------------------------- */

static Object *new_descr(MinipyVM *vm, Kind kind, TypeObj *owner)
{
    Object *o = object_alloc(vm, vm->types[kind], 0);
    if (o)
        ((DescrObj *)o)->owner = type_incref(owner);
    return o;
}

Value method_descr_new(MinipyVM *vm, TypeObj *owner, const MethodDef *def, Kind kind)
{
    MethodDescrObj *d = (MethodDescrObj *)new_descr(vm, kind, owner);
    if (!d)
        return VALUE_NULL;
    d->def = def;
    d->signature = &signature_unread;
    d->name = str_intern_cstr(vm, def->name);
    if (!d->name) {
        obj_decref(vm, &d->ob);
        return VALUE_NULL;
    }
    return value_from_obj(d);
}

Value wrapper_descr_new(MinipyVM *vm, TypeObj *owner, const SlotDef *def,
                        AnySlot wrapped)
{
    WrapperDescrObj *d = (WrapperDescrObj *)new_descr(vm, KIND_WRAPPER_DESCR, owner);
    if (!d)
        return VALUE_NULL;
    d->def = def;
    d->wrapped = wrapped;
    d->name = value_incref(vm->names[def->name_id]);
    return value_from_obj(d);
}

Value member_descr_new(MinipyVM *vm, TypeObj *owner, const MemberDef *def, Value name)
{
    MemberDescrObj *d = (MemberDescrObj *)new_descr(vm, KIND_MEMBER_DESCR, owner);
    if (!d)
        return VALUE_NULL;
    d->def = def;
    d->name = value_incref(name);
    return value_from_obj(d);
}

int member_slot_offset(TypeObj *t, Value d)
{
    if (!value_is_kind(d, KIND_MEMBER_DESCR))
        return 0;
    const MemberDescrObj *m = MEMBER_DESCR(d);
    bool plain = m->def->type == MEMBER_VALUE && m->def->offset > 0 &&
                 (m->owner->flags & TYPE_HEAP);
    return plain && type_is_subtype(t, m->owner) ? (int)m->def->offset : 0;
}

int member_load_offset(TypeObj *t, Value d)
{
    if (!value_is_kind(d, KIND_MEMBER_DESCR))
        return 0;
    const MemberDescrObj *m = MEMBER_DESCR(d);
    bool value = m->def->type == MEMBER_VALUE || m->def->type == MEMBER_VALUE_OR_NONE;
    bool plain = value && m->def->offset > 0 && m->def->readonly != MEMBER_AUDITED;
    return plain && type_is_subtype(t, m->owner) ? (int)m->def->offset : 0;
}

Value getset_descr_new(MinipyVM *vm, TypeObj *owner, const GetSetDef *def)
{
    GetSetDescrObj *d = (GetSetDescrObj *)new_descr(vm, KIND_GETSET_DESCR, owner);
    if (!d)
        return VALUE_NULL;
    d->def = def;
    d->name = str_intern_cstr(vm, def->name);
    if (!d->name) {
        obj_decref(vm, &d->ob);
        return VALUE_NULL;
    }
    return value_from_obj(d);
}

static Value descr_name(Value d)
{
    switch (value_obj(d)->kind) {
    case KIND_WRAPPER_DESCR: return WRAPPER_DESCR(d)->name;
    case KIND_MEMBER_DESCR: return MEMBER_DESCR(d)->name;
    case KIND_GETSET_DESCR: return GETSET_DESCR(d)->name;
    default: return METHOD_DESCR(d)->name;
    }
}

static void descr_dealloc(MinipyVM *vm, Object *o)
{
    Value self = value_from_obj(o);
    DescrObj *d = (DescrObj *)o;
    value_xdecref(vm, descr_name(self));
    if (o->kind == KIND_MEMBER_DESCR && d->owner && (d->owner->flags & TYPE_HEAP))
        mem_free(vm, (void *)(uintptr_t)d->def); /* made for __slots__ */
    if (d->owner)
        type_decref(vm, d->owner);
}

static int descr_traverse(Object *o, VisitFn visit, void *arg)
{
    GC_VISIT_OBJ(((DescrObj *)o)->owner);
    return 0;
}

/* ---- what they share ------------------------------------------------------------- */

static bool applies(MinipyVM *vm, Value d, Value obj)
{
    TypeObj *owner = DESCR(d)->owner, *t = value_type(vm, obj);
    if (t == owner || owner == vm->types[KIND_OBJECT] || type_is_subtype(t, owner))
        return true;
    error_set(vm, EXC_TypeError,
              "descriptor '%U' for '%.100N' objects doesn't apply to a '%.100T' object",
              descr_name(d), DESCR(d)->owner, obj);
    return false;
}

static Value repr_with(MinipyVM *vm, Value self, const char *what)
{
    return str_format_c(vm, "<%s '%U' of '%N' objects>", what, descr_name(self),
                        DESCR(self)->owner);
}

GETTER(get_objclass)
{
    return value_incref(value_from_obj(DESCR(self)->owner));
}
GETTER(get_name)
{
    return value_incref(descr_name(self));
}
GETTER(get_qualname)
{
    Value q = object_getattr(vm, value_from_obj(DESCR(self)->owner),
                             NAME(vm, __qualname__)); /* a metaclass may answer */
    Value r = VALUE_NULL;
    if (q && !value_is_str(q))
        error_set(vm, EXC_TypeError,
                  "<descriptor>.__objclass__.__qualname__ is not a unicode object");
    else if (q)
        r = str_format_c(vm, "%U.%U", q, descr_name(self));
    value_xdecref(vm, q);
    return r;
}

static const GetSetDef *computed(const MemberDef *def)
{
    return def->info;
}

static const char *member_doc(Value d)
{
    const MemberDef *def = MEMBER_DESCR(d)->def;
    if (def->type == MEMBER_COMPUTED)
        return computed(def)->doc;
    return DESCR(d)->owner->flags & TYPE_HEAP ? NULL : def->info;
}

static const char *plain_doc(Value d)
{
    switch (value_obj(d)->kind) {
    case KIND_WRAPPER_DESCR: return WRAPPER_DESCR(d)->def->doc;
    case KIND_MEMBER_DESCR: return member_doc(d);
    case KIND_GETSET_DESCR: return GETSET_DESCR(d)->def->doc;
    default: return NULL;
    }
}

static bool is_method(Value d)
{
    return value_is_kind(d, KIND_METHOD_DESCR) ||
           value_is_kind(d, KIND_CLASSMETHOD_DESCR);
}

static const char *name_cstr(Value d)
{
    return str_data(STR(descr_name(d)));
}

GETTER(get_doc)
{
    if (is_method(self))
        return method_doc(vm, METHOD_DESCR(self)->def);
    return doc_text(vm, name_cstr(self), plain_doc(self));
}
GETTER(get_text_signature)
{
    if (is_method(self))
        return method_signature(vm, METHOD_DESCR(self)->def);
    return doc_signature(vm, name_cstr(self), plain_doc(self));
}

/* (getattr, (a, name)), by which pickle finds a descriptor or method again. */
static Value reduce_by_getattr(MinipyVM *vm, Value a, Value name)
{
    return reduce_call_steal(vm, "getattr", tuple_pack(vm, 2, a, name));
}

FN(descr_reduce)
{
    return reduce_by_getattr(vm, value_from_obj(DESCR(self)->owner), descr_name(self));
}

static METHODS(reduce_methods,
    {"__reduce__", descr_reduce, M_UNSIGNED, "($self, /)", NULL},
);

static MEMBERS(name_members,
    COMPUTED_MEMBER("__objclass__", get_objclass, NULL, NULL, NULL),
    COMPUTED_MEMBER("__name__", get_name, NULL, NULL, NULL),
);
static GETSETS(data_getsets,
    GETS("__doc__", get_doc),
    GETS("__qualname__", get_qualname),
);
static GETSETS(callable_getsets,
    GETS("__doc__", get_doc),
    GETS("__qualname__", get_qualname),
    GETS("__text_signature__", get_text_signature),
);

/* ---- method_descriptor ----------------------------------------------------------- */

static Value method_descr_repr(MinipyVM *vm, Value self)
{
    return repr_with(vm, self, "method");
}

/* The method of self: a function that knows its signature, as it will be called. */
static Value bound_native(MinipyVM *vm, MethodDescrObj *d, Value self)
{
    Value f = native_new(vm, d->def, self, VALUE_NULL);
    if (!f || d->def->flags & M_HOST)
        return f;
    if (d->signature == &signature_unread) {
        const Signature *s = signature_of(vm, d->def);
        if (!s) {
            value_decref(vm, f);
            return VALUE_NULL;
        }
        d->signature = s;
    }
    NATIVE(f)->signature = d->signature;
    return f;
}

static __attribute__((noinline)) Value call_checked(METHOD_ARGS)
{
    MethodDescrObj *d = METHOD_DESCR(self);
    if (nargs < 1)
        return error_set(vm, EXC_TypeError, "unbound method %U.%U() needs an argument",
                         d->owner->qualname, d->name);
    if (!applies(vm, self, args[0]))
        return VALUE_NULL;
    return d->def->flags & M_HOST
               ? host_descr_invoke(vm, d->def, self, args, nargs, kwnames)
               : native_invoke(vm, self, args[0], args + 1, nargs - 1, kwnames);
}

/* Apart, so that nothing is saved on the way to a function at hand. */
static Value method_descr_call(METHOD_ARGS)
{
    const MethodDescrObj *d = METHOD_DESCR(self);
    if (unlikely(!nargs || value_type(vm, args[0]) != d->owner))
        return call_checked(vm, self, args, nargs, kwnames);
    if (likely(!kwnames && signature_takes(d->signature, nargs - 1)))
        return contract_checked(
            vm, d->def->name, d->def->fn(vm, args[0], args + 1, nargs - 1, VALUE_NULL));
    if (d->def->flags & M_HOST)
        return host_descr_invoke(vm, d->def, self, args, nargs, kwnames);
    return call_checked(vm, self, args, nargs, kwnames);
}

static Value method_descr_get(MinipyVM *vm, Value self, Value obj, Value type)
{
    (void)type;
    if (!obj)
        return value_incref(self);
    if (!applies(vm, self, obj))
        return VALUE_NULL;
    return bound_native(vm, METHOD_DESCR(self), obj);
}

TYPE_SPEC(method_descr_type_spec,
    .name = "method_descriptor",
    .flags = TYPE_GC | TYPE_NO_NEW | TYPE_METHOD_LIKE | TYPE_VECTORCALL, .basicsize = sizeof(MethodDescrObj),
    .dealloc = descr_dealloc, .traverse = descr_traverse,
    .slots = {.getattro = object_generic_getattr, .repr = method_descr_repr, .call = method_descr_call,
              .descr_get = method_descr_get},
    .methods = reduce_methods, .members = name_members, .getsets = callable_getsets,
);

/* ---- classmethod_descriptor ------------------------------------------------------ */

static Value bind_class(MinipyVM *vm, Value self, Value type)
{
    MethodDescrObj *d = METHOD_DESCR(self);
    if (!value_is_type(type))
        return error_set(
            vm, EXC_TypeError,
            "descriptor '%U' for type '%N' needs a type, not a '%T' as arg 2", d->name,
            d->owner, type);
    if (!type_is_subtype(TYPE_OF(type), d->owner))
        return error_set(vm, EXC_TypeError,
                         "descriptor '%U' requires a subtype of '%N' but received '%N'",
                         d->name, d->owner, TYPE_OF(type));
    return bound_native(vm, d, type);
}

Value method_descr_bind(MinipyVM *vm, Value d, Value self)
{
    return method_descr_get(vm, d, self, value_from_obj(value_type(vm, self)));
}

static Value classmethod_descr_get(MinipyVM *vm, Value self, Value obj, Value type)
{
    MethodDescrObj *d = METHOD_DESCR(self);
    if (!type) {
        if (!obj)
            return error_set(
                vm, EXC_TypeError,
                "descriptor '%U' for type '%N' needs either an object or a type",
                d->name, d->owner);
        type = value_from_obj(value_type(vm, obj));
    }
    return bind_class(vm, self, type);
}

static Value classmethod_descr_call(METHOD_ARGS)
{
    MethodDescrObj *d = METHOD_DESCR(self);
    if (nargs < 1)
        return error_set(vm, EXC_TypeError,
                         "descriptor '%U' of '%N' object needs an argument", d->name,
                         d->owner);
    Value f = bind_class(vm, self, args[0]);
    if (!f)
        return VALUE_NULL;
    Value r = call(vm, f, args + 1, nargs - 1, kwnames);
    value_decref(vm, f);
    return r;
}

TYPE_SPEC(classmethod_descr_type_spec,
    .name = "classmethod_descriptor",
    .flags = TYPE_GC | TYPE_NO_NEW, .basicsize = sizeof(MethodDescrObj),
    .dealloc = descr_dealloc, .traverse = descr_traverse,
    .slots = {.getattro = object_generic_getattr, .repr = method_descr_repr, .call = classmethod_descr_call,
              .descr_get = classmethod_descr_get},
    .members = name_members, .getsets = callable_getsets,
);

/* ---- slot wrapper ---------------------------------------------------------------- */

static Value wrapper_repr(MinipyVM *vm, Value self)
{
    return repr_with(vm, self, "slot wrapper");
}

static Value wrapper_invoke(MinipyVM *vm, WrapperDescrObj *d, Value self,
                            const Value *args, size_t nargs, Value kwnames)
{
    if (kwnames && tuple_size(kwnames) && !d->def->keywords)
        return error_set(vm, EXC_TypeError, "wrapper %s() takes no keyword arguments",
                         d->def->name);
    return d->def->wrapper(vm, self, args, nargs, kwnames, d->wrapped, d->def);
}

static Value wrapper_call(METHOD_ARGS)
{
    WrapperDescrObj *d = WRAPPER_DESCR(self);
    if (nargs < 1)
        return error_set(vm, EXC_TypeError,
                         "descriptor '%U' of '%N' object needs an argument", d->name,
                         d->owner);
    if (!type_is_subtype(value_type(vm, args[0]), d->owner))
        return error_set(
            vm, EXC_TypeError,
            "descriptor '%U' requires a '%.100N' object but received a '%.100T'",
            d->name, d->owner, args[0]);
    return wrapper_invoke(vm, d, args[0], args + 1, nargs - 1, kwnames);
}

static Value wrapper_get(MinipyVM *vm, Value self, Value obj, Value type)
{
    (void)type;
    if (!obj)
        return value_incref(self);
    if (!applies(vm, self, obj))
        return VALUE_NULL;
    MethodWrapperObj *w =
        (MethodWrapperObj *)object_alloc(vm, vm->types[KIND_METHOD_WRAPPER], 0);
    if (!w)
        return VALUE_NULL;
    w->descr = value_incref(self);
    w->self = value_incref(obj);
    return value_from_obj(w);
}

TYPE_SPEC(wrapper_descr_type_spec,
    .name = "wrapper_descriptor",
    .flags = TYPE_GC | TYPE_NO_NEW | TYPE_METHOD_LIKE, .basicsize = sizeof(WrapperDescrObj),
    .dealloc = descr_dealloc, .traverse = descr_traverse,
    .slots = {.getattro = object_generic_getattr, .repr = wrapper_repr, .call = wrapper_call, .descr_get = wrapper_get},
    .methods = reduce_methods, .members = name_members, .getsets = callable_getsets,
);

/* ---- method-wrapper -------------------------------------------------------------- */

static Value mw_repr(MinipyVM *vm, Value self)
{
    MethodWrapperObj *w = METHOD_WRAPPER(self);
    return str_format_c(vm, "<method-wrapper '%U' of %T object at %p>",
                        descr_name(w->descr), w->self, value_obj(w->self));
}

static Value mw_call(METHOD_ARGS)
{
    MethodWrapperObj *w = METHOD_WRAPPER(self);
    return wrapper_invoke(vm, WRAPPER_DESCR(w->descr), w->self, args, nargs, kwnames);
}

static Value mw_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    (void)vm;
    if (!value_is_kind(b, KIND_METHOD_WRAPPER) || (op != CMP_EQ && op != CMP_NE))
        return VALUE_NOT_IMPLEMENTED;
    bool same = METHOD_WRAPPER(a)->descr == METHOD_WRAPPER(b)->descr &&
                METHOD_WRAPPER(a)->self == METHOD_WRAPPER(b)->self;
    return value_from_bool(same == (op == CMP_EQ));
}

static int64_t mw_hash(MinipyVM *vm, Value self)
{
    MethodWrapperObj *w = METHOD_WRAPPER(self);
    int64_t h = object_hash_identity(vm, w->self) ^ object_hash_identity(vm, w->descr);
    return h == -1 ? -2 : h;
}

GETTER(mw_forward)
{
    return attr_get(vm, METHOD_WRAPPER(self)->descr, closure);
}

FN(mw_reduce)
{
    MethodWrapperObj *w = METHOD_WRAPPER(self);
    return reduce_by_getattr(vm, w->self, descr_name(w->descr));
}

static MEMBERS(mw_members,
    {"__self__", MEMBER_VALUE, offsetof(MethodWrapperObj, self), true, NULL},
);
static METHODS(mw_methods,
    {"__reduce__", mw_reduce, M_UNSIGNED, "($self, /)", NULL},
);
static GETSETS(mw_getsets,
    {"__objclass__", mw_forward, NULL, NULL, "__objclass__"},
    {"__name__", mw_forward, NULL, NULL, "__name__"},
    {"__qualname__", mw_forward, NULL, NULL, "__qualname__"},
    {"__doc__", mw_forward, NULL, NULL, "__doc__"},
    {"__text_signature__", mw_forward, NULL, NULL, "__text_signature__"},
);

TYPE_SPEC(method_wrapper_type_spec,
    .name = "method-wrapper",
    .flags = TYPE_GC | TYPE_NO_NEW, .basicsize = sizeof(MethodWrapperObj), .values = 2,
    .slots = {.getattro = object_generic_getattr, .repr = mw_repr, .call = mw_call, .hash = mw_hash,
              .richcompare = mw_compare},
    .methods = mw_methods, .getsets = mw_getsets, .members = mw_members,
);

static Value member_repr(MinipyVM *vm, Value self)
{
    return repr_with(vm, self, "member");
}

static Value getset_repr(MinipyVM *vm, Value self)
{
    return repr_with(vm, self, "attribute");
}

/* ---- member_descriptor ----------------------------------------------------------- */

static Value member_get(MinipyVM *vm, Value self, Value obj, Value type)
{
    (void)type;
    if (!obj || !applies(vm, self, obj))
        return obj ? VALUE_NULL : value_incref(self);
    const MemberDef *def = MEMBER_DESCR(self)->def;
    if (def->readonly == MEMBER_AUDITED && audit_getattr(vm, obj, def->name) < 0)
        return VALUE_NULL;
    void *at = obj_field(value_obj(obj), def->offset);
    switch (def->type) {
    case MEMBER_INT64: return int_new(vm, *(int64_t *)at);
    case MEMBER_INT32: return int_new(vm, *(int32_t *)at);
    case MEMBER_UINT32: return int_new(vm, *(uint32_t *)at);
    case MEMBER_BOOL: return value_from_bool(*(bool *)at);
    case MEMBER_DOUBLE: return float_new(vm, *(double *)at);
    case MEMBER_COMPUTED: return computed(def)->get(vm, obj, computed(def)->closure);
    default: break;
    }
    Value v = *(Value *)at;
    if (v)
        return value_incref(v);
    if (def->type == MEMBER_VALUE_OR_NONE)
        return VALUE_NONE;
    return error_set_attribute(vm, obj, MEMBER_DESCR(self)->name,
                               "'%.50T' object has no attribute '%s'", obj, def->name);
}

static int set_number(MinipyVM *vm, void *at, int type, Value value)
{
    if (type == MEMBER_DOUBLE) {
        double d;
        if (!arg_double(vm, value, &d))
            return -1;
        *(double *)at = d;
        return 0;
    }
    if (type != MEMBER_INT64) {
        int64_t n;
        if (!arg_long(vm, value, &n))
            return -1;
        *(int32_t *)at = (int32_t)n;
        return n == (int32_t)n ? 0
                               : error_warn(vm, EXC_RuntimeWarning, 1,
                                            "Truncation of value to int");
    }
    int64_t i = -1; /* what a large one is, as in CPython, when it is no number */
    bool ok = value_is_int(value)
                  ? arg_ssize(vm, value, &i)
                  : (error_set(vm, EXC_TypeError, "an integer is required"), false);
    *(int64_t *)at = ok ? i : -1;
    return ok ? 0 : -1;
}

static int member_set(MinipyVM *vm, Value self, Value obj, Value value)
{
    if (!applies(vm, self, obj))
        return -1;
    const MemberDef *def = MEMBER_DESCR(self)->def;
    void *at = obj_field(value_obj(obj), def->offset);
    if (def->readonly || (def->type == MEMBER_COMPUTED && !computed(def)->set))
        return error_set(vm, EXC_AttributeError, "readonly attribute"), -1;
    if (def->type == MEMBER_COMPUTED)
        return computed(def)->set(vm, obj, value, computed(def)->closure);
    if (def->type == MEMBER_VALUE || def->type == MEMBER_VALUE_OR_NONE) {
        if (!value && def->type == MEMBER_VALUE && !*(Value *)at)
            return error_set_value(vm, EXC_AttributeError, MEMBER_DESCR(self)->name),
                   -1;
        value_set_steal(vm, at, value_xincref(value));
        return 0;
    }
    if (!value)
        return error_set(vm, EXC_TypeError, "can't delete numeric/char attribute"), -1;
    if (def->type != MEMBER_BOOL)
        return set_number(vm, at, def->type, value);
    if (value != VALUE_TRUE && value != VALUE_FALSE)
        return error_set(vm, EXC_TypeError, "attribute value type must be bool"), -1;
    *(bool *)at = value == VALUE_TRUE;
    return 0;
}

TYPE_SPEC(member_descr_type_spec,
    .name = "member_descriptor",
    .flags = TYPE_GC | TYPE_NO_NEW, .basicsize = sizeof(MemberDescrObj),
    .dealloc = descr_dealloc, .traverse = descr_traverse,
    .slots = {.getattro = object_generic_getattr, .repr = member_repr, .descr_get = member_get, .descr_set = member_set},
    .methods = reduce_methods, .members = name_members, .getsets = data_getsets,
);

/* ---- getset_descriptor ----------------------------------------------------------- */

static Value getset_get(MinipyVM *vm, Value self, Value obj, Value type)
{
    (void)type;
    if (!obj || !applies(vm, self, obj))
        return obj ? VALUE_NULL : value_incref(self);
    const GetSetDef *def = GETSET_DESCR(self)->def;
    if (!def->get)
        return error_set(vm, EXC_AttributeError,
                         "attribute '%U' of '%N' objects is not readable",
                         descr_name(self), DESCR(self)->owner);
    return def->get(vm, obj, def->closure);
}

static int getset_set(MinipyVM *vm, Value self, Value obj, Value value)
{
    if (!applies(vm, self, obj))
        return -1;
    const GetSetDef *def = GETSET_DESCR(self)->def;
    if (def->set)
        return def->set(vm, obj, value, def->closure);
    error_set(vm, EXC_AttributeError, "attribute '%U' of '%N' objects is not writable",
              descr_name(self), DESCR(self)->owner);
    return -1;
}

TYPE_SPEC(getset_descr_type_spec,
    .name = "getset_descriptor",
    .flags = TYPE_GC | TYPE_NO_NEW, .basicsize = sizeof(GetSetDescrObj),
    .dealloc = descr_dealloc, .traverse = descr_traverse,
    .slots = {.getattro = object_generic_getattr, .repr = getset_repr, .descr_get = getset_get, .descr_set = getset_set},
    .members = name_members, .getsets = data_getsets,
);
