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
static const uint8_t fused[256] = {
    [OP_LC_ADD_STORE] = 2,
    [OP_LOAD_GLOBAL_BUILTIN_FAST] = 2,
    [OP_FOR_ITER_PAIR_FAST] = 2,
    [OP_RESUME_POP_JUMP] = 2,
    [OP_LC_LT_JF... OP_LC_GE_JF] = 2,
    [OP_LL_LT_JF... OP_LL_GE_JF] = 2,
    [OP_LL_LT_JB... OP_LL_GE_JB] = 2,
    [OP_COMPARE_LT_JF... OP_COMPARE_GE_JB] = 1,
    [OP_CONTAINS_JF] = 1,
    [OP_CONTAINS_JT] = 1,
    [OP_LC_ADD... OP_LL_MULTIPLY] = 1,
    [OP_LOAD_FAST_ATTR] = 1,
    [OP_LOAD_FAST_RETURN] = 1,
    [OP_LOAD_FAST_METHOD] = 1,
    [OP_LOAD_FAST_JF] = 1,
    [OP_LOAD_FAST_JT] = 1,
    [OP_LOAD_CONST_RETURN] = 1,
    [OP_STORE_FAST_THEN_LOAD] = 1,
    [OP_RESUME_POP] = 1,
    [OP_UNPACK_TWO_FAST] = 1,
    [OP_LIST_APPEND_JUMP] = 1,
    [OP_IS_JF] = 1,
    [OP_LOAD_GLOBAL_MODULE_NULL] = 1,
    [OP_LOAD_GLOBAL_BUILTIN_NULL] = 1,
    [OP_FOR_ITER_RANGE_FAST] = 1,
    [OP_FOR_ITER_LIST_FAST] = 1,
    [OP_FOR_ITER_PAIR] = 1,
    [OP_CALL_LIST_APPEND] = 1,
};

bool patch_hides_one(const CodeObj *code, uint32_t unit, Opcode op)
{
    for (int left = fused[op]; left > 0; left--) {
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

/* The same for one where nobody wants lines: whether it is an entry, a return or a call
 * that is wanted is known. */
static inline void write_call(CodeObj *code, uint32_t unit, Opcode op, Opcode base)
{
    bool in_c = patch_is_call(base);
    PatchUnit *u = patch_unit(code, unit);
    Instr *at = &code->instrs[unit];
    u->op = (uint8_t)op;
    u->flags |= PATCH_ON;
    u->flags |= in_c && !PROBES_PATCHED && op != base ? PATCH_ALONE : 0;
    *at = instr_make(patch_for(code, unit, base), instr_arg(*at));
}

/* The same where there are none yet, and nobody wants lines: most instructions, which
 * are neither entries nor returns nor calls, can only be left as they are. */
static void write_calls(CodeObj *code)
{
    const uint32_t n = code->ninstrs;
    const bool calls = code->patches->wanted & PATCH_CALLS;
    for (uint32_t i = 0; i < n;) {
        Opcode op = instr_op(code->instrs[i]), base = (Opcode)opcode_base[op];
        if (fused[op] != 0)
            patch_write_unit(code, i);
        else if (base == OP_RESUME || base == OP_RETURN_VALUE || base == OP_YIELD_VALUE
                     ? calls
                     : patch_asks_for_natives(code, op))
            write_call(code, i, op, base);
        i += 1u + opcode_caches[base];
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

static void take_off(MinipyVM *vm, CodeObj *code)
{
    if (!code->patches)
        return;
    const PatchUnit *units = code->patches->units;
    for (uint32_t i = 0, n = code->ninstrs; i < n; i++)
        if (units[i].flags & (PATCH_ON | PATCH_PLAIN))
            code->instrs[i] = instr_make(original(code, i), instr_arg(code->instrs[i]));
    mem_free(vm, code->patches);
    code->patches = NULL;
}

/* ---- one code object ------------------------------------------------------------- */

/* Its entries are those it had, and it is looked at when observers change. */
static void unmark(MinipyVM *vm, CodeObj *code)
{
    if (!code->marked)
        return;
    code_unmark_entries(vm, code);
    if (CACHES && code->quickened)
        code_quicken_entries(code);
}

static bool make_patches(MinipyVM *vm, CodeObj *code)
{
    unmark(vm, code);
    if (CACHES) /* or it would be done later, over the patches */
        code_quicken(code);
    code->patches =
        mem_calloc(vm, sizeof(CodePatches) + code->ninstrs * sizeof(PatchUnit));
    if (!code->patches) {
        vm->trace->unmarked++;
        error_clear(vm);
        return false;
    }
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
    else
        vm->trace->unmarked++;
    return trace_patches_for_kernel(vm) |
           (known ? patches_for(code->patches->takers.kinds) : 0) |
           (vm->trace->patches & PATCH_MONITOR);
}

/* New ones. */
static void put_on(MinipyVM *vm, CodeObj *code, const FuncObj *func)
{
    if (!make_patches(vm, code))
        return;
    code->patches->wanted = wanted_of(vm, code, func);
    code->patches->way = patch_way(vm, code);
    if (code->patches->wanted & PATCH_LINES)
        find_starts(code);
    if (vm->trace->monitor)
        monitor_patch(vm, code);
    if (code->patches->wanted & (PATCH_LINES | PATCH_MONITOR))
        write_units(code);
    else
        write_calls(code);
}

/* Those it has, for others than before; false: these want something else. */
static bool put_on_again(MinipyVM *vm, CodeObj *code, const FuncObj *func)
{
    CodePatches *p = code->patches;
    if (wanted_of(vm, code, func) != p->wanted)
        return false;
    p->idle = 0;
    p->way = patch_way(vm, code);
    return true;
}

void patch_code(MinipyVM *vm, CodeObj *code, const FuncObj *func)
{
    if (code->patches && code->patches->idle == 0)
        return;
    code_to_front(vm, code); /* from here on it is neither marked nor idle */
    if (!vm->trace->patches || code->stand_in) {
        take_off(vm, code);
        unmark(vm, code);
        return;
    }
    Value pending = error_fetch(vm);
    if (!code->patches || !put_on_again(vm, code, func)) {
        take_off(vm, code);
        put_on(vm, code, func);
    }
    error_restore_steal(vm, pending);
}

void patch_silence(CodeObj *code, int unit, unsigned flag)
{
    CodePatches *p = code->patches;
    if (!p)
        return;
    p->units[unit].flags |= (uint8_t)flag;
    p->silenced = true;
    patch_write(code, p->history && !needs_history(code) ? -1 : unit);
}

/* ---- all of them ----------------------------------------------------------------- */

static void patch_frames(MinipyVM *vm, Frame *innermost)
{
    for (Frame *f = innermost; f; f = f->prev)
        patch_code(vm, f->code, frame_func(f));
}

/* Its patches, where one is at each entry, may be wanted again before it has run for
 * long: a profiler may be set for one call. */
static bool leave_idle(CodeObj *code)
{
    enum { MEETINGS = 32 };
    CodePatches *p = code->patches;
    if (p->idle > 0)
        return true;
    if (!(p->wanted & PATCH_CALLS) || (p->wanted & PATCH_MONITOR) || p->silenced)
        return false;
    p->idle = MEETINGS;
    p->takers = (ProbeTakers){.kinds = 0};
    p->way = patch_idle_way;
    return true;
}

void patch_update(MinipyVM *vm, unsigned wanted)
{
    struct TraceState *t = vm->trace;
    if (!t || (!t->patches && !wanted))
        return;
    t->patches = wanted;
    t->patch_changes++;
    vm->codes_marked = wanted != 0;
    for (CodeObj *code = vm->codes; code != vm->codes_left; code = code->next) {
        if (code->patches && !leave_idle(code))
            take_off(vm, code);
        if (wanted && !code->patches && !code->marked && !code->stand_in)
            code_mark_entries(code);
    }
    if (!wanted)
        return;
    vm->codes_left = vm->codes;
    thread_each_frame(vm, patch_frames);
}
