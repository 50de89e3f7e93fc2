/* tracemalloc.c - the module _tracemalloc: what lies under the library's tracemalloc.
 * The traces themselves are vm/eval/memory_traces.c's.
 */
#include "stdlib/native.h"
#include "vm/eval/memory_traces.h"

FN(is_tracing)
{
    return value_from_bool(memory_traces_on(vm));
}

FN(start)
{
    int frames = 1;
    if (nargs == 1 && !arg_int(vm, args[0], &frames))
        return VALUE_NULL;
    if (frames < 1 || frames > MEMORY_FRAMES_MAX)
        return error_set(vm, EXC_ValueError,
                         "the number of frames must be in range [1; %d]",
                         MEMORY_FRAMES_MAX);
    return memory_traces_start(vm, frames) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(stop)
{
    memory_traces_stop(vm);
    return VALUE_NONE;
}

FN(clear_traces)
{
    memory_traces_clear(vm);
    return VALUE_NONE;
}

FN(reset_peak)
{
    memory_traces_reset_peak(vm);
    return VALUE_NONE;
}

FN(get_traceback_limit)
{
    return value_from_imm(memory_traces_limit(vm));
}

FN(get_tracemalloc_memory)
{
    return int_from_u64(vm, memory_traces_cost(vm));
}

/* The numbers first: the tuple is memory, too. */
FN(get_traced_memory)
{
    size_t now, peak;
    memory_traces_size(vm, &now, &peak);
    return tuple_pack(vm, 2, value_from_imm((int64_t)now),
                      value_from_imm((int64_t)peak));
}

FN(get_traces)
{
    return memory_traces_list(vm);
}

FN(get_object_traceback)
{
    return memory_traces_of(vm, args[0]);
}

static METHODS(functions,
    {"is_tracing", is_tracing, 0, "($module, /)", "Are allocations traced?"},
    {"clear_traces", clear_traces, 0, "($module, /)", "Forget the traces of all blocks."},
    {"_get_traces", get_traces, 0, "($module, /)",
     "A list of (domain, size, frames, frames there were) of the blocks traced."},
    {"_get_object_traceback", get_object_traceback, 0, "($module, obj, /)",
     "Where the memory of obj was taken: a tuple of (file name, line), or None."},
    {"start", start, 0, "($module, nframe=1, /)", "Begin to trace, with so many frames a block."},
    {"stop", stop, 0, "($module, /)", "End tracing, and forget the traces."},
    {"get_traceback_limit", get_traceback_limit, 0, "($module, /)", "How many frames a traceback keeps."},
    {"get_tracemalloc_memory", get_tracemalloc_memory, 0, "($module, /)", "Bytes that the traces take."},
    {"get_traced_memory", get_traced_memory, 0, "($module, /)", "(size, peak) of the blocks traced."},
    {"reset_peak", reset_peak, 0, "($module, /)", "Make the peak the present size."},
);

MODULE_SPEC(tracemalloc_module_spec,
    .name = "_tracemalloc",
    .doc = "Debug module to trace memory blocks allocated by Python.",
    .methods = functions,
);
