/* monitor_code.c - which instructions of a code object tools are told of (monitor.h).
 *
 * Lines: an instruction begins one if that before it was of another, or the entry.
 * Where that depends on the way by which it was reached, the instructions right before
 * it have patches, too (TRAIL): a patch stores the frame's ip, which so names the one
 * before. Unlike for sys.settrace a jump backward within a line begins none, as PEP 669
 * has it.
 */
#include "vm/eval/monitor.h"

#include "vm/code/code_instr.h"
#include "vm/eval/patch.h"
#include "vm/eval/trace.h"

enum {
    STARTS = 2, /* some way to it begins a line */
    STAYS = 4,  /* some way to it does not */
    TRAIL = 8,  /* what follows has to know that it ran */
};

static uint8_t *flags_of(const CodeObj *code, uint32_t unit)
{
    return &code->monitor->units[unit].flags;
}

static Opcode op_at(const CodeObj *code, uint32_t unit)
{
    return (Opcode)opcode_base[instr_op(code_instr(code, unit))];
}

/* ---- lines ----------------------------------------------------------------------- */

static bool is_ambiguous(const CodeObj *code, uint32_t unit)
{
    return (*flags_of(code, unit) & (STARTS | STAYS)) == (STARTS | STAYS);
}

static void look_at_way(void *user, uint32_t from, uint32_t to)
{
    const CodeObj *code = user;
    bool begins =
        from <= code->first_traceable || code_line(code, from) != code_line(code, to);
    *flags_of(code, to) |= begins ? STARTS : STAYS;
}

static void leave_trail(void *user, uint32_t from, uint32_t to)
{
    const CodeObj *code = user;
    if (code->monitor->units[to].line && is_ambiguous(code, to))
        *flags_of(code, from) |= TRAIL;
}

bool monitor_begins_line(MinipyVM *vm, CodeObj *code, int prev, int unit)
{
    return !(*flags_of(code, unit) & STAYS) || prev <= (int)code->first_traceable ||
           trace_line_at(vm, code, prev) != trace_line_at(vm, code, unit);
}

bool monitor_code(MinipyVM *vm, CodeObj *code)
{
    if (code->monitor)
        return true;
    code->monitor =
        mem_calloc(vm, sizeof(MonitorCode) + code->ninstrs * sizeof(MonitorUnit));
    if (!code->monitor)
        return false;
    patch_each_way(code, look_at_way, code);
    for (uint32_t i = 0; i < code->nhandlers; i++) /* from anywhere */
        *flags_of(code, code->handlers[i].target) |= STARTS | STAYS;
    return true;
}

/* ---- events of an instruction ---------------------------------------------------- */

/* The event that it makes beside LINE, INSTRUCTION and STOP_ITERATION; -1: none. */
static int event_of(Opcode op, uint32_t arg)
{
    switch (op) {
    case OP_RESUME: return arg == 0 ? MONITOR_PY_START : MONITOR_PY_RESUME;
    case OP_RETURN_VALUE: return MONITOR_PY_RETURN;
    case OP_YIELD_VALUE: return MONITOR_PY_YIELD;
    case OP_CALL:
    case OP_CALL_KW:
    case OP_CALL_FUNCTION_EX: return MONITOR_CALL;
    case OP_JUMP_FORWARD:
    case OP_JUMP_BACKWARD: return MONITOR_JUMP;
    case OP_POP_JUMP_FORWARD_IF_FALSE ... OP_JUMP_IF_TRUE_OR_POP:
    case OP_FOR_ITER: return MONITOR_BRANCH;
    case OP_RERAISE:
    case OP_END_ASYNC_FOR: return MONITOR_RERAISE;
    case OP_RAISE_VARARGS: return arg == 0 ? MONITOR_RERAISE : -1;
    default: return -1;
    }
}
_Static_assert(OP_JUMP_IF_TRUE_OR_POP - OP_POP_JUMP_FORWARD_IF_FALSE == 9,
               "the conditional jumps stand together");

uint8_t *monitor_slot(MonitorCode *m, int unit, MonitorEvent event)
{
    MonitorUnit *u = &m->units[unit];
    switch (event) {
    case MONITOR_LINE: return &u->line;
    case MONITOR_INSTRUCTION: return &u->instruction;
    case MONITOR_STOP_ITERATION: return &u->stop;
    default: return &u->event;
    }
}

/* Tools that want an event newly get it, those that want it no more lose it; what was
 * disabled stays so. */
static void merge(uint8_t *slot, const MonitorCode *m, const uint8_t *wanted, int event)
{
    uint8_t was = m->active[event], is = wanted[event];
    *slot = (uint8_t)((*slot & is) | (is & ~was));
}

static void merge_unit(const CodeObj *code, uint32_t unit, const uint8_t *wanted)
{
    MonitorCode *m = code->monitor;
    MonitorUnit *u = &m->units[unit];
    Opcode op = op_at(code, unit);
    int event = event_of(op, instr_arg(code->instrs[unit]));
    if (event >= 0)
        merge(&u->event, m, wanted, event);
    if (op == OP_FOR_ITER || op == OP_SEND)
        merge(&u->stop, m, wanted, MONITOR_STOP_ITERATION);
    if (unit <= code->first_traceable || op == OP_RESUME)
        return;
    merge(&u->instruction, m, wanted, MONITOR_INSTRUCTION);
    if ((*flags_of(code, unit) & STARTS) && code_line(code, unit) != -1)
        merge(&u->line, m, wanted, MONITOR_LINE);
}

/* ---- patches --------------------------------------------------------------------- */

static bool is_watched(const CodeObj *code, uint32_t unit)
{
    const MonitorUnit *u = &code->monitor->units[unit];
    return (u->line | u->instruction | u->event | u->stop) != 0 ||
           (*flags_of(code, unit) & TRAIL);
}

static void watch(CodeObj *code, uint32_t unit)
{
    uint8_t *flags = flags_of(code, unit);
    bool on = is_watched(code, unit);
    *flags = (uint8_t)((*flags & ~MONITOR_WATCHED) | (on ? MONITOR_WATCHED : 0));
}

static void watch_units(CodeObj *code)
{
    for (uint32_t i = 0; i < code->ninstrs; i++)
        *flags_of(code, i) &= (uint8_t)~TRAIL;
    patch_each_way(code, leave_trail, code);
    for (uint32_t i = 0; i < code->ninstrs; i++)
        watch(code, i);
}

void monitor_patch(MinipyVM *vm, CodeObj *code)
{
    const MonitorState *s = vm->trace->monitor;
    uint8_t wanted[MONITOR_OWN_SETS];
    bool any = false;
    for (int event = 0; event < MONITOR_OWN_SETS; event++) {
        wanted[event] = monitor_wanted(vm, code, event);
        any |= wanted[event] != 0;
    }
    if (!code->monitor && (!any || !monitor_code(vm, code))) {
        error_clear(vm);
        return;
    }
    MonitorCode *m = code->monitor;
    if (m->restarts != s->restarts)
        memset(m->active, 0, sizeof m->active);
    m->restarts = s->restarts;
    for (uint32_t i = 0; i < code->ninstrs; i += 1u + opcode_caches[op_at(code, i)])
        merge_unit(code, i, wanted);
    memcpy(m->active, wanted, sizeof m->active);
    watch_units(code);
}

void monitor_disable(CodeObj *code, int unit, MonitorEvent event, uint8_t tools)
{
    uint8_t *slot = monitor_slot(code->monitor, unit, event);
    *slot &= (uint8_t)~tools;
    if (*slot || !code->patches)
        return;
    if (event == MONITOR_LINE && is_ambiguous(code, (uint32_t)unit)) {
        watch_units(code);
        patch_write(code, -1);
    } else if (!is_watched(code, (uint32_t)unit)) {
        watch(code, (uint32_t)unit);
        patch_write(code, unit);
    }
}
