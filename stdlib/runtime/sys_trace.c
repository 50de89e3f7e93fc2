/* sys_trace.c - sys.settrace, sys.setprofile and their company. The work is
 * vm/eval/trace.c's. */
#include "stdlib/runtime/sys.h"
#include "vm/objects/args.h"
#include "vm/eval/audit.h"
#include "vm/containers/tuple.h"
#include "vm/eval/trace.h"

#define FN(name)                                                                       \
    static Value sys_##name(MinipyVM *vm, Value self, const Value *args, size_t nargs, \
                            Value kwnames)
#define UNUSED() ((void)self, (void)args, (void)nargs, (void)kwnames)

FN(settrace)
{
    UNUSED();
    if (audit(vm, "sys.settrace", 0) < 0)
        return VALUE_NULL;
    return trace_set_trace(vm, args[0]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(setprofile)
{
    UNUSED();
    if (audit(vm, "sys.setprofile", 0) < 0)
        return VALUE_NULL;
    return trace_set_profile(vm, args[0]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(gettrace)
{
    UNUSED();
    return trace_get_trace(vm);
}

FN(getprofile)
{
    UNUSED();
    return trace_get_profile(vm);
}

FN(call_tracing)
{
    UNUSED();
    if (!args_check(vm, "call_tracing", nargs, 2, 2))
        return VALUE_NULL;
    if (!value_is_tuple(args[1]))
        return arg_type_error(vm, "call_tracing", "2", "tuple", args[1]);
    return trace_call_tracing(vm, args[0], args[1]);
}

const MethodDef sys_trace_functions[] = {
    {"settrace", sys_settrace, M_O, NULL,
     "settrace(function)\n\nSet the global debug tracing function."},
    {"setprofile", sys_setprofile, M_O, NULL,
     "setprofile(function)\n\nSet the profiling function."},
    {"gettrace", sys_gettrace, 0, "($module, /)", NULL},
    {"getprofile", sys_getprofile, 0, "($module, /)", NULL},
    {"call_tracing", sys_call_tracing, M_FAST, "($module, func, args, /)", NULL},
    {0},
};
