/* pickle_common.c - what picklers and unpicklers have alike: the names of another
 * Python, hooks that a program sets, and the reduction of a memo's proxy. */
#include "stdlib/data/pickle_private.h"
#include "vm/import/import.h"

int pickle_rename(MinipyVM *vm, const char *names, const char *modules, Value *module,
                  Value *name)
{
    Value key = tuple_pack(vm, 2, *module, *name);
    Value table = key ? import_attr(vm, "_compat_pickle", names) : VALUE_NULL;
    Value pair = table ? dict_get_borrow(vm, table, key) : VALUE_NULL;
    value_xdecref(vm, key);
    if (pair && (!value_is_tuple(pair) || tuple_size(pair) != 2))
        error_set(vm, EXC_RuntimeError,
                  "_compat_pickle.%s values should be 2-tuples, not %T", names, pair);
    else if (pair) {
        value_set_steal(vm, module, value_incref(tuple_get_borrow(pair, 0)));
        value_set_steal(vm, name, value_incref(tuple_get_borrow(pair, 1)));
    }
    value_xdecref(vm, table);
    if (pair || error_occurred(vm))
        return error_occurred(vm) ? -1 : 0;
    table = import_attr(vm, "_compat_pickle", modules);
    Value found = table ? dict_get_borrow(vm, table, *module) : VALUE_NULL;
    if (found)
        value_set_steal(vm, module, value_incref(found));
    value_xdecref(vm, table);
    return error_occurred(vm) ? -1 : 0;
}

Value pickle_hook_get(MinipyVM *vm, Value hook, const char *name)
{
    return hook ? value_incref(hook) : error_set(vm, EXC_AttributeError, "%s", name);
}

int pickle_hook_set(MinipyVM *vm, Value *hook, Value value, const char *name)
{
    if (!value)
        return error_set(vm, EXC_TypeError, "attribute deletion is not supported"), -1;
    if (!object_callable(value))
        return error_set(vm, EXC_TypeError, "%s must be a callable taking one argument",
                         name),
               -1;
    value_set_steal(vm, hook, value_incref(value));
    return 0;
}

Value pickle_memo_reduce(MinipyVM *vm, Value copy)
{
    Value arg = tuple_from_steal(vm, &copy, 1);
    Value r =
        arg ? tuple_pack(vm, 2, value_from_obj(vm->types[KIND_DICT]), arg) : VALUE_NULL;
    value_xdecref(vm, arg);
    return r;
}
