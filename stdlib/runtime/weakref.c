/* weakref.c - the module _weakref, on which weakref.py is built. */
#include "stdlib/native.h"
#include "vm/memory/weakref.h"

FN(mod_getweakrefcount)
{
    return int_new(vm, weakref_count(vm, args[0]));
}

FN(mod_getweakrefs)
{
    return weakref_list(vm, args[0]);
}

FN(mod_proxy)
{
    return weakref_proxy_new(vm, args[0],
                             nargs > 1 && args[1] != VALUE_NONE ? args[1] : VALUE_NULL);
}

/* Deletes d[key] if it is a reference that died. */
FN(mod_remove_dead)
{
    if (!value_is_dict(args[0]))
        return arg_type_error(vm, "_remove_dead_weakref", "1", "dict", args[0]);
    Value ref = dict_get_borrow(vm, args[0], args[1]);
    if (!ref)
        return error_occurred(vm) ? VALUE_NULL : VALUE_NONE;
    if (!value_is_kind(ref, KIND_WEAKREF))
        return error_set(vm, EXC_TypeError, "not a weakref");
    Value o = weakref_target(ref);
    if (o) {
        value_decref(vm, o);
        return VALUE_NONE;
    }
    return dict_delete(vm, args[0], args[1]) < 0 ? VALUE_NULL : VALUE_NONE;
}

static METHODS(methods,
    {"getweakrefcount", mod_getweakrefcount, 0, "($module, object, /)",
     "Return the number of weak references to 'object'."},
    {"_remove_dead_weakref", mod_remove_dead, 0, "($module, dct, key, /)",
     "Atomically remove key from dict if it points to a dead weakref."},
    {"getweakrefs", mod_getweakrefs, 0, "($module, object, /)",
     "Return a list of all weak reference objects pointing to 'object'."},
    {"proxy", mod_proxy, 0, "($module, object, callback=None, /)",
     "Create a proxy object that weakly references 'object'.\n\n"
     "'callback', if given, is called with a reference to the\nproxy when 'object' is about to be finalized."},
);

static CONTENTS(contents,
    HAS_NATIVE("ref", KIND_WEAKREF), HAS_NATIVE("ReferenceType", KIND_WEAKREF), HAS_NATIVE("ProxyType", KIND_WEAKPROXY),
    HAS_NATIVE("CallableProxyType", KIND_WEAKCALLABLEPROXY),
);

MODULE_SPEC(weakref_module_spec,
    .name = "_weakref",
    .doc = "Weak-reference support module.",
    .methods = methods, .contents = contents,
);
