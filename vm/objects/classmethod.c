/* classmethod.c - classmethod and staticmethod: wrappers that change how a callable
 * binds. */
#include "vm/objects/signature.h"
#include "vm/objects/args.h"
#include "vm/text/str.h"
#include "vm/types/attr.h"
#include "vm/objects/classmethod.h"
#include "vm/objects/method.h"
#include "vm/objects/call.h"

extern const TypeSpec classmethod_type_spec, staticmethod_type_spec;

/* Copies the attributes that make the wrapper look like what it wraps. */
static int copy_identity(MinipyVM *vm, Value wrapper, Value callable)
{
    const int names[] = {NAME___module__, NAME___name__, NAME___qualname__,
                         NAME___doc__};
    for (int i = 0; i < 4; i++) {
        Value v;
        int found = object_lookup_attr(vm, callable, vm->names[names[i]], &v);
        if (found < 0)
            return -1;
        if (!found)
            continue;
        int r = object_setattr(vm, wrapper, vm->names[names[i]], v);
        value_decref(vm, v);
        if (r < 0)
            return -1;
    }
    Value v;
    int found = object_lookup_attr(vm, callable, NAME(vm, __annotations__), &v);
    if (found <= 0)
        return found;
    int r = object_setattr(vm, wrapper, NAME(vm, __annotations__), v);
    value_decref(vm, v);
    return r;
}

static Value wrap(MinipyVM *vm, Kind kind, Value callable)
{
    ClassMethodObj *m = (ClassMethodObj *)object_alloc(vm, vm->types[kind], 0);
    if (m)
        m->callable = value_incref(callable);
    return value_from_obj(m);
}

Value staticmethod_new(MinipyVM *vm, Value callable)
{
    return wrap(vm, KIND_STATICMETHOD, callable);
}
Value classmethod_new(MinipyVM *vm, Value callable)
{
    return wrap(vm, KIND_CLASSMETHOD, callable);
}

static Value type_new_(NEW_ARGS)
{
    ClassMethodObj *m = (ClassMethodObj *)object_alloc(vm, cls, 0);
    if (m)
        m->callable = VALUE_NONE;
    return value_from_obj(m);
}

static int init(NATIVE_ARGS)
{
    static const MethodDef rows[] = {
        {.name = "staticmethod", .signature = "(function, /)"},
        {.name = "classmethod", .signature = "(function, /)"}};
    Value callable;
    if (!args_take(vm, &rows[value_is_kind(self, KIND_CLASSMETHOD)], args, nargs,
                   kwnames, &callable))
        return -1;
    value_set_steal(vm, &CLASSMETHOD(self)->callable, value_incref(callable));
    return copy_identity(vm, self, callable);
}

/* classmethod also binds descriptors of other kinds, a property say, to the class. */
static Value classmethod_get(MinipyVM *vm, Value self, Value obj, Value type)
{
    Value f = CLASSMETHOD(self)->callable;
    if (!type)
        type = value_from_obj(value_type(vm, obj));
    TernarySlot get = value_type(vm, f)->slots.descr_get;
    if (c_stack_check(vm) < 0)
        return VALUE_NULL;
    return get ? get(vm, f, type, type) : method_new(vm, f, type);
}

static Value staticmethod_get(MinipyVM *vm, Value self, Value obj, Value type)
{
    (void)vm, (void)obj, (void)type;
    return value_incref(CLASSMETHOD(self)->callable);
}

FN(staticmethod_call)
{
    return call(vm, CLASSMETHOD(self)->callable, args, nargs, kwnames);
}

static Value classmethod_repr(MinipyVM *vm, Value self)
{
    return str_format_c(vm, "<classmethod(%R)>", CLASSMETHOD(self)->callable);
}
static Value staticmethod_repr(MinipyVM *vm, Value self)
{
    return str_format_c(vm, "<staticmethod(%R)>", CLASSMETHOD(self)->callable);
}

GETTER(get_abstract)
{
    Value v;
    if (recursion_enter(vm, "") < 0) /* it may wrap itself */
        return VALUE_NULL;
    int found = object_lookup_attr(vm, CLASSMETHOD(self)->callable,
                                   NAME(vm, __isabstractmethod__), &v);
    recursion_leave(vm);
    if (found <= 0)
        return value_true_or_error(found);
    int truth = object_is_true(vm, v);
    value_decref(vm, v);
    return value_true_or_error(truth);
}

static MEMBERS(members,
    {"__func__", MEMBER_VALUE_OR_NONE, offsetof(ClassMethodObj, callable), true, NULL},
    {"__wrapped__", MEMBER_VALUE_OR_NONE, offsetof(ClassMethodObj, callable), true, NULL},
);
static GETSETS(getsets,
    GETS("__isabstractmethod__", get_abstract),
    GETS_SETS("__dict__", inst_dict_get, inst_dict_set),
);

TYPE_SPEC(classmethod_type_spec,
    .name = "classmethod",
    .doc = "classmethod(function) -> method\n\nA method whose first argument is the class, be it called on the class "
           "or on an\ninstance; on a subclass it gets the subclass:\n\n  class C:\n      @classmethod\n      def "
           "f(cls, arg1, arg2, ...):\n          ...",
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_BASE | TYPE_HAS_INST, .basicsize = sizeof(ClassMethodObj),
    .inst_offset = offsetof(ClassMethodObj, head), .values = 1,
    .slots = {.repr = classmethod_repr, .descr_get = classmethod_get, .init = init, .new_ = type_new_},
    .getsets = getsets, .members = members,
);

TYPE_SPEC(staticmethod_type_spec,
    .name = "staticmethod",
    .doc = "staticmethod(function) -> method\n\nA function that lives in a class and gets no first argument of its "
           "own:\n\n     class C:\n         @staticmethod\n         def f(arg1, arg2, ...):\n             ...",
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_BASE | TYPE_HAS_INST, .basicsize = sizeof(ClassMethodObj),
    .inst_offset = offsetof(ClassMethodObj, head), .values = 1,
    .slots = {.repr = staticmethod_repr, .call = staticmethod_call, .descr_get = staticmethod_get, .init = init,
              .new_ = type_new_},
    .getsets = getsets, .members = members,
);
