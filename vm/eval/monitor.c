/* monitor.c - the tools of sys.monitoring, and calls of their functions (monitor.h).
 *
 * Invariant: what is wanted of all code stands in `events` by tool and in `tools` by
 * event; a change of it, or of what is wanted of one code object, goes through
 * changed(), which brings the patches and vm->exceptions_seen up to date.
 */
#include "vm/eval/monitor.h"

#include "vm/code/wordcode.h"
#include "vm/core/hooks.h"
#include "vm/errors/exceptions.h"
#include "vm/eval/observe.h"
#include "vm/eval/patch.h"
#include "vm/eval/trace.h"
#include "vm/objects/call.h"

#define BIT(event) (1u << (event))

/* ---- what is wanted -------------------------------------------------------------- */

MonitorState *monitor_state(MinipyVM *vm)
{
    if (vm->trace->monitor)
        return vm->trace->monitor;
    MonitorState *s = mem_calloc(vm, sizeof *s);
    if (!s)
        return NULL;
    Value plain = value_from_obj(vm->types[KIND_OBJECT]);
    s->disable = call0(vm, plain);
    s->missing = s->disable ? call0(vm, plain) : VALUE_NULL;
    if (!s->missing) {
        value_xdecref(vm, s->disable);
        mem_free(vm, s);
        return NULL;
    }
    return vm->trace->monitor = s;
}

void monitor_fini(MinipyVM *vm)
{
    MonitorState *s = vm->trace->monitor;
    if (!s)
        return;
    for (int tool = 0; tool < MONITOR_TOOLS; tool++) {
        monitor_set_events(vm, tool, 0);
        value_clear(vm, &s->names[tool]);
        for (int event = 0; event < MONITOR_EVENT_COUNT; event++)
            value_clear(vm, &s->callbacks[tool][event]);
    }
    value_clear(vm, &s->module);
    value_clear(vm, &s->disable);
    value_clear(vm, &s->missing);
    vm->trace->monitor = NULL;
    mem_free(vm, s);
}

const char *monitor_event_name(MonitorEvent event)
{
    static const char *const names[] = {
#define X(name) #name,
        MONITOR_EVENTS(X)
#undef X
    };
    return names[event];
}

bool monitor_wants_exceptions(const MinipyVM *vm)
{
    const MonitorState *s = vm->trace->monitor;
    return s && (s->tools[MONITOR_RAISE] | s->tools[MONITOR_EXCEPTION_HANDLED] |
                 s->tools[MONITOR_PY_UNWIND] | s->tools[MONITOR_PY_THROW]) != 0;
}

/* Tools that want an event of the code. */
uint8_t monitor_wanted(const MinipyVM *vm, const CodeObj *code, MonitorEvent event)
{
    bool local = code->monitor && event < MONITOR_LOCAL;
    return vm->trace->monitor->tools[event] | (local ? code->monitor->local[event] : 0);
}

/* What a tool had disabled, and then wants no more, it gets when it wants it again. */
static void forget_unwanted(MinipyVM *vm)
{
    for (CodeObj *code = vm->codes; code; code = code->next)
        for (int event = 0; code->monitor && event < MONITOR_OWN_SETS; event++)
            code->monitor->active[event] &= monitor_wanted(vm, code, event);
}

unsigned monitor_patches(const MinipyVM *vm)
{
    const MonitorState *s = vm->trace->monitor;
    if (!s)
        return 0;
    for (int event = 0; event < MONITOR_OWN_SETS; event++)
        if (s->tools[event])
            return PATCH_MONITOR;
    for (const CodeObj *code = vm->codes; code; code = code->next)
        for (int event = 0; code->monitor && event < MONITOR_LOCAL; event++)
            if (code->monitor->local[event])
                return PATCH_MONITOR;
    return 0;
}

static void changed(MinipyVM *vm)
{
    forget_unwanted(vm);
    vm->consumers.code_changes++;
    observe_changed(vm);
}

static void set_tool(uint8_t *tools, int tool, bool on)
{
    *tools = (uint8_t)((*tools & ~(1u << tool)) | (unsigned)on << tool);
}

void monitor_set_events(MinipyVM *vm, int tool, uint32_t events)
{
    MonitorState *s = vm->trace->monitor;
    if (s->events[tool] == events)
        return;
    s->events[tool] = events;
    for (int event = 0; event < MONITOR_OWN_SETS; event++)
        set_tool(&s->tools[event], tool, events & BIT(event));
    changed(vm);
}

uint32_t monitor_local_events(const CodeObj *code, int tool)
{
    uint32_t events = 0;
    for (int event = 0; code->monitor && event < MONITOR_LOCAL; event++)
        if (code->monitor->local[event] & 1u << tool)
            events |= BIT(event);
    return events;
}

int monitor_set_local(MinipyVM *vm, int tool, CodeObj *code, uint32_t events)
{
    if (monitor_local_events(code, tool) == events)
        return 0;
    if (!monitor_code(vm, code))
        return -1;
    for (int event = 0; event < MONITOR_LOCAL; event++)
        set_tool(&code->monitor->local[event], tool, events & BIT(event));
    changed(vm);
    return 0;
}

void monitor_restart(MinipyVM *vm)
{
    vm->trace->monitor->restarts++;
    changed(vm);
}

/* ---- calls of the tools ---------------------------------------------------------- */

/* A tool's function with these arguments; what it runs no tool sees, nor the functions
 * of sys.settrace and sys.setprofile. */
static Value call_tool(MinipyVM *vm, Value callback, const Value *args, size_t n)
{
    TraceThread *t = &vm->trace->thread;
    int outer = t->event;
    t->event = TRACE_OPCODE; /* f_lineno may not be assigned to */
    TracePause pause;
    trace_pause(vm, &pause);
    value_incref(callback);
    Value r = likely(value_is_kind(callback, KIND_FUNCTION))
                  ? function_call(vm, callback, args, n, VALUE_NULL)
                  : call(vm, callback, args, n, VALUE_NULL);
    value_decref(vm, callback);
    t->event = outer;
    trace_go_on(vm, &pause);
    return r;
}

static int refuse_to_disable(MinipyVM *vm, int tool, MonitorEvent event)
{
    value_clear(vm, &vm->trace->monitor->callbacks[tool][event]);
    error_set(vm, EXC_ValueError, "Cannot disable %s events. Callback removed.",
              monitor_event_name(event));
    return -1;
}

/* Calls these tools, the one with the highest id first, as CPython does. In *disabled:
 * those that want no more of it. -1: one raised, and those behind it are not called. */
static int call_tools(MinipyVM *vm, uint8_t tools, MonitorEvent event,
                      const Value *args, size_t n, uint8_t *disabled)
{
    const MonitorState *s = vm->trace->monitor;
    while (tools) {
        int tool = 31 - __builtin_clz(tools);
        tools = (uint8_t)(tools & ~(1u << tool));
        Value callback = s->callbacks[tool][event];
        if (!callback)
            continue;
        Value r = call_tool(vm, callback, args, n);
        if (!r)
            return -1;
        value_decref(vm, r);
        if (likely(r != s->disable))
            continue;
        if (event >= MONITOR_LOCAL)
            return refuse_to_disable(vm, tool, event);
        *disabled = (uint8_t)(*disabled | 1u << tool);
    }
    return 0;
}

int monitor_tell_at(MinipyVM *vm, CodeObj *code, int unit, MonitorEvent event,
                    int64_t where, Value a, Value b)
{
    uint8_t tools = *monitor_slot(code->monitor, unit, event), disabled = 0;
    Value args[4] = {value_from_obj(&code->ob), value_from_imm(where), a, b};
    size_t n = 2u + (a != VALUE_NULL) + (b != VALUE_NULL);
    int r = call_tools(vm, tools, event, args, n, &disabled);
    if (unlikely(disabled))
        monitor_disable(code, unit, event, disabled);
    return r;
}

int monitor_tell(MinipyVM *vm, CodeObj *code, int unit, MonitorEvent event, Value a,
                 Value b)
{
    int64_t offset = code_lasti(vm, code, (uint32_t)unit);
    return offset < 0 ? -1 : monitor_tell_at(vm, code, unit, event, offset, a, b);
}

/* f(code, offset, exception). vm->raised is put away meanwhile; what a callback raises
 * takes its place, which is what is returned. */
static bool tell_exception(MinipyVM *vm, Frame *f, int unit, MonitorEvent event)
{
    const MonitorState *s = vm->trace->monitor;
    if (!s || !s->tools[event] || !monitor_listens(vm) || f->code->stand_in)
        return false;
    uint8_t none = 0;
    Value exc = error_fetch(vm);
    int64_t offset = code_lasti(vm, f->code, unit < 0 ? 0 : (uint32_t)unit);
    Value args[3] = {value_from_obj(&f->code->ob), value_from_imm(offset), exc};
    int r = offset < 0 ? -1 : call_tools(vm, s->tools[event], event, args, 3, &none);
    if (r == 0)
        error_restore_steal(vm, exc);
    else
        value_decref(vm, exc);
    return r < 0;
}

void monitor_exception(MinipyVM *vm, Frame *f, MonitorEvent event)
{
    tell_exception(vm, f, frame_unit(f), event);
}

bool monitor_handled(MinipyVM *vm, Frame *f, uint32_t target)
{
    Instr *failed = f->ip;
    f->ip = f->code->instrs + target + 1; /* where a callback sees the frame */
    bool raised = tell_exception(vm, f, (int)target, MONITOR_EXCEPTION_HANDLED);
    f->ip = failed;
    return raised;
}
