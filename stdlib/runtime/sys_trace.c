/* sys_trace.c - sys.settrace, sys.setprofile and their company. The work is
 * vm/eval/trace.c's. */
#include "stdlib/native.h"
#include "stdlib/runtime/sys.h"
#include "vm/eval/trace.h"

FN(sys_settrace)
{
    return trace_set_trace(vm, args[0]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(sys_setprofile)
{
    return trace_set_profile(vm, args[0]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(sys_gettrace)
{
    return trace_get_trace(vm);
}

FN(sys_getprofile)
{
    return trace_get_profile(vm);
}

FN(sys_call_tracing)
{
    if (!value_is_tuple(args[1]))
        return arg_type_error(vm, "call_tracing", "2", "tuple", args[1]);
    return trace_call_tracing(vm, args[0], args[1]);
}

METHODS(sys_trace_functions,
    {"settrace", sys_settrace, M_UNSIGNED, "($module, object, /)", "settrace(function)\n\n"
     "Set the global debug tracing function."},
    {"setprofile", sys_setprofile, M_UNSIGNED, "($module, object, /)", "setprofile(function)\n\n"
     "Set the profiling function."},
    {"gettrace", sys_gettrace, 0, "($module, /)", "The trace function of this thread, or None."},
    {"getprofile", sys_getprofile, 0, "($module, /)", "The profile function of this thread, or None."},
    {"call_tracing", sys_call_tracing, 0, "($module, func, args, /)",
     "Call func(*args) with tracing as it is, from within a trace function, too."},
);
