/* tracemalloc.c - the module _tracemalloc of an interpreter that does not trace: every
 * answer is what CPython gives while tracing is off, which is what `warnings` asks
 * before it advises to switch it on. start() says that it cannot.
 */
#include "stdlib/native.h"
#include "vm/containers/list.h"

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
    if (nargs == 1 && !arg_int(vm, args[0], &frames))
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

static METHODS(functions,
    {"is_tracing", is_tracing, 0, "($module, /)", "False: allocations are not traced."},
    {"clear_traces", nothing, 0, "($module, /)", "Forget the traces."},
    {"_get_traces", get_traces, 0, "($module, /)", "A list of (size, traceback) of the blocks traced."},
    {"_get_object_traceback", nothing, 0, "($module, obj, /)", "Where obj was allocated, or None."},
    {"start", start, 0, "($module, nframe=1, /)", "Begin to trace: RuntimeError."},
    {"stop", nothing, 0, "($module, /)", "End tracing."},
    {"get_traceback_limit", get_traceback_limit, 0, "($module, /)", "How many frames a traceback keeps."},
    {"get_tracemalloc_memory", get_tracemalloc_memory, 0, "($module, /)", "Bytes that the traces take."},
    {"get_traced_memory", get_traced_memory, 0, "($module, /)", "(size, peak) of the blocks traced."},
    {"reset_peak", nothing, 0, "($module, /)", "Make the peak the present size."},
);

MODULE_SPEC(tracemalloc_module_spec,
    .name = "_tracemalloc",
    .doc = "Debug module to trace memory blocks allocated by Python.",
    .methods = functions,
);
