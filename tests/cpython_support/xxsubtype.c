/* xxsubtype.c - the module xxsubtype of the test interpreter: a list and a dict
 * subclass in C with a field of their own.
 */
#include "stdlib/native.h"
#include "vm/containers/dict_private.h"
#include "vm/containers/dict.h"
#include "vm/containers/tuple.h"
#include "vm/containers/list.h"
#include "vm/objects/module.h"

extern const ModuleSpec xxsubtype_module_spec;

typedef struct SpamListObj {
    ListObj list;
    int32_t state;
} SpamListObj;

typedef struct SpamDictObj {
    DictObj dict;
    int32_t state;
} SpamDictObj;

static int32_t *state_of(Value self)
{
    return value_is_list(self) ? &((SpamListObj *)(uintptr_t)self)->state
                               : &((SpamDictObj *)(uintptr_t)self)->state;
}

FN(getstate)
{
    return int_new(vm, *state_of(self));
}

FN(setstate)
{
    int state;
    if (!arg_int(vm, args[0], &state))
        return VALUE_NULL;
    *state_of(self) = state;
    return VALUE_NONE;
}

/* (self, positional arguments, keyword arguments) of a class or static method. */
FN(what_was_given)
{
    Value positional = tuple_from(vm, args, (int64_t)nargs), r = VALUE_NULL;
    Value named = positional ? dict_new(vm) : VALUE_NULL;
    int failed = named ? 0 : -1;
    for (int64_t i = 0; !failed && kwnames && i < tuple_size(kwnames); i++)
        failed =
            dict_set(vm, named, tuple_get_borrow(kwnames, i), args[nargs + (size_t)i]);
    if (!failed)
        r = tuple_pack(vm, 3, self ? self : VALUE_NONE, positional, named);
    value_xdecref(vm, named);
    value_xdecref(vm, positional);
    return r;
}

static Value get_state(MinipyVM *vm, Value self, void *closure)
{
    (void)closure;
    return int_new(vm, *state_of(self));
}

static int spamdict_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                         Value kwnames)
{
    *state_of(self) = 0;
    return dict_init_slot(vm, self, args, nargs, kwnames);
}

static const MethodDef list_methods[] = {
    {"getstate", getstate, M_UNSIGNED, "($self, /)", "getstate() -> state"},
    {"setstate", setstate, M_UNSIGNED, "($self, state, /)", "setstate(state)"},
    {"classmeth", what_was_given, M_UNSIGNED | M_CLASS, "($type, *args, **kw)",
     "classmeth(*args, **kw) -> what it was given"},
    {"staticmeth", what_was_given, M_UNSIGNED | M_STATIC, "(*args, **kw)",
     "staticmeth(*args, **kw) -> what it was given"},
    {0},
};
static const MethodDef dict_methods[] = {
    {"getstate", getstate, M_UNSIGNED, "($self, /)", "getstate() -> state"},
    {"setstate", setstate, M_UNSIGNED, "($self, state, /)", "setstate(state)"},
    {0},
};
static const GetSetDef list_getsets[] = {
    {"state", get_state, NULL, "an int of its own", NULL}, {0}};
static const MemberDef dict_members[] = {
    {"state", MEMBER_INT32, offsetof(SpamDictObj, state), true, "an int of its own"},
    {0}};

static const TypeSpec spamlist_spec = {
    .name = "xxsubtype.spamlist",
    .kind = KIND_LIST,
    .base = KIND_LIST,
    .flags = TYPE_GC | TYPE_BASE,
    .basicsize = sizeof(SpamListObj),
    .methods = list_methods,
    .getsets = list_getsets,
};
static const TypeSpec spamdict_spec = {
    .name = "xxsubtype.spamdict",
    .kind = KIND_DICT,
    .base = KIND_DICT,
    .flags = TYPE_GC | TYPE_BASE,
    .basicsize = sizeof(SpamDictObj),
    .slots = {.init = spamdict_init},
    .methods = dict_methods,
    .members = dict_members,
};

static CONTENTS(contents,
    HAS_TYPE("spamlist", &spamlist_spec),
    HAS_TYPE("spamdict", &spamdict_spec),
);

const ModuleSpec xxsubtype_module_spec = {
    .name = "xxsubtype",
    .doc = "Types in C that derive from list and dict.",
    .contents = contents,
};
