/* patch.c - which instructions are replaced, and the replacing (patch.h).
 *
 * Entries and returns: RESUME, RETURN_VALUE and YIELD_VALUE. Calls of C: CALL and its
 * like, which are asked what they call; not those that are specialised for Python
 * functions, which say so when they meet something else. Lines: whether an
 * instruction begins one depends on the one before it (trace.c), so the ways from one
 * to the next are looked at beforehand. Where all ways to an instruction begin a line
 * nothing more need be known. Where some do, as at the head of a for loop, the frame
 * knows which it was: its ip is stored by each patch, and then every start of a line
 * and every backward jump within a line has one (`history`), so that what the ip names
 * lies on the line that ran last.
 */
#include "vm/eval/patch.h"

#include "probes/sites.h"
#include "vm/core/hooks.h"
#include "vm/eval/monitor.h"
#include "vm/eval/observe.h"
#include "vm/eval/patch_step.h"
#include "vm/eval/specialize.h"
#include "vm/eval/trace.h"

static Opcode base_of(const CodeObj *code, uint32_t unit)
{
    return (Opcode)opcode_base[instr_op(code_instr(code, unit))];
}

/* ---- the ways to an instruction -------------------------------------------------- */

/* begins_line() in trace.c is the rule. */
static void look_at_way(void *user, uint32_t from, uint32_t to)
{
    CodeObj *code = user;
    bool begins = from <= code->first_traceable || to < from ||
                  code_line(code, to) != code_line(code, from);
    patch_unit(code, to)->flags |= begins ? PATCH_STARTS : PATCH_STAYS;
    if (to < from && code_line(code, to) == code_line(code, from))
        patch_unit(code, from)->flags |= PATCH_BACK;
}

/* An exception comes from anywhere, as a re-raised one is from where it was raised. */
static void look_at_handler(CodeObj *code, uint32_t target)
{
    int line = code_line(code, target);
    patch_unit(code, target)->flags |= PATCH_STARTS;
    for (uint32_t i = code->first_traceable + 1; i < target; i++)
        if (code_line(code, i) == line)
            patch_unit(code, target)->flags |= PATCH_STAYS;
}

void patch_each_way(const CodeObj *code,
                    void (*look)(void *user, uint32_t from, uint32_t to), void *user)
{
    for (uint32_t i = 0; i < code->ninstrs;) {
        Opcode op = base_of(code, i);
        uint32_t arg = instr_arg(code->instrs[i]), next = i + 1 + opcode_caches[op];
        if (opcode_flags[op] & OPF_J)
            look(user, i, opcode_is_backward(op) ? next - arg : next + arg);
        if (!(opcode_flags[op] & OPF_T) && next < code->ninstrs)
            look(user, i, next);
        i = next;
    }
}

static void find_starts(CodeObj *code)
{
    patch_each_way(code, look_at_way, code);
    for (uint32_t i = 0; i < code->nhandlers; i++)
        look_at_handler(code, code->handlers[i].target);
}

/* Must it be known what ran before? A start of a line that nobody wants need not. */
static bool needs_history(const CodeObj *code)
{
    const unsigned both = PATCH_STARTS | PATCH_STAYS;
    if (!(code->patches->wanted & PATCH_LINES))
        return false;
    for (uint32_t i = code->first_traceable + 1; i < code->ninstrs; i++) {
        unsigned flags = patch_unit(code, i)->flags;
        if ((flags & both) == both && !(flags & PATCH_SILENT_LINE) &&
            code_line(code, i) != -1)
            return true;
    }
    return false;
}

/* ---- what is to be replaced ------------------------------------------------------ */

/* The form that is or was at `unit`. One that was put over the general form since is
 * the better one. */
static Opcode original(const CodeObj *code, uint32_t unit)
{
    const PatchUnit *u = patch_unit(code, unit);
    Instr now = code->instrs[unit];
    return instr_is_patch(now) ||
                   ((u->flags & PATCH_PLAIN) &&
                    instr_op(now) == patch_plain_form(opcode_base[u->op]))
               ? (Opcode)u->op
               : instr_op(now);
}

/* A call in that form enters a Python function, or is not in that form any more
 * (patch_call_missed). */
static bool enters_python(Opcode op)
{
    return op == OP_CALL_PY_EXACT || op == OP_CALL_PY_METHOD ||
           op == OP_CALL_PY_DEFAULTS || op == OP_CALL_CLASS;
}

bool patch_asks_for_natives(const CodeObj *code, Opcode op)
{
    return (code->patches->wanted & PATCH_NATIVES) && patch_is_call(opcode_base[op]) &&
           !enters_python(op);
}

static bool is_wanted(const CodeObj *code, uint32_t unit)
{
    const CodePatches *p = code->patches;
    unsigned flags = p->units[unit].flags;
    bool calls = (p->wanted & PATCH_CALLS) && !(flags & PATCH_SILENT_CALL);
    Opcode op = base_of(code, unit);
    if (monitor_is_at(code, (int)unit))
        return true;
    if (op == OP_RESUME)
        return calls || p->history;
    if ((op == OP_RETURN_VALUE || op == OP_YIELD_VALUE) && calls)
        return true;
    if (patch_asks_for_natives(code, original(code, unit)))
        return true;
    if (p->history && unit > code->first_traceable &&
        (flags & (PATCH_STARTS | PATCH_BACK)))
        return true;
    return (p->wanted & PATCH_LINES) && (flags & PATCH_STARTS) &&
           !(flags & PATCH_SILENT_LINE) && unit > code->first_traceable &&
           code_line(code, unit) != -1;
}

/* What stands for an instruction whose general form is that. */
static Opcode patch_for(const CodeObj *code, uint32_t unit, Opcode base)
{
    const CodePatches *p = code->patches;
    bool line = (p->wanted & PATCH_LINES) && (p->units[unit].flags & PATCH_STARTS);
    bool more = line || monitor_is_at(code, (int)unit);
    return base == OP_RESUME                  ? OP_PATCHED_ENTRY
           : base == OP_RETURN_VALUE && !more ? OP_PATCHED_RETURN
                                              : OP_PATCHED;
}

/* How many instructions behind its own a form carries out. */
static int fused(Opcode op)
{
    switch (op) {
    case OP_LC_ADD_STORE:
    case OP_LOAD_GLOBAL_BUILTIN_FAST:
    case OP_FOR_ITER_PAIR_FAST:
    case OP_RESUME_POP_JUMP:
    case OP_LC_LT_JF ... OP_LC_GE_JF:
    case OP_LL_LT_JF ... OP_LL_GE_JF:
    case OP_LL_LT_JB ... OP_LL_GE_JB: return 2;
    case OP_COMPARE_LT_JF ... OP_COMPARE_GE_JB:
    case OP_CONTAINS_JF:
    case OP_CONTAINS_JT:
    case OP_LC_ADD ... OP_LL_MULTIPLY:
    case OP_LOAD_FAST_ATTR:
    case OP_LOAD_FAST_RETURN:
    case OP_LOAD_FAST_METHOD:
    case OP_LOAD_FAST_JF:
    case OP_LOAD_FAST_JT:
    case OP_LOAD_CONST_RETURN:
    case OP_STORE_FAST_THEN_LOAD:
    case OP_RESUME_POP:
    case OP_UNPACK_TWO_FAST:
    case OP_LIST_APPEND_JUMP:
    case OP_IS_JF:
    case OP_LOAD_GLOBAL_MODULE_NULL:
    case OP_LOAD_GLOBAL_BUILTIN_NULL:
    case OP_FOR_ITER_RANGE_FAST:
    case OP_FOR_ITER_LIST_FAST:
    case OP_FOR_ITER_PAIR:
    case OP_CALL_LIST_APPEND: return 1;
    default: return 0;
    }
}

bool patch_hides_one(const CodeObj *code, uint32_t unit, Opcode op)
{
    for (int left = fused(op); left > 0; left--) {
        unit += 1u + opcode_caches[base_of(code, unit)];
        if (unit < code->ninstrs && is_wanted(code, unit))
            return true;
    }
    return false;
}

/* The instruction has one event, of a line or of what it calls, and does not wait to be
 * specialised. */
static bool is_alone(const CodeObj *code, uint32_t unit)
{
    const PatchUnit *u = patch_unit(code, unit);
    Opcode base = opcode_base[u->op];
    bool line = (code->patches->wanted & PATCH_LINES) && (u->flags & PATCH_STARTS) &&
                !(u->flags & PATCH_SILENT_LINE) && unit > code->first_traceable &&
                code_line(code, unit) != -1;
    if (PROBES_PATCHED || !(u->flags & PATCH_ON) || base == OP_RETURN_VALUE ||
        base == OP_YIELD_VALUE || line == patch_asks_for_natives(code, (Opcode)u->op))
        return false;
    return opcode_caches[base] == 0 || (u->op != base && !(u->flags & PATCH_PLAIN));
}

void patch_write_unit(CodeObj *code, uint32_t unit)
{
    PatchUnit *u = patch_unit(code, unit);
    Instr *at = &code->instrs[unit];
    Opcode op = original(code, unit);
    bool patch = is_wanted(code, unit), plain = patch_hides_one(code, unit, op);
    u->op = (uint8_t)op;
    u->flags &= (uint8_t) ~(PATCH_ON | PATCH_PLAIN | PATCH_ALONE);
    u->flags |= (uint8_t)((patch ? PATCH_ON : 0) | (plain ? PATCH_PLAIN : 0));
    u->flags |= is_alone(code, unit) ? PATCH_ALONE : 0;
    Opcode base = (Opcode)opcode_base[op];
    *at = instr_make(patch   ? patch_for(code, unit, base)
                     : plain ? patch_plain_form(base)
                             : op,
                     instr_arg(*at));
}

static void write_units(CodeObj *code)
{
    code->patches->history = needs_history(code);
    for (uint32_t i = 0; i < code->ninstrs;) {
        uint32_t next = i + 1u + opcode_caches[base_of(code, i)];
        patch_write_unit(code, i);
        i = next;
    }
}

/* How many units before an instruction one may stand that carries it out, too: the two
 * instructions with caches of CALL_LIST_APPEND are the longest. */
enum { FORM_REACH = 12 };

void patch_write(CodeObj *code, int unit)
{
    if (unit < 0) {
        write_units(code);
        return;
    }
    for (int i = unit > FORM_REACH ? unit - FORM_REACH : 0; i < unit; i++)
        if (patch_unit(code, (uint32_t)i)->flags & PATCH_PLAIN)
            patch_write_unit(code, (uint32_t)i);
    patch_write_unit(code, (uint32_t)unit);
}

bool patch_is_current(MinipyVM *vm, const CodeObj *code)
{
    return code->patches && code->patches->change == vm->trace->patch_changes;
}

static void take_off(CodeObj *code)
{
    if (code->patches) {
        code->patches->wanted = 0;
        code->patches->takers = (ProbeTakers){.kinds = 0};
        code->patches->way = patch_any_way;
        write_units(code);
    } else {
        code_unmark_entries(code);
    }
}

/* ---- one code object ------------------------------------------------------------- */

static bool has_patches(MinipyVM *vm, CodeObj *code)
{
    if (code->patches)
        return true;
    take_off(code);
    if (CACHES) /* or it would be done later, over the patches */
        code_quicken(code);
    code->patches =
        mem_calloc(vm, sizeof(CodePatches) + code->ninstrs * sizeof(PatchUnit));
    if (!code->patches) {
        error_clear(vm);
        return false;
    }
    find_starts(code);
    return true;
}

unsigned patches_for(uint64_t kinds)
{
    return (kinds & PROBES_OF_ENTRIES ? PATCH_CALLS : 0) |
           (kinds & PROBES_OF_NATIVES ? PATCH_NATIVES : 0) |
           (kinds & PROBE_BIT(line) ? PATCH_LINES : 0);
}

/* What observers and, in one design, the kernel's tracers want of this code. */
static unsigned wanted_of(MinipyVM *vm, CodeObj *code, const FuncObj *func)
{
    const ProbeCode *known = observe_code(vm, code, func);
    if (known)
        code->patches->takers = probe_takers(&vm->consumers, known);
    return trace_patches_for_kernel(vm) |
           (known ? patches_for(code->patches->takers.kinds) : 0) |
           (vm->trace->patches & PATCH_MONITOR);
}

void patch_code(MinipyVM *vm, CodeObj *code, const FuncObj *func)
{
    const struct TraceState *t = vm->trace;
    if (code->patches && code->patches->change == t->patch_changes)
        return;
    if (!t->patches || code->stand_in) {
        take_off(code);
        return;
    }
    Value pending = error_fetch(vm);
    if (has_patches(vm, code)) {
        CodePatches *p = code->patches;
        for (uint32_t i = 0; i < code->ninstrs; i++)
            p->units[i].flags &= (uint8_t) ~(PATCH_SILENT_CALL | PATCH_SILENT_LINE);
        p->wanted = wanted_of(vm, code, func);
        p->way = patch_way(vm, code);
        p->change = t->patch_changes;
        if (t->monitor)
            monitor_patch(vm, code);
        write_units(code);
    }
    error_restore_steal(vm, pending);
}

void patch_silence(MinipyVM *vm, CodeObj *code, int unit, unsigned flag)
{
    CodePatches *p = code->patches;
    if (!patch_is_current(vm, code))
        return;
    p->units[unit].flags |= (uint8_t)flag;
    patch_write(code, p->history && !needs_history(code) ? -1 : unit);
}

/* ---- all of them ----------------------------------------------------------------- */

static void patch_frames(MinipyVM *vm, Frame *innermost)
{
    for (Frame *f = innermost; f; f = f->prev)
        patch_code(vm, f->code, frame_func(f));
}

void patch_update(MinipyVM *vm, unsigned wanted)
{
    struct TraceState *t = vm->trace;
    if (!t || (!t->patches && !wanted))
        return;
    t->patches = wanted;
    t->patch_changes++;
    vm->codes_marked = wanted != 0;
    for (CodeObj *code = vm->codes; code; code = code->next) {
        take_off(code);
        if (wanted && !code->stand_in)
            code_mark_entries(code);
        else if (code->patches) {
            mem_free(vm, code->patches);
            code->patches = NULL;
        }
    }
    if (wanted)
        thread_each_frame(vm, patch_frames);
}
