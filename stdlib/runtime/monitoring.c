/* monitoring.c - the module sys.monitoring (PEP 669), as CPython 3.12 and 3.13 have it.
 * The work is vm/eval/monitor.c's.
 *
 * CPython 3.11 has no such module: sys finds it by its name and shows it nowhere else
 * (docs/OBSERVING.md says why).
 */
#include "stdlib/native.h"
#include "stdlib/runtime/sys.h"
#include "vm/core/hooks.h"
#include "vm/eval/monitor.h"
#include "vm/eval/trace.h"
#include "vm/objects/module.h"
#include "vm/objects/namespace.h"

#define BIT(event) (1u << (event))

enum { /* those that come and go with CALL */
       RESULTS = BIT(MONITOR_C_RETURN) | BIT(MONITOR_C_RAISE),
       CALL_WITH_RESULTS = BIT(MONITOR_CALL) | RESULTS,
       TOOL_ID_DEBUGGER = 0,
       TOOL_ID_COVERAGE = 1,
       TOOL_ID_PROFILER = 2,
       TOOL_ID_OPTIMIZER = 5,
};

static MonitorState *state(MinipyVM *vm)
{
    return vm->trace->monitor; /* the module has made it */
}

/* ---- arguments ------------------------------------------------------------------- */

static bool arg_tool(MinipyVM *vm, Value v, int *tool)
{
    if (!arg_int(vm, v, tool))
        return false;
    if (*tool >= 0 && *tool < MONITOR_TOOLS)
        return true;
    return error_set(vm, EXC_ValueError, "invalid tool %d (must be between 0 and 5)",
                     *tool),
           false;
}

static bool is_in_use(MinipyVM *vm, int tool)
{
    if (state(vm)->names[tool])
        return true;
    return error_set(vm, EXC_ValueError, "tool %d is not in use", tool), false;
}

/* C_RETURN and C_RAISE are set together, and with CALL. */
static bool are_together(MinipyVM *vm, uint32_t events)
{
    if (!(events & RESULTS) || (events & CALL_WITH_RESULTS) == CALL_WITH_RESULTS)
        return true;
    return error_set(vm, EXC_ValueError,
                     "cannot set C_RETURN or C_RAISE events independently"),
           false;
}

static bool arg_code(MinipyVM *vm, Value v)
{
    if (value_is_kind(v, KIND_CODE))
        return true;
    return error_set(vm, EXC_TypeError, "code must be a code object"), false;
}

/* ---- tools ----------------------------------------------------------------------- */

FN(use_tool_id)
{
    int tool;
    if (!arg_tool(vm, args[0], &tool))
        return VALUE_NULL;
    if (!value_is_str(args[1]))
        return error_set(vm, EXC_ValueError, "tool name must be a str");
    if (state(vm)->names[tool])
        return error_set(vm, EXC_ValueError, "tool %d is already in use", tool);
    state(vm)->names[tool] = value_incref(args[1]);
    return VALUE_NONE;
}

/* Its events and functions stay, as in CPython before 3.14. */
FN(free_tool_id)
{
    int tool;
    if (!arg_tool(vm, args[0], &tool))
        return VALUE_NULL;
    value_clear(vm, &state(vm)->names[tool]);
    return VALUE_NONE;
}

FN(get_tool)
{
    int tool;
    if (!arg_tool(vm, args[0], &tool))
        return VALUE_NULL;
    Value name = state(vm)->names[tool];
    return name ? value_incref(name) : VALUE_NONE;
}

FN(register_callback)
{
    int tool, bit;
    if (!arg_tool(vm, args[0], &tool) || !arg_int(vm, args[1], &bit))
        return VALUE_NULL;
    if (__builtin_popcount((unsigned)bit) != 1)
        return error_set(vm, EXC_ValueError,
                         "The callback can only be set for one event at a time");
    int event = __builtin_ctz((unsigned)bit);
    if (event >= MONITOR_EVENT_COUNT)
        return error_set(vm, EXC_ValueError, "invalid event %d", bit);
    if (audit(vm, "sys.monitoring.register_callback", 1, args[2]) < 0)
        return VALUE_NULL;
    Value *slot = &state(vm)->callbacks[tool][event], before = *slot;
    *slot = args[2] == VALUE_NONE ? VALUE_NULL : value_incref(args[2]);
    return before ? before : VALUE_NONE;
}

/* ---- events ---------------------------------------------------------------------- */

FN(get_events)
{
    int tool;
    return arg_tool(vm, args[0], &tool) ? value_from_imm(state(vm)->events[tool])
                                        : VALUE_NULL;
}

FN(set_events)
{
    int tool, number;
    if (!arg_tool(vm, args[0], &tool) || !arg_int(vm, args[1], &number))
        return VALUE_NULL;
    uint32_t events = (uint32_t)number;
    if (events >= BIT(MONITOR_EVENT_COUNT))
        return error_set(vm, EXC_ValueError, "invalid event set 0x%x", events);
    if (!are_together(vm, events) || !is_in_use(vm, tool))
        return VALUE_NULL;
    monitor_set_events(vm, tool, events & ~(uint32_t)RESULTS);
    return VALUE_NONE;
}

FN(get_local_events)
{
    int tool;
    if (!arg_tool(vm, args[0], &tool) || !arg_code(vm, args[1]))
        return VALUE_NULL;
    return value_from_imm(monitor_local_events(CODE(args[1]), tool));
}

FN(set_local_events)
{
    int tool, number;
    if (!arg_tool(vm, args[0], &tool) || !arg_code(vm, args[1]) ||
        !arg_int(vm, args[2], &number) || !are_together(vm, (uint32_t)number))
        return VALUE_NULL;
    uint32_t events = (uint32_t)number & ~(uint32_t)RESULTS;
    if (events >= BIT(MONITOR_LOCAL))
        return error_set(vm, EXC_ValueError, "invalid local event set 0x%x", events);
    if (!is_in_use(vm, tool) || code_settle(vm, CODE(args[1])) < 0 ||
        monitor_set_local(vm, tool, CODE(args[1]), events) < 0)
        return VALUE_NULL;
    return VALUE_NONE;
}

FN(restart_events)
{
    monitor_restart(vm);
    return VALUE_NONE;
}

/* {name: set of tools} of the events that some tool wants of all code. */
FN(all_events)
{
    Value all = dict_new(vm);
    for (int event = 0; all && event < MONITOR_OWN_SETS; event++) {
        uint8_t tools = state(vm)->tools[event];
        if (tools && dict_set_cstr(vm, all, monitor_event_name(event),
                                   value_from_imm(tools)) < 0)
            value_clear(vm, &all);
    }
    return all;
}

static METHODS(functions,
    {"use_tool_id", use_tool_id, 0, "($module, tool_id, name, /)", NULL},
    {"free_tool_id", free_tool_id, 0, "($module, tool_id, /)", NULL},
    {"get_tool", get_tool, 0, "($module, tool_id, /)", NULL},
    {"register_callback", register_callback, 0, "($module, tool_id, event, func, /)", NULL},
    {"get_events", get_events, 0, "($module, tool_id, /)", NULL},
    {"set_events", set_events, 0, "($module, tool_id, event_set, /)", NULL},
    {"get_local_events", get_local_events, 0, "($module, tool_id, code, /)", NULL},
    {"set_local_events", set_local_events, 0, "($module, tool_id, code, event_set, /)", NULL},
    {"restart_events", restart_events, 0, "($module, /)", NULL},
    {"_all_events", all_events, 0, "($module, /)", NULL},
);

static Value events_namespace(MinipyVM *vm)
{
    Value names = dict_new(vm);
    for (int event = 0; names && event < MONITOR_EVENT_COUNT; event++)
        if (dict_set_cstr(vm, names, monitor_event_name(event),
                          value_from_imm(BIT(event))) < 0)
            value_clear(vm, &names);
    if (names && dict_set_cstr(vm, names, "NO_EVENTS", value_from_imm(0)) < 0)
        value_clear(vm, &names);
    Value events = names ? simple_namespace_new(vm, names) : VALUE_NULL;
    value_xdecref(vm, names);
    return events;
}

static Value disable(MinipyVM *vm)
{
    return value_incref(state(vm)->disable);
}

static Value missing(MinipyVM *vm)
{
    return value_incref(state(vm)->missing);
}

static CONTENTS(contents,
    HAS_MADE("DISABLE", disable), HAS_MADE("MISSING", missing), HAS_MADE("events", events_namespace),
    HAS_INT("DEBUGGER_ID", TOOL_ID_DEBUGGER), HAS_INT("COVERAGE_ID", TOOL_ID_COVERAGE),
    HAS_INT("PROFILER_ID", TOOL_ID_PROFILER), HAS_INT("OPTIMIZER_ID", TOOL_ID_OPTIMIZER),
);

static const ModuleSpec monitoring_spec = {
    .name = "sys.monitoring",
    .methods = functions,
    .contents = contents,
};

Value monitoring_module(MinipyVM *vm)
{
    MonitorState *s = monitor_state(vm);
    if (!s)
        return VALUE_NULL;
    if (!s->module && !(s->module = module_from_spec(vm, &monitoring_spec)))
        return VALUE_NULL;
    return value_incref(s->module);
}
