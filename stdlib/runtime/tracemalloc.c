/* tracemalloc.c - the module _tracemalloc of an interpreter that does not trace: every
 * answer is what CPython gives while tracing is off, which is what `warnings` asks
 * before it advises to switch it on. start() says that it cannot.
 */
#include "stdlib/native.h"

enum { FRAMES_MAX = 65535 };

FN(is_tracing)
{
    return VALUE_FALSE;
}

FN(nothing)
{
    return VALUE_NONE;
}

FN(start)
{
    int frames = 1;
    if (!args_check(vm, "start", nargs, 0, 1) ||
        (nargs == 1 && !arg_int(vm, args[0], &frames)))
        return VALUE_NULL;
    if (frames < 1 || frames > FRAMES_MAX)
        return error_set(vm, EXC_ValueError,
                         "the number of frames must be in range [1; %d]", FRAMES_MAX);
    return error_set(vm, EXC_RuntimeError,
                     "this interpreter cannot trace memory allocations");
}

FN(get_traceback_limit)
{
    return value_from_imm(1);
}

FN(get_tracemalloc_memory)
{
    return value_from_imm(0);
}

FN(get_traced_memory)
{
    return tuple_pack(vm, 2, value_from_imm(0), value_from_imm(0));
}

FN(get_traces)
{
    return list_new(vm, 0);
}

static const MethodDef functions[] = {
    {"is_tracing", is_tracing, M_NOARGS,
     "is_tracing($module, /)\n--\n\nFalse: allocations are not traced."},
    {"clear_traces", nothing, M_NOARGS,
     "clear_traces($module, /)\n--\n\nForget the traces."},
    {"_get_traces", get_traces, M_NOARGS,
     "_get_traces($module, /)\n--\n\nA list of (size, traceback) of the blocks "
     "traced."},
    {"_get_object_traceback", nothing, M_O,
     "_get_object_traceback($module, obj, /)\n--\n\nWhere obj was allocated, or None."},
    {"start", start, M_FAST,
     "start($module, nframe=1, /)\n--\n\nBegin to trace: RuntimeError."},
    {"stop", nothing, M_NOARGS, "stop($module, /)\n--\n\nEnd tracing."},
    {"get_traceback_limit", get_traceback_limit, M_NOARGS,
     "get_traceback_limit($module, /)\n--\n\nHow many frames a traceback keeps."},
    {"get_tracemalloc_memory", get_tracemalloc_memory, M_NOARGS,
     "get_tracemalloc_memory($module, /)\n--\n\nBytes that the traces take."},
    {"get_traced_memory", get_traced_memory, M_NOARGS,
     "get_traced_memory($module, /)\n--\n\n(size, peak) of the blocks traced."},
    {"reset_peak", nothing, M_NOARGS,
     "reset_peak($module, /)\n--\n\nMake the peak the present size."},
    {0},
};

extern const ModuleSpec tracemalloc_module_spec;
const ModuleSpec tracemalloc_module_spec = {
    .name = "_tracemalloc",
    .doc = "Debug module to trace memory blocks allocated by Python.",
    .methods = functions,
};
