/* testcapi.c - the module _testcapi of the test interpreter: the part of CPython's
 * module of that name that its tests of the language use, over minipy's own native
 * functions and types. tests/run_cpython.py tells when it is used.
 */
#include "tests/cpython_support/testmodules.h"
#include "vm/objects/module.h"

extern const ModuleSpec testcapi_module_spec;

static int add_contents(MinipyVM *vm, Value module)
{
    const MethodDef *const lists[] = {
        testcapi_call_functions,  testcapi_error_functions, testcapi_object_functions,
        testcapi_trace_functions, testcapi_type_functions,
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (module_add_functions(vm, module, lists[i]) < 0)
            return -1;
    return testcapi_add_call_types(vm, module) < 0 ||
                   testcapi_add_constants(vm, module) < 0 ||
                   testcapi_add_types(vm, module) < 0
               ? -1
               : 0;
}

const ModuleSpec testcapi_module_spec = {.name = "_testcapi", .exec = add_contents};
