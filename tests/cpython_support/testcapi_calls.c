/* testcapi_calls.c - _testcapi: functions and methods of every calling convention,
 * which give back what they were given; calls from C of what they are given; and the
 * types whose instances are called as functions are.
 */
#include "tests/cpython_support/testmodules.h"
#include "vm/containers/dict.h"
#include "vm/containers/tuple.h"
#include "vm/objects/method.h"
#include "vm/objects/module.h"
#include "vm/objects/call.h"
#include "vm/types/object_type.h"

/* ---- the conventions: (self, positional arguments, keywords) back ---------------- */

static Value self_or_none(Value self)
{
    return self ? self : VALUE_NONE; /* static methods have no self */
}

/* The keyword arguments behind args[nargs) as a dict, or None. */
static Value keywords_given(MinipyVM *vm, const Value *args, size_t nargs,
                            Value kwnames)
{
    if (!kwnames)
        return VALUE_NONE;
    Value d = dict_new(vm);
    for (int64_t i = 0; d && i < tuple_size(kwnames); i++)
        if (dict_set(vm, d, tuple_get_borrow(kwnames, i), args[nargs + (size_t)i]) < 0)
            value_clear(vm, &d);
    return d;
}

FN(meth_positional)
{
    Value given = tuple_from(vm, args, (int64_t)nargs);
    Value r = given ? tuple_pack(vm, 2, self_or_none(self), given) : VALUE_NULL;
    value_xdecref(vm, given);
    return r;
}

FN(meth_keywords)
{
    Value given = tuple_from(vm, args, (int64_t)nargs);
    Value named = given ? keywords_given(vm, args, nargs, kwnames) : VALUE_NULL;
    Value r = named ? tuple_pack(vm, 3, self_or_none(self), given, named) : VALUE_NULL;
    value_xdecref(vm, named);
    value_xdecref(vm, given);
    return r;
}

FN(meth_o)
{
    return tuple_pack(vm, 2, self_or_none(self), args[0]);
}

FN(meth_noargs)
{
    return value_incref(self_or_none(self));
}

/* CPython has two conventions each for positional arguments and for keywords (a tuple
 * or an array): minipy has the array. */
#define CONVENTIONS(kind)                                                              \
    {"meth_varargs", meth_positional, (kind), "($self, *args)", NULL},                 \
        {"meth_varargs_keywords", meth_keywords, (kind), "($self, *args, **kwargs)",   \
         NULL},                                                                        \
        {"meth_fastcall", meth_positional, (kind), "($self, *args)", NULL},            \
        {"meth_fastcall_keywords", meth_keywords, (kind), "($self, *args, **kwargs)",  \
         NULL},                                                                        \
        {"meth_o", meth_o, (kind), "($self, object, /)", NULL},                        \
    {                                                                                  \
        "meth_noargs", meth_noargs, (kind), "($self, /)", NULL                         \
    }

static const MethodDef instance_methods[] = {CONVENTIONS(M_UNSIGNED), {0}};
static const MethodDef class_methods[] = {CONVENTIONS(M_UNSIGNED | M_CLASS), {0}};
static const MethodDef static_methods[] = {CONVENTIONS(M_UNSIGNED | M_STATIC), {0}};

#define METHODS_TYPE(spec_name, type_name, list, text)                                 \
    static const TypeSpec spec_name = {                                                \
        .name = type_name,                                                             \
        .doc = text,                                                                   \
        .base = KIND_OBJECT,                                                           \
        .kind = KIND_OBJECT,                                                           \
        .basicsize = sizeof(Object),                                                   \
        .slots = {.new_ = type_alloc_new},                                             \
        .methods = list,                                                               \
    }
METHODS_TYPE(instance_spec, "MethInstance", instance_methods, "Has instance methods.");
METHODS_TYPE(class_spec, "MethClass", class_methods, "Has class methods.");
METHODS_TYPE(static_spec, "MethStatic", static_methods, "Has static methods.");

/* ---- calls from C ---------------------------------------------------------------- */

/* A tuple or None (no arguments) as an array. False: TypeError. */
static bool as_array(MinipyVM *vm, Value v, const Value **items, size_t *n)
{
    *items = NULL;
    *n = 0;
    if (v == VALUE_NONE)
        return true;
    if (!value_is_tuple(v)) {
        error_set(vm, EXC_TypeError, "args must be None or a tuple");
        return false;
    }
    *items = TUPLE(v)->items;
    *n = (size_t)tuple_size(v);
    return true;
}

FN(pyobject_fastcall)
{
    const Value *items;
    size_t n;
    if (!as_array(vm, args[1], &items, &n))
        return VALUE_NULL;
    return call(vm, args[0], items, n, VALUE_NULL);
}

FN(pyobject_fastcalldict)
{
    const Value *items;
    size_t n;
    if (!as_array(vm, args[1], &items, &n))
        return VALUE_NULL;
    if (args[2] == VALUE_NONE)
        return call(vm, args[0], items, n, VALUE_NULL);
    if (!value_is_dict(args[2]))
        return error_set(vm, EXC_TypeError, "kwnames must be None or a dict");
    Value positional = args[1] == VALUE_NONE ? vm->empty_tuple : args[1];
    return call_tuple_dict(vm, args[0], positional, args[2]);
}

FN(pyobject_vectorcall)
{
    const Value *items;
    size_t n;
    if (!as_array(vm, args[1], &items, &n))
        return VALUE_NULL;
    if (args[2] == VALUE_NONE)
        return call(vm, args[0], items, n, VALUE_NULL);
    if (!value_is_tuple(args[2]))
        return error_set(vm, EXC_TypeError, "kwnames must be None or a tuple");
    size_t names = (size_t)tuple_size(args[2]);
    if (n < names)
        return error_set(vm, EXC_ValueError, "kwnames longer than args");
    return call(vm, args[0], items, n - names, args[2]);
}

FN(pyvectorcall_call)
{
    if (!value_is_tuple(args[1]))
        return error_set(vm, EXC_TypeError, "args must be a tuple");
    if (nargs > 2 && !value_is_dict(args[2]))
        return error_set(vm, EXC_TypeError, "kwargs must be a dict");
    return call_tuple_dict(vm, args[0], args[1], nargs > 2 ? args[2] : VALUE_NULL);
}

/* ---- instances that are called as functions are ---------------------------------- */

/* Base's call says True; MethodDescriptor2 has one of its own, which says False. */
FN(descriptor_call)
{
    return VALUE_TRUE;
}

FN(descriptor2_call)
{
    return VALUE_FALSE;
}

FN(nop_call)
{
    return tuple_from(vm, args, (int64_t)nargs);
}

static Value descriptor_get(MinipyVM *vm, Value self, Value obj, Value type)
{
    (void)type;
    return obj && obj != VALUE_NONE ? method_new(vm, self, obj) : value_incref(self);
}

static Value nop_get(MinipyVM *vm, Value self, Value obj, Value type)
{
    (void)vm, (void)obj, (void)type;
    return value_incref(self);
}

#define DESCRIPTOR_TYPE(spec_name, type_name, more_flags, ...)                         \
    static const TypeSpec spec_name = {.name = type_name,                              \
                                       .kind = KIND_OBJECT,                            \
                                       .base = KIND_OBJECT,                            \
                                       .flags = TYPE_BASE | (more_flags),              \
                                       .basicsize = sizeof(Object),                    \
                                       .slots = {__VA_ARGS__}}
DESCRIPTOR_TYPE(base_spec, "MethodDescriptorBase", TYPE_METHOD_LIKE | TYPE_VECTORCALL,
                .new_ = type_alloc_new, .call = descriptor_call,
                .descr_get = descriptor_get);
DESCRIPTOR_TYPE(derived_spec, "MethodDescriptorDerived", 0, .new_ = NULL);
DESCRIPTOR_TYPE(nop_spec, "MethodDescriptorNopGet", 0, .call = nop_call,
                .descr_get = nop_get);
DESCRIPTOR_TYPE(two_spec, "MethodDescriptor2", TYPE_VECTORCALL,
                .call = descriptor2_call);

static CONTENTS(plain_types,
    HAS_TYPE("MethInstance", &instance_spec), HAS_TYPE("MethClass", &class_spec),
    HAS_TYPE("MethStatic", &static_spec), HAS_TYPE("MethodDescriptorBase", &base_spec),
);

int testcapi_add_call_types(MinipyVM *vm, Value module)
{
    const TypeSpec *const derived[] = {&derived_spec, &nop_spec, &two_spec};
    if (module_add_contents(vm, module, plain_types) < 0)
        return -1;
    TypeObj *base = module_type_borrow(vm, &base_spec);
    for (size_t i = 0; i < sizeof derived / sizeof *derived; i++) {
        TypeObj *t = type_from_spec_base(vm, derived[i], base);
        if (module_add_steal(vm, module, derived[i]->name,
                             t ? value_from_obj(t) : VALUE_NULL) < 0)
            return -1;
    }
    return 0;
}

const MethodDef testcapi_call_functions[] = {
    CONVENTIONS(0),
    {"pyobject_fastcall", pyobject_fastcall, M_UNSIGNED, "($module, func, args, /)",
     NULL},
    {"pyobject_fastcalldict", pyobject_fastcalldict, M_UNSIGNED,
     "($module, func, args, kwargs, /)", NULL},
    {"pyobject_vectorcall", pyobject_vectorcall, M_UNSIGNED,
     "($module, func, args, kwnames, /)", NULL},
    {"pyvectorcall_call", pyvectorcall_call, M_UNSIGNED,
     "($module, func, args, kwargs=None, /)", NULL},
    {0},
};
