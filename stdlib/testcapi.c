/* testcapi.c - _testcapi: the few functions of CPython's C helper for its own test files
 * that have a meaning here. They show the interpreter's own printing of exceptions and
 * the limits of C types; what needs CPython's C API is left out.
 */
#include <limits.h>
#include <stdint.h>

#include "stdlib/sys.h"
#include "vm/args.h"
#include "vm/import.h"
#include "vm/objects/dict.h"
#include "vm/objects/exceptions.h"
#include "vm/objects/func.h"
#include "vm/objects/int.h"
#include "vm/objects/str.h"
#include "vm/traceback.h"

#define UNUSED_ARGS (void)self, (void)nargs, (void)kwnames

static Value write_steal(MinipyVM *vm, Value file, Value text)
{
    Value r = text ? call_method(vm, file, NAME(vm, write), &text, 1) : VALUE_NULL;
    value_xdecref(vm, text);
    value_xdecref(vm, r);
    return r ? VALUE_NONE : VALUE_NULL;
}

static Value exception_print(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                             Value kwnames)
{
    UNUSED_ARGS;
    Value err = dict_get_str_borrow(vm, DICT(vm->sysdict), NAME(vm, stderr));
    if (!err || err == VALUE_NONE)
        return VALUE_NONE;
    value_incref(err);
    Value text = value_is_exception(args[0])
                     ? traceback_format(vm, args[0])
                     : str_format_c(vm,
                                    "TypeError: print_exception(): Exception expected "
                                    "for value, %U found\n",
                                    value_type(vm, args[0])->name);
    Value r = write_steal(vm, err, text);
    value_decref(vm, err);
    return r;
}

static Value traceback_print(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                             Value kwnames)
{
    UNUSED_ARGS;
    if (!args_check(vm, "traceback_print", nargs, 2, 2))
        return VALUE_NULL;
    if (!value_is_kind(args[0], KIND_TRACEBACK))
        return error_bad_argument(vm, "traceback_print");
    Value head = str_format_c(vm, "Traceback (most recent call last):\n");
    if (!write_steal(vm, args[1], head))
        return VALUE_NULL;
    return write_steal(vm, args[1], traceback_format_stack(vm, args[0], 1000));
}

static const MethodDef functions[] = {
    {"exception_print", exception_print, M_O, NULL},
    {"traceback_print", traceback_print, M_FAST, NULL},
    {0},
};

static int testcapi_exec(MinipyVM *vm, Value m)
{
    static const struct {
        const char *name;
        int64_t value;
    } limits[] = {
        {"INT_MAX", INT_MAX},          {"INT_MIN", INT_MIN},
        {"LONG_MAX", LONG_MAX},        {"LONG_MIN", LONG_MIN},
        {"PY_SSIZE_T_MAX", INT64_MAX}, {"PY_SSIZE_T_MIN", INT64_MIN},
        {"SHRT_MAX", SHRT_MAX},        {"SHRT_MIN", SHRT_MIN},
        {"UINT_MAX", UINT_MAX},        {"USHRT_MAX", USHRT_MAX},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (module_add_steal(vm, m, limits[i].name, int_new(vm, limits[i].value)) < 0)
            return -1;
    return 0;
}

extern const ModuleSpec testcapi_module_spec;
const ModuleSpec testcapi_module_spec = {
    .name = "_testcapi",
    .doc = "Helpers of CPython's own test files: printing of exceptions, limits of C types.",
    .methods = functions,
    .exec = testcapi_exec,
};
