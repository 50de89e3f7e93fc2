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

#include "probes/observer.h"
#include "probes/ring.h"
#include "probes/sites.h"
#include "probes/views/call_times.h"
#include "vm/core/hooks.h"
#include "vm/eval/monitor.h"
#include "vm/eval/observe.h"
#include "vm/eval/specialize.h"
#include "vm/eval/trace_more.h"
#include "vm/objects/method.h"

static Opcode base_of(const CodeObj *code, uint32_t unit)
{
    return (Opcode)opcode_base[instr_op(code_instr(code, unit))];
}

static PatchUnit *unit_of(const CodeObj *code, uint32_t unit)
{
    return &code->patches->units[unit];
}

/* ---- the ways to an instruction -------------------------------------------------- */

/* begins_line() in trace.c is the rule. */
static void look_at_way(void *user, uint32_t from, uint32_t to)
{
    CodeObj *code = user;
    bool begins = from <= code->first_traceable || to < from ||
                  code_line(code, to) != code_line(code, from);
    unit_of(code, to)->flags |= begins ? PATCH_STARTS : PATCH_STAYS;
    if (to < from && code_line(code, to) == code_line(code, from))
        unit_of(code, from)->flags |= PATCH_BACK;
}

/* An exception comes from anywhere, as a re-raised one is from where it was raised. */
static void look_at_handler(CodeObj *code, uint32_t target)
{
    int line = code_line(code, target);
    unit_of(code, target)->flags |= PATCH_STARTS;
    for (uint32_t i = code->first_traceable + 1; i < target; i++)
        if (code_line(code, i) == line)
            unit_of(code, target)->flags |= PATCH_STAYS;
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
        unsigned flags = unit_of(code, i)->flags;
        if ((flags & both) == both && !(flags & PATCH_SILENT_LINE) &&
            code_line(code, i) != -1)
            return true;
    }
    return false;
}

/* ---- what is to be replaced ------------------------------------------------------ */

static bool is_call(Opcode base)
{
    return base == OP_CALL || base == OP_CALL_KW || base == OP_CALL_FUNCTION_EX;
}

/* The form that is or was at `unit`. One that was put over the general form since is
 * the better one. */
static Opcode original(const CodeObj *code, uint32_t unit)
{
    const PatchUnit *u = unit_of(code, unit);
    Instr now = code->instrs[unit];
    return instr_is_patch(now) ||
                   ((u->flags & PATCH_PLAIN) && instr_op(now) == opcode_base[u->op])
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

/* Is a call in that form to be asked whether it calls something in C? */
static bool asks_for_natives(const CodeObj *code, Opcode op)
{
    return (code->patches->wanted & PATCH_NATIVES) && is_call(opcode_base[op]) &&
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
    if (asks_for_natives(code, original(code, unit)))
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
    case OP_LC_LT_JF ... OP_LC_GE_JF:
    case OP_LL_LT_JF ... OP_LL_GE_JF:
    case OP_LL_LT_JB ... OP_LL_GE_JB: return 2;
    case OP_COMPARE_LT_JF ... OP_COMPARE_GE_JB:
    case OP_CONTAINS_JF:
    case OP_CONTAINS_JT:
    case OP_LC_ADD ... OP_LL_MULTIPLY:
    case OP_LOAD_FAST_ATTR:
    case OP_LOAD_FAST_RETURN:
    case OP_LOAD_GLOBAL_MODULE_NULL:
    case OP_LOAD_GLOBAL_BUILTIN_NULL:
    case OP_FOR_ITER_RANGE_FAST:
    case OP_FOR_ITER_LIST_FAST:
    case OP_FOR_ITER_PAIR:
    case OP_CALL_LIST_APPEND: return 1;
    default: return 0;
    }
}

/* Does the form `op` at `unit` carry out, too, one that is to be replaced? */
static bool hides_one(const CodeObj *code, uint32_t unit, Opcode op)
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
    const PatchUnit *u = unit_of(code, unit);
    Opcode base = opcode_base[u->op];
    bool line = (code->patches->wanted & PATCH_LINES) && (u->flags & PATCH_STARTS) &&
                !(u->flags & PATCH_SILENT_LINE) && unit > code->first_traceable &&
                code_line(code, unit) != -1;
    if (PROBES_PATCHED || !(u->flags & PATCH_ON) || base == OP_RETURN_VALUE ||
        base == OP_YIELD_VALUE || line == asks_for_natives(code, (Opcode)u->op))
        return false;
    return opcode_caches[base] == 0 || (u->op != base && !(u->flags & PATCH_PLAIN));
}

static void write_unit(CodeObj *code, uint32_t unit)
{
    PatchUnit *u = unit_of(code, unit);
    Instr *at = &code->instrs[unit];
    Opcode op = original(code, unit);
    bool patch = is_wanted(code, unit), plain = hides_one(code, unit, op);
    u->op = (uint8_t)op;
    u->flags &= (uint8_t) ~(PATCH_ON | PATCH_PLAIN | PATCH_ALONE);
    u->flags |= (uint8_t)((patch ? PATCH_ON : 0) | (plain ? PATCH_PLAIN : 0));
    u->flags |= is_alone(code, unit) ? PATCH_ALONE : 0;
    Opcode base = (Opcode)opcode_base[op];
    *at = instr_make(patch   ? patch_for(code, unit, base)
                     : plain ? base
                             : op,
                     instr_arg(*at));
}

static void write_units(CodeObj *code)
{
    code->patches->history = needs_history(code);
    for (uint32_t i = 0; i < code->ninstrs;) {
        uint32_t next = i + 1u + opcode_caches[base_of(code, i)];
        write_unit(code, i);
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
        if (unit_of(code, (uint32_t)i)->flags & PATCH_PLAIN)
            write_unit(code, (uint32_t)i);
    write_unit(code, (uint32_t)unit);
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
        code->patches->times = NULL;
        code->patches->sole = NULL;
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

/* Where the one who alone is told of entries and returns counts them, if there is no
 * more to do at them. */
static CallTimes *const *sole_times(const CodePatches *p)
{
    const ProbeObserver *o = p->takers.calls;
    return PROBES_PATCHED || (p->wanted & PATCH_MONITOR) || !o ? NULL : o->times;
}

/* The only taker of what the loop tells, if it gets events, and calls are not timed for
 * it; NULL: it is not so. */
static const ProbeSlot *sole_taker(const MinipyVM *vm, const CodePatches *p)
{
    uint64_t all = 0;
    for (int kind = 0; kind < PROBE_LOOP_KINDS; kind++)
        all |= p->takers.of[kind];
    bool more = PROBES_PATCHED || (p->wanted & PATCH_MONITOR) || p->takers.calls ||
                (p->takers.kinds & PROBE_BIT(function_latency));
    return more || all == 0 || (all & (all - 1)) != 0
               ? NULL
               : &vm->consumers.slots[__builtin_ctzll(all)];
}

/* Makes code, which `func` runs, agree with what is wanted. Without memory it stays as
 * it was, and its events are not seen. */
static void patch_code(MinipyVM *vm, CodeObj *code, const FuncObj *func)
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
        p->times = sole_times(p);
        p->sole = sole_taker(vm, p);
        p->ring = p->sole && p->sole->event == probe_ring_event ? p->sole->user : NULL;
        p->change = t->patch_changes;
        if (t->monitor)
            monitor_patch(vm, code);
        write_units(code);
    }
    error_restore_steal(vm, pending);
}

/* All observers have heard enough: flag is PATCH_SILENT_CALL or PATCH_SILENT_LINE. */
static void patch_silence(MinipyVM *vm, CodeObj *code, int unit, unsigned flag)
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

/* ---- events ---------------------------------------------------------------------- */

/* Is anybody to be told now? Nobody of what happens in a callback or in an audit hook.
 */
static inline bool may_tell(const MinipyVM *vm)
{
    return likely((vm->consumers.busy | vm->trace->thread.hidden) == 0);
}

/* And is nothing to be told beside an entry or a return (trace_more.h)? */
static inline bool nothing_beside(const MinipyVM *vm)
{
    return (vm->consumers.unquiet | vm->trace->thread.unheard) == 0;
}

static inline uint64_t takers_of(const MinipyVM *vm, const CodePatches *p,
                                 enum ProbeMarker kind)
{
    return p && may_tell(vm) ? p->takers.of[kind] : 0;
}

static inline uint64_t this_thread(const MinipyVM *vm)
{
    return (uint64_t)vm->holder; /* who is in the vm: the caller */
}

/* All but its args. */
static inline void fill(MinipyVM *vm, const Frame *f, ProbeEvent *event,
                        enum ProbeMarker kind, ProbeExit how, int line)
{
    event->size = sizeof *event;
    event->kind = (uint16_t)kind;
    event->exit = (uint8_t)how;
    event->line = line;
    event->code = f->code->probe;
    event->frame = f;
    event->vm = vm;
    event->thread = this_thread(vm);
}

/* Whether all of them have heard enough. */
static inline __attribute__((always_inline)) bool tell(MinipyVM *vm, Frame *f,
                                                       uint64_t takers,
                                                       enum ProbeMarker kind,
                                                       ProbeExit how, int line)
{
    ProbeEvent event;
    fill(vm, f, &event, kind, how, line);
    if (kind == PROBE_function_return &&
        unlikely(f->code->patches->takers.kinds & PROBE_BIT(function_latency)))
        event.args[PROBE_TOOK].number = (long)trace_more_ran(vm, f);
    Value raised = vm->raised;
    vm->raised = VALUE_NULL;
    bool silent = probe_tell(&vm->consumers, &event, takers);
    if (unlikely((raised | vm->raised) != VALUE_NULL))
        error_restore_steal(vm, raised);
    return silent;
}

/* The same where one alone takes what there is (CodePatches.sole), and
 * nothing_beside(): most observers are such. */
static inline __attribute__((always_inline)) bool
tell_sole(MinipyVM *vm, Frame *f, enum ProbeMarker kind, ProbeExit how, int line)
{
    const CodePatches *p = f->code->patches;
    if (p->ring) {
        probe_ring_put(p->ring, this_thread(vm), f->code->probe, f, line,
                       (ProbeRingWhat){(uint16_t)kind, (uint8_t)how});
        return false;
    }
    ProbeEvent event;
    fill(vm, f, &event, kind, how, line);
    Value raised = vm->raised;
    vm->raised = VALUE_NULL;
    bool silent = probe_tell_sole(&vm->consumers, &event, p->sole);
    if (unlikely((raised | vm->raised) != VALUE_NULL))
        error_restore_steal(vm, raised);
    return silent;
}

/* Has one alone an event of that kind told it now? */
static inline bool is_for_sole(const MinipyVM *vm, const CodePatches *p,
                               enum ProbeMarker kind)
{
    return likely(p != NULL && p->sole != NULL) && p->takers.of[kind] != 0 &&
           nothing_beside(vm);
}

static inline int line_or_first(MinipyVM *vm, const Frame *f)
{
    int unit = frame_unit(f);
    int line = unit < 0 ? f->code->firstlineno : trace_line_at(vm, f->code, unit);
    return line < 0 ? 0 : line;
}

/* Those who time calls, or want to hear of generators, must hear of the next, too. */
static inline bool may_silence(const CodeObj *code)
{
    const uint64_t calls = PROBE_BIT(function_entry) | PROBE_BIT(function_return);
    return code->patches &&
           (code->patches->takers.kinds & PROBES_OF_ENTRIES & ~calls) == 0;
}

static inline __attribute__((always_inline)) void tell_entry(MinipyVM *vm, Frame *f)
{
    CodeObj *code = f->code;
    if (unlikely(!code->patches || code->patches->change != vm->trace->patch_changes))
        patch_code(vm, code, frame_func(f));
    const CodePatches *p = code->patches;
    if (PROBES_PATCHED && probe_function_entry_enabled())
        probe_function_entry(code->filename_utf8, code->name_utf8, line_or_first(vm, f),
                             f);
    uint64_t takers = takers_of(vm, p, PROBE_function_entry);
    if (takers == 0)
        return;
    if (p->takers.calls) {
        const ProbeObserver *o = p->takers.calls;
        o->calls->enter(o->user, this_thread(vm), code->probe, false);
        return;
    }
    int line = line_or_first(vm, f), unit = frame_unit(f);
    if (unlikely(tell(vm, f, takers, PROBE_function_entry, PROBE_EXIT_NONE, line)) &&
        unit >= 0 && may_silence(code))
        patch_silence(vm, code, unit, PATCH_SILENT_CALL);
}

static inline __attribute__((always_inline)) void tell_return(MinipyVM *vm, Frame *f,
                                                              ProbeExit how)
{
    CodeObj *code = f->code;
    const CodePatches *p = code->patches;
    if (PROBES_PATCHED && p && probe_function_return_enabled())
        probe_function_return(code->filename_utf8, code->name_utf8,
                              line_or_first(vm, f), f);
    uint64_t takers = takers_of(vm, p, PROBE_function_return);
    if (takers == 0)
        return;
    if (p->takers.calls) {
        const ProbeObserver *o = p->takers.calls;
        o->calls->leave(o->user, this_thread(vm));
        return;
    }
    int line = line_or_first(vm, f);
    if (unlikely(tell(vm, f, takers, PROBE_function_return, how, line)) &&
        how != PROBE_EXIT_EXCEPTION && may_silence(code))
        patch_silence(vm, code, frame_unit(f), PATCH_SILENT_CALL);
}

static inline __attribute__((always_inline)) void tell_line(MinipyVM *vm, Frame *f,
                                                            int prev, int unit)
{
    CodeObj *code = f->code;
    uint64_t takers = takers_of(vm, code->patches, PROBE_line);
    unsigned flags = code->patches ? code->patches->units[unit].flags : 0;
    if (!(flags & PATCH_STARTS) || unit <= (int)code->first_traceable ||
        (flags & PATCH_SILENT_LINE))
        return;
    int line = trace_line_at(vm, code, unit);
    if (line == -1 ||
        ((flags & PATCH_STAYS) && !trace_begins_line(vm, code, prev, unit)))
        return;
    if (PROBES_PATCHED && probe_line_enabled())
        probe_line(code->filename_utf8, code->name_utf8, line, f);
    if (takers && unlikely(tell(vm, f, takers, PROBE_line, PROBE_EXIT_NONE, line)))
        patch_silence(vm, code, unit, PATCH_SILENT_LINE);
}

void observe_entry(MinipyVM *vm, Frame *f)
{
    tell_entry(vm, f);
}

void observe_return(MinipyVM *vm, Frame *f, ProbeExit how)
{
    tell_return(vm, f, how);
}

void observe_line(MinipyVM *vm, Frame *f, int prev, int unit)
{
    tell_line(vm, f, prev, unit);
}

/* ---- at a patch ------------------------------------------------------------------ */

/* The instruction would specialise itself now, and write over its patch: this is done
 * for it where it is worth it, else put off. */
static void specialize(MinipyVM *vm, Frame *f, PatchUnit *u, Instr *at, Value *sp)
{
    Instr patched = *at;
    *at = instr_make((Opcode)u->op, instr_arg(patched));
    at[1] = 0;
    switch (u->op) {
    case OP_LOAD_GLOBAL: specialize_load_global(vm, f, at); break;
    case OP_FOR_ITER: specialize_for_iter(vm, f->code, at, sp[-1]); break;
    case OP_CALL: {
        int n = (int)instr_arg(*at);
        specialize_call(vm, at, sp[-2 - n], sp[-1 - n], sp - n, (size_t)n);
        break;
    }
    default: at[1] = SPECIALIZE_LATER; break;
    }
    u->op = (uint8_t)instr_op(*at);
    *at = patched;
    write_unit(f->code, (uint32_t)(at - f->code->instrs));
}

static __attribute__((noinline)) void form_is_warm(MinipyVM *vm, Frame *f, PatchUnit *u,
                                                   Instr *at, Value *sp)
{
    if (u->flags & PATCH_PLAIN)
        at[1] = SPECIALIZE_LATER;
    else
        specialize(vm, f, u, at, sp);
    if (hides_one(f->code, (uint32_t)(at - f->code->instrs), (Opcode)u->op))
        u->flags |= PATCH_PLAIN;
}

static inline Opcode form_to_run(MinipyVM *vm, Frame *f, int unit, Value *sp)
{
    PatchUnit *u = unit_of(f->code, (uint32_t)unit);
    Instr *at = &f->code->instrs[unit];
    Opcode base = opcode_base[u->op];
    if (unlikely((u->op == base || (u->flags & PATCH_PLAIN)) &&
                 opcode_caches[base] != 0 && CACHES && at[1] + 1 == SPECIALIZE_WARM))
        form_is_warm(vm, f, u, at, sp);
    return u->flags & PATCH_PLAIN ? base : (Opcode)u->op;
}

/* Does the call call something written in C, of which there are events? */
static bool calls_native(const MinipyVM *vm, const CodeObj *code, Opcode base,
                         uint32_t arg, Value *sp)
{
    if (!(code->patches->wanted & PATCH_NATIVES) || !may_tell(vm))
        return false;
    Value *cell = base == OP_CALL      ? sp - arg - 2
                  : base == OP_CALL_KW ? sp - arg - 3
                                       : sp - 3 - (arg & 1);
    Value f = cell[0];
    if (value_is_kind(f, KIND_METHOD) && base != OP_CALL_FUNCTION_EX && !cell[1])
        f = METHOD(f)->func;
    return value_is_kind(f, KIND_NATIVE) || value_is_kind(f, KIND_METHOD_DESCR);
}

/* An entry, and a return, with what is told beside it (trace_more.h). */
static __attribute__((noinline)) void report_entry(MinipyVM *vm, Frame *f)
{
    tell_entry(vm, f);
    if (unlikely(vm->consumers.beside_calls))
        trace_more_entry(vm, f);
    int unit = frame_unit(f);
    if (unlikely(monitor_is_at(f->code, unit)) && monitor_listens(vm))
        monitor_step(vm, f, unit, unit);
}

/* An exact profile costs a call little: where nobody else listens its calls are counted
 * here. NULL: they are to be reported. */
static inline CallTimes *times_alone(const MinipyVM *vm, const CodePatches *p)
{
    return likely(p != NULL && p->times != NULL && nothing_beside(vm))
               ? call_times_open(p->times)
               : NULL;
}

/* A ring is the one, and the line needs no table to be made: what tell_sole() does then
 * is a call. */
static inline bool goes_to_ring(const Frame *f)
{
    const CodeObj *code = f->code;
    return code->patches->ring && code->extra && f->ip > code->instrs;
}

static inline void put_in_ring(const MinipyVM *vm, const Frame *f,
                               enum ProbeMarker kind, ProbeExit how)
{
    const CodeObj *code = f->code;
    int line = ((const int32_t *)code->extra)[frame_unit(f)];
    probe_ring_put(code->patches->ring, this_thread(vm), code->probe, f,
                   line < 0 ? 0 : line, (ProbeRingWhat){(uint16_t)kind, (uint8_t)how});
}

static __attribute__((noinline)) void sole_entry(MinipyVM *vm, Frame *f)
{
    CodeObj *code = f->code;
    int line = line_or_first(vm, f);
    if (unlikely(tell_sole(vm, f, PROBE_function_entry, PROBE_EXIT_NONE, line)) &&
        frame_unit(f) >= 0 && may_silence(code))
        patch_silence(vm, code, frame_unit(f), PATCH_SILENT_CALL);
}

static __attribute__((noinline)) void sole_return(MinipyVM *vm, Frame *f)
{
    CodeObj *code = f->code;
    int line = line_or_first(vm, f);
    if (unlikely(tell_sole(vm, f, PROBE_function_return, PROBE_EXIT_RETURN, line)) &&
        may_silence(code))
        patch_silence(vm, code, frame_unit(f), PATCH_SILENT_CALL);
}

/* What patch_entry() and patch_step() leave: apart, so that they need save no register.
 */
static __attribute__((noinline)) void entry_slowly(MinipyVM *vm, Frame *f)
{
    const CodeObj *code = f->code;
    if (is_for_sole(vm, code->patches, PROBE_function_entry)) {
        if (goes_to_ring(f))
            put_in_ring(vm, f, PROBE_function_entry, PROBE_EXIT_NONE);
        else
            sole_entry(vm, f);
        return;
    }
    CallTimes *times = times_alone(vm, code->patches);
    if (times == NULL || !call_times_enter(times, code->probe, false))
        report_entry(vm, f);
}

void patch_entry(MinipyVM *vm, Frame *f)
{
    const CodeObj *code = f->code;
    CallTimes *times = times_alone(vm, code->patches);
    if (unlikely(times == NULL || !call_times_enter_counted(times, code->probe)))
        entry_slowly(vm, f);
}

/* Where tools of sys.monitoring want something. OP_REPORTED: observers may, too. */
static inline Instr step_monitored(MinipyVM *vm, Frame *f, int prev, int unit)
{
    CodeObj *code = f->code;
    if (likely(monitor_listens(vm)) && monitor_step(vm, f, prev, unit) != MONITOR_GO_ON)
        return instr_make(OP_STEPPED, 0);
    Instr now = code->instrs[unit];
    if (!instr_is_patch(now)) /* any more */
        return now;
    return code->patches->wanted == PATCH_MONITOR
               ? instr_make(form_to_run(vm, f, unit, f->sp), instr_arg(now))
               : instr_make(OP_REPORTED, 0);
}

static __attribute__((noinline)) void tell_more_return(MinipyVM *vm, Frame *f,
                                                       ProbeExit how)
{
    uint64_t left = trace_more_leaving(vm);
    tell_return(vm, f, how);
    trace_more_return(vm, f, left, how == PROBE_EXIT_YIELD);
}

static __attribute__((noinline)) void report_return(MinipyVM *vm, Frame *f,
                                                    ProbeExit how)
{
    if (unlikely(vm->consumers.beside_calls))
        tell_more_return(vm, f, how);
    else
        tell_return(vm, f, how);
}

/* All that there may be to report, but an entry. */
static __attribute__((noinline)) Instr report_all(MinipyVM *vm, Frame *f, int prev,
                                                  Value *sp)
{
    CodeObj *code = f->code;
    int unit = frame_unit(f);
    unsigned change = vm->trace->patch_changes;
    uint32_t arg = instr_arg(code->instrs[unit]);
    unsigned flags = unit_of(code, (uint32_t)unit)->flags;
    Opcode op = form_to_run(vm, f, unit, sp), base = opcode_base[op];
    if (flags & PATCH_STARTS)
        tell_line(vm, f, prev, unit);
    if (base == OP_RETURN_VALUE)
        report_return(vm, f, PROBE_EXIT_RETURN);
    else if (base == OP_YIELD_VALUE)
        report_return(vm, f, PROBE_EXIT_YIELD);
    else if (is_call(base) && code->patches && calls_native(vm, code, base, arg, sp)) {
        if (CACHES && op == OP_CALL) /* it would count its runs itself, unreported */
            code->instrs[unit + 1]++;
        return instr_make(OP_REPORTED, arg);
    }
    return instr_make(likely(vm->trace->patch_changes == change) ? op : base, arg);
}

/* The same where PATCH_ALONE says that this is all. */
static Instr report_line(MinipyVM *vm, Frame *f, int prev, int unit)
{
    CodeObj *code = f->code;
    const PatchUnit *u = unit_of(code, (uint32_t)unit);
    Opcode op = (Opcode)u->op, base = opcode_base[op];
    uint32_t arg = instr_arg(f->ip[-1]);
    unsigned change = vm->trace->patch_changes;
    bool sole = is_for_sole(vm, code->patches, PROBE_line);
    uint64_t takers = sole ? 1 : takers_of(vm, code->patches, PROBE_line);
    if (u->flags & PATCH_PLAIN)
        op = base;
    if (!takers ||
        ((u->flags & PATCH_STAYS) && !trace_begins_line(vm, code, prev, unit)))
        return instr_make(op, arg);
    int line = trace_line_at(vm, code, unit);
    if (unlikely(sole ? tell_sole(vm, f, PROBE_line, PROBE_EXIT_NONE, line)
                      : tell(vm, f, takers, PROBE_line, PROBE_EXIT_NONE, line)))
        patch_silence(vm, code, unit, PATCH_SILENT_LINE);
    return instr_make(likely(vm->trace->patch_changes == change) ? op : base, arg);
}

static Instr report_call(MinipyVM *vm, Frame *f, const PatchUnit *u, Value *sp)
{
    Opcode op = (Opcode)u->op, base = opcode_base[op];
    uint32_t arg = instr_arg(f->ip[-1]);
    return instr_make(calls_native(vm, f->code, base, arg, sp) ? OP_REPORTED : op, arg);
}

static __attribute__((noinline)) Instr report_other(MinipyVM *vm, Frame *f, int prev,
                                                    Value *sp)
{
    int unit = frame_unit(f);
    const PatchUnit *u = unit_of(f->code, (uint32_t)unit);
    if (!(u->flags & PATCH_ALONE))
        return report_all(vm, f, prev, sp);
    return asks_for_natives(f->code, (Opcode)u->op) ? report_call(vm, f, u, sp)
                                                    : report_line(vm, f, prev, unit);
}

static __attribute__((noinline)) Instr report_monitored(MinipyVM *vm, Frame *f,
                                                        int prev)
{
    int unit = frame_unit(f);
    if (monitor_is_at(f->code, unit)) {
        Instr instr = step_monitored(vm, f, prev, unit);
        if (instr_op(instr) != OP_REPORTED)
            return instr;
    }
    return report_other(vm, f, prev, f->sp);
}

/* In a callback of a tool, which no tool sees. */
static __attribute__((noinline)) Instr run_unheard(MinipyVM *vm, Frame *f, Value *sp)
{
    uint32_t arg = instr_arg(f->ip[-1]);
    return instr_make(form_to_run(vm, f, frame_unit(f), sp), arg);
}

static __attribute__((noinline)) Instr return_slowly(MinipyVM *vm, Frame *f)
{
    const CodePatches *p = f->code->patches;
    if (is_for_sole(vm, p, PROBE_function_return)) {
        if (goes_to_ring(f))
            put_in_ring(vm, f, PROBE_function_return, PROBE_EXIT_RETURN);
        else
            sole_return(vm, f);
        return instr_make(OP_RETURN_VALUE, 0);
    }
    CallTimes *times = times_alone(vm, p);
    if (times != NULL)
        call_times_leave(times);
    else
        report_return(vm, f, PROBE_EXIT_RETURN);
    return instr_make(OP_RETURN_VALUE, 0);
}

/* A label of the loop's own for returns would take a register from all of it. */
Instr patch_step(MinipyVM *vm, Frame *f, int prev, Value *sp)
{
    if (instr_op(f->ip[-1]) != OP_PATCHED_RETURN)
        return likely(!(f->code->patches->wanted & PATCH_MONITOR))
                   ? report_other(vm, f, prev, sp)
               : f->code->patches->wanted == PATCH_MONITOR && !monitor_listens(vm)
                   ? run_unheard(vm, f, sp)
                   : report_monitored(vm, f, prev);
    CallTimes *times = times_alone(vm, f->code->patches);
    return likely(times != NULL && call_times_leave_counted(times))
               ? instr_make(OP_RETURN_VALUE, 0)
               : return_slowly(vm, f);
}

const void *const *patch_call_missed(MinipyVM *vm, CodeObj *code, Instr *at, Value *sp)
{
    if (!instr_is_patch(*at))
        write_unit(code, (uint32_t)(at - code->instrs));
    return calls_native(vm, code, OP_CALL, instr_arg(*at), sp) ? vm->trace->watched
                                                               : vm->dispatch;
}
