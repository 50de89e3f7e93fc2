/* method.c - bound methods (a callable with its first argument), and instancemethod,
 * which lets any callable act as a method.
 */
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/objects/reduce.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/types/attr.h"
#include "vm/types/object_type.h"
#include "vm/objects/method.h"
#include "vm/objects/call.h"

extern const TypeSpec method_type_spec, instance_method_type_spec;

Value method_new(MinipyVM *vm, Value func, Value self)
{
    MethodObj *m = (MethodObj *)object_alloc(vm, vm->types[KIND_METHOD], 0);
    if (!m)
        return VALUE_NULL;
    m->func = value_incref(func);
    m->self = value_incref(self);
    return value_from_obj(m);
}

NEW(method_type_new, 2, "method", "(function, instance, /)")
{
    if (!object_callable(given[0]))
        return error_set(vm, EXC_TypeError, "first argument must be callable");
    if (given[1] == VALUE_NONE)
        return error_set(vm, EXC_TypeError, "instance must not be None");
    return method_new(vm, given[0], given[1]);
}

FN(method_call)
{
    MethodObj *m = METHOD(self);
    Value small[8], *all = small;
    size_t n = nargs + (kwnames ? (size_t)tuple_size(kwnames) : 0);
    if (n >= 8 && !(all = mem_alloc(vm, (n + 1) * sizeof *all)))
        return VALUE_NULL;
    Value func = value_incref(m->func), first = value_incref(m->self);
    all[0] = first;
    if (n)
        memcpy(all + 1, args, n * sizeof *all);
    Value r = call(vm, func, all, nargs + 1, kwnames);
    value_decref(vm, first);
    value_decref(vm, func);
    if (all != small)
        mem_free(vm, all);
    return r;
}

/* What the type does not know is the function's. */
static Value method_getattro(MinipyVM *vm, Value self, Value name)
{
    Value v;
    int r = object_generic_lookup(vm, self, name, &v);
    return r ? v : object_getattr(vm, METHOD(self)->func, name);
}

static Value method_repr(MinipyVM *vm, Value self)
{
    MethodObj *m = METHOD(self);
    Value name;
    if (object_lookup_attr(vm, m->func, NAME(vm, __qualname__), &name) < 0 ||
        (!name && object_lookup_attr(vm, m->func, NAME(vm, __name__), &name) < 0))
        return VALUE_NULL;
    Value r = name && value_is_str(name)
                  ? str_format_c(vm, "<bound method %U of %R>", name, m->self)
                  : str_format_c(vm, "<bound method ? of %R>", m->self);
    value_xdecref(vm, name);
    return r;
}

static Value method_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if ((op != CMP_EQ && op != CMP_NE) || !value_is_kind(b, KIND_METHOD))
        return VALUE_NOT_IMPLEMENTED;
    int same = object_compare_bool(vm, METHOD(a)->func, METHOD(b)->func, CMP_EQ);
    if (same < 0)
        return VALUE_NULL;
    same = same && METHOD(a)->self == METHOD(b)->self;
    return value_from_bool(same == (op == CMP_EQ));
}

static int64_t method_hash(MinipyVM *vm, Value self)
{
    int64_t h = object_hash(vm, METHOD(self)->func);
    if (h == -1)
        return -1;
    h ^= object_hash_identity(vm, METHOD(self)->self);
    return h == -1 ? -2 : h;
}

FN(method_reduce)
{
    MethodObj *m = METHOD(self);
    Value name = object_getattr(vm, m->func, NAME(vm, __name__));
    Value inner = name ? tuple_pack(vm, 2, m->self, name) : VALUE_NULL;
    Value r = reduce_call_steal(vm, "getattr", inner);
    value_xdecref(vm, name);
    return r;
}

GETTER(get_doc)
{
    return object_getattr(vm, METHOD(self)->func, NAME(vm, __doc__));
}

static METHODS(methods,
    {"__reduce__", method_reduce, 0, "($self, /)", NULL},
);
static MEMBERS(members,
    {"__func__", MEMBER_VALUE, offsetof(MethodObj, func), true,
     "the function (or other callable) implementing a method"},
    {"__self__", MEMBER_VALUE, offsetof(MethodObj, self), true, "the instance to which a method is bound"},
);
static GETSETS(getsets,
    GETS("__doc__", get_doc),
);

TYPE_SPEC(method_type_spec,
    .name = "method",
    .doc = "method(function, instance, /)\n--\n\nCreate a bound instance method object.",
    .flags = TYPE_GC | TYPE_WEAKREFS | TYPE_VECTORCALL | TYPE_UNCOUNTED, .basicsize = sizeof(MethodObj), .values = 2,
    .slots = {.setattro = object_generic_setattr, .repr = method_repr, .hash = method_hash, .call = method_call,
              .getattro = method_getattro, .richcompare = method_compare, .new_ = method_type_new},
    .methods = methods, .getsets = getsets, .members = members,
);

/* ---- instancemethod -------------------------------------------------------------- */

typedef struct InstanceMethodObj {
    Object ob;
    Value func;
} InstanceMethodObj;
#define INSTANCE_METHOD(v) ((InstanceMethodObj *)(uintptr_t)(v))

NEW(im_new, 1, "instancemethod", "(function, /)")
{
    if (!object_callable(given[0]))
        return error_set(vm, EXC_TypeError, "first argument must be callable");
    InstanceMethodObj *m = (InstanceMethodObj *)object_alloc(vm, cls, 0);
    if (m)
        m->func = value_incref(given[0]);
    return value_from_obj(m);
}

static Value im_get(MinipyVM *vm, Value self, Value obj, Value type)
{
    (void)type;
    Value func = INSTANCE_METHOD(self)->func;
    return obj ? method_new(vm, func, obj) : value_incref(func);
}

FN(im_call)
{
    return call(vm, INSTANCE_METHOD(self)->func, args, nargs, kwnames);
}

static Value im_repr(MinipyVM *vm, Value self)
{
    Value func = INSTANCE_METHOD(self)->func, name;
    if (object_lookup_attr(vm, func, NAME(vm, __name__), &name) < 0)
        return VALUE_NULL;
    Value r = name && value_is_str(name)
                  ? str_format_c(vm, "<instancemethod %U at %p>", name, value_obj(self))
                  : str_format_c(vm, "<instancemethod ? at %p>", value_obj(self));
    value_xdecref(vm, name);
    return r;
}

static MEMBERS(im_members,
    {"__func__", MEMBER_VALUE, offsetof(InstanceMethodObj, func), true,
     "the function (or other callable) implementing a method"},
);

TYPE_SPEC(instance_method_type_spec,
    .name = "instancemethod",
    .doc = "instancemethod(function)\n\nBind a function to a class.",
    .flags = TYPE_GC, .basicsize = sizeof(InstanceMethodObj), .values = 1,
    .slots = {.getattro = object_generic_getattr, .setattro = object_generic_setattr, .repr = im_repr, .call = im_call,
              .descr_get = im_get, .new_ = im_new},
    .members = im_members,
);
