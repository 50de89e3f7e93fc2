/* testmodules.h - what the files of the module _testcapi share. Each brings a list of
 * functions and, if it has types or constants, a function that adds them; testcapi.c
 * puts them together.
 */
#ifndef MINIPY_TESTMODULES_H
#define MINIPY_TESTMODULES_H

#include "stdlib/native.h"

extern const MethodDef testcapi_call_functions[], testcapi_error_functions[],
    testcapi_object_functions[], testcapi_trace_functions[], testcapi_type_functions[];

int testcapi_add_call_types(MinipyVM *vm, Value module);
int testcapi_add_constants(MinipyVM *vm, Value module);
int testcapi_add_types(MinipyVM *vm, Value module);

#endif
