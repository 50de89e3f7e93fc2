/* atexit.c - the module atexit: functions that run, last registered first, when the
 * program ends. vm->atexit_functions holds (function, args tuple, kwargs dict or None)
 * tuples, and None where one was unregistered.
 */
#include "stdlib/native.h"
#include "stdlib/runtime/runtime.h"
#include "vm/containers/list.h"
#include "vm/core/hooks.h"
#include "vm/objects/call.h"

static void run_one(MinipyVM *vm, Value entry)
{
    Value f = tuple_get_borrow(entry, 0), kwargs = tuple_get_borrow(entry, 2);
    Value r = call_tuple_dict(vm, f, tuple_get_borrow(entry, 1),
                              kwargs == VALUE_NONE ? VALUE_NULL : kwargs);
    if (!r)
        error_unraisable(vm, "in atexit callback", f);
    value_xdecref(vm, r);
}

/* In CPython's order, which finalizers may show: the function, then what it is given.
 */
static void release_entry(MinipyVM *vm, Value entry)
{
    Value items[3] = {0};
    for (int i = 0; entry != VALUE_NONE && i < 3; i++)
        items[i] = value_incref(tuple_get_borrow(entry, i));
    value_decref(vm, entry);
    for (int i = 0; i < 3; i++)
        value_xdecref(vm, items[i]);
}

void atexit_clear(MinipyVM *vm)
{
    for (int64_t i = 0; vm->atexit_functions && i < list_size(vm->atexit_functions);
         i++) {
        Value entry = list_get_borrow(vm->atexit_functions, i);
        LIST(vm->atexit_functions)->items[i] = VALUE_NONE;
        release_entry(vm, entry);
    }
    value_clear(vm, &vm->atexit_functions);
}

/* Functions that are registered meanwhile are forgotten, as in CPython. */
void atexit_run(MinipyVM *vm)
{
    for (int64_t i = vm->atexit_functions ? list_size(vm->atexit_functions) : 0;
         i-- > 0;) {
        if (!vm->atexit_functions || i >= list_size(vm->atexit_functions))
            continue; /* one of them called _clear() */
        Value entry = value_incref(list_get_borrow(vm->atexit_functions, i));
        if (entry != VALUE_NONE)
            run_one(vm, entry);
        value_decref(vm, entry);
    }
    atexit_clear(vm);
}

static Value keywords_dict(MinipyVM *vm, Value kwnames, const Value *values)
{
    if (!kwnames || tuple_size(kwnames) == 0)
        return VALUE_NONE;
    Value d = dict_new(vm);
    for (int64_t i = 0; d && i < tuple_size(kwnames); i++)
        if (dict_set(vm, d, tuple_get_borrow(kwnames, i), values[i]) < 0)
            value_clear(vm, &d);
    return d;
}

FN(py_register)
{
    if (!object_callable(args[0]))
        return error_set(vm, EXC_TypeError, "the first argument must be callable");
    if (!vm->atexit_functions && !(vm->atexit_functions = value_hide(list_new(vm, 0))))
        return VALUE_NULL;
    Value items[3] = {value_incref(args[0]),
                      tuple_from(vm, args + 1, (int64_t)nargs - 1),
                      keywords_dict(vm, kwnames, args + nargs)};
    if (!items[1] || !items[2]) {
        for (int i = 0; i < 3; i++)
            value_xdecref(vm, items[i]);
        return VALUE_NULL;
    }
    Value entry = value_hide(tuple_from_steal(vm, items, 3));
    if (!entry || list_append_steal(vm, vm->atexit_functions, entry) < 0)
        return VALUE_NULL;
    return value_incref(args[0]);
}

FN(py_unregister)
{
    for (int64_t i = 0; vm->atexit_functions && i < list_size(vm->atexit_functions);
         i++) {
        Value entry = value_incref(list_get_borrow(vm->atexit_functions, i));
        int same =
            entry == VALUE_NONE
                ? 0
                : object_compare_bool(vm, tuple_get_borrow(entry, 0), args[0], CMP_EQ);
        /* the comparison can run anything: look whether the entry is still there */
        if (same > 0 && vm->atexit_functions && i < list_size(vm->atexit_functions))
            value_set_steal(vm, &LIST(vm->atexit_functions)->items[i], VALUE_NONE);
        release_entry(vm, entry);
        if (same < 0)
            return VALUE_NULL;
    }
    return VALUE_NONE;
}

FN(py_clear)
{
    atexit_clear(vm);
    return VALUE_NONE;
}

FN(py_ncallbacks)
{
    return value_from_imm(vm->atexit_functions ? list_size(vm->atexit_functions) : 0);
}

FN(py_run_exitfuncs)
{
    atexit_run(vm);
    return VALUE_NONE;
}

static METHODS(functions,
    {"register", py_register, M_BARE | M_TUPLE | M_UNSIGNED, "($module, func, /, *args, **kwargs)",
     "register(func, *args, **kwargs) -> func\n\nRegister a function to be executed upon normal program termination\n\n"
     "    func - function to be called at exit\n    args - optional arguments to pass to func\n"
     "    kwargs - optional keyword arguments to pass to func\n\n"
     "    func is returned to facilitate usage as a decorator."},
    {"_clear", py_clear, M_UNSIGNED, "($module, /)", "_clear() -> None\n\n"
     "Clear the list of previously registered exit functions."},
    {"unregister", py_unregister, M_UNSIGNED, "($module, object, /)", "unregister(func) -> None\n\n"
     "Unregister an exit function which was previously registered using\natexit.register\n\n"
     "    func - function to be unregistered"},
    {"_run_exitfuncs", py_run_exitfuncs, M_UNSIGNED, "($module, /)", "_run_exitfuncs() -> None\n\n"
     "Run all registered exit functions.\n\nIf a callback raises an exception, it is logged with sys.unraisablehook."},
    {"_ncallbacks", py_ncallbacks, M_UNSIGNED, "($module, /)", "_ncallbacks() -> int\n\n"
     "Return the number of registered exit functions."},
);

MODULE_SPEC(atexit_module_spec,
    .name = "atexit",
    .doc = "allow programmer to define multiple exit functions to be executed\nupon normal program termination.\n\n"
           "Two public functions, register and unregister, are defined.\n",
    .methods = functions,
);
