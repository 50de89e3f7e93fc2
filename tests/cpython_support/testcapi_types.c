/* testcapi_types.c - _testcapi: types written in C with unusual slots, and native
 * functions whose docs or binding are unusual.
 */
#include "tests/cpython_support/testmodules.h"
#include "vm/objects/module.h"
#include "vm/objects/native.h"
#include "vm/objects/call.h"

/* ---- objects with one value, which is awaited or kept ---------------------------- */

typedef struct OneValueObj {
    Object ob;
    Value value;
} OneValueObj;
#define ONE_VALUE(v) ((OneValueObj *)(uintptr_t)(v))

static Value one_value_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
                           Value kwnames)
{
    const MethodDef row = {.name = type_name_cstr(cls), .signature = "(value, /)"};
    Value a[1];
    if (!args_take(vm, &row, args, nargs, kwnames, a))
        return VALUE_NULL;
    Object *o = object_alloc(vm, cls, 0);
    if (!o)
        return VALUE_NULL;
    ((OneValueObj *)o)->value = value_incref(args[0]);
    return value_from_obj(o);
}

static void one_value_dealloc(MinipyVM *vm, Object *o)
{
    value_xdecref(vm, ((OneValueObj *)o)->value);
}

static Value await_value(MinipyVM *vm, Value self)
{
    (void)vm;
    return value_incref(ONE_VALUE(self)->value);
}

static const MemberDef one_value_members[] = {{"value", MEMBER_VALUE,
                                               offsetof(OneValueObj, value), true,
                                               "what it was made with"},
                                              {0}};

static const TypeSpec await_spec = {
    .name = "awaitType",
    .doc = "Awaiting one awaits its value.",
    .kind = KIND_OBJECT,
    .base = KIND_OBJECT,
    .basicsize = sizeof(OneValueObj),
    .dealloc = one_value_dealloc,
    .slots = {.new_ = one_value_new, .am_await = await_value},
};
static const TypeSpec container_spec = {
    .name = "_testcapi.ContainerNoGC",
    .kind = KIND_OBJECT,
    .base = KIND_OBJECT,
    .flags = TYPE_BASE,
    .basicsize = sizeof(OneValueObj),
    .dealloc = one_value_dealloc,
    .slots = {.new_ = one_value_new},
    .members = one_value_members,
};

/* ---- an exception whose making raises it again ----------------------------------- */

static const TypeSpec recursing_spec;

static int recursing_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                          Value kwnames)
{
    (void)self, (void)args, (void)nargs, (void)kwnames;
    error_set_type(vm, module_type_borrow(vm, &recursing_spec), VALUE_NULL);
    return -1;
}

static const TypeSpec recursing_spec = {
    .name = "RecursingInfinitelyError",
    .doc = "Making one raises another.",
    .kind = KIND_EXCEPTION,
    .base = KIND_OBJECT,
    .flags = TYPE_GC | TYPE_BASE,
    .slots = {.init = recursing_init},
};

static CONTENTS(types,
    HAS_TYPE("awaitType", &await_spec), HAS_TYPE("ContainerNoGC", &container_spec),
);

int testcapi_add_types(MinipyVM *vm, Value module)
{
    TypeObj *recursing =
        type_from_spec_base(vm, &recursing_spec, vm->exc[EXC_Exception]);
    if (module_add_contents(vm, module, types) < 0)
        return -1;
    return module_add_steal(vm, module, recursing_spec.name,
                            recursing ? value_from_obj(recursing) : VALUE_NULL);
}

/* ---- functions ------------------------------------------------------------------- */

/* As __get__: bad_get(self, obj, cls) calls the class and drops what it made. */
FN(bad_get)
{
    Value made = call0(vm, args[2]);
    if (!made)
        return VALUE_NULL;
    value_decref(vm, made);
    return object_repr(vm, args[0]);
}

/* without_gc(class): its instances are no longer the collector's. */
FN(without_gc)
{
    if (!value_is_type(args[0]) || !(TYPE_OF(args[0])->flags & TYPE_HEAP))
        return arg_type_error(vm, "without_gc", NULL, "a class", args[0]);
    TYPE_OF(args[0])->flags &= ~(uint32_t)TYPE_GC;
    type_size_block(TYPE_OF(args[0]));
    return value_incref(args[0]);
}

FN(do_nothing)
{
    return VALUE_NONE;
}

FN(create_cfunction)
{
    static const MethodDef def = {"f", do_nothing, M_UNSIGNED, "($self, /)", NULL};
    return native_new(vm, &def, self, VALUE_NULL);
}

const MethodDef testcapi_type_functions[] = {
    {"bad_get", bad_get, M_UNSIGNED, "($module, self, object, cls, /)", NULL},
    {"without_gc", without_gc, M_UNSIGNED, "($module, cls, /)", NULL},
    {"create_cfunction", create_cfunction, M_UNSIGNED, "($module, /)", NULL},
    {"test_with_docstring", do_nothing, M_UNSIGNED, "($module, /)", "Only a text."},
    {"docstring_empty", do_nothing, M_UNSIGNED, "($module, *args)", ""},
    {"docstring_no_signature", do_nothing, M_UNSIGNED, "($module, *args)",
     "A text without a signature."},
    {"docstring_with_invalid_signature", do_nothing, M_UNSIGNED, "($module, *args)",
     "docstring_with_invalid_signature($module, /, boo)\n\nThe mark is missing."},
    {"docstring_with_signature", do_nothing, 0, "($module, /, sig)",
     "A text behind a signature."},
    {"docstring_with_signature_but_no_doc", do_nothing, 0, "($module, /, sig)", NULL},
    {"docstring_with_signature_with_defaults", do_nothing, 0,
     "(module, s='avocado',\n"
     "        b=b'bytes', d=3.14, i=35, n=None, t=True, f=False,\n"
     "        local=the_number_three, sys=sys.maxsize,\n"
     "        exp=sys.maxsize - 1)",
     "Defaults of many types."},
    {0},
};
