/* patch_step.c - what happens at a patch (patch.h): who is told, by the shortest way.
 *
 * An event that one alone takes costs some sixty instructions, and where ten tests of
 * what else there might be stood before it a third more: so these are made when code is
 * patched (patch_way), and at an event one is left, nothing_beside(). What each way
 * does for itself is the common case, without a register to save where it can be; the
 * rest is another function's. */
#include "vm/eval/patch_step.h"

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

/* Have all of them heard enough? Others, if one let them in just now, have not. */
static inline bool all_silent(const MinipyVM *vm, bool silent, unsigned change)
{
    return unlikely(silent) && vm->trace->patch_changes == change;
}

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
    unsigned change = vm->trace->patch_changes;
    bool silent = probe_tell(&vm->consumers, &event, takers);
    if (unlikely((raised | vm->raised) != VALUE_NULL))
        error_restore_steal(vm, raised);
    return all_silent(vm, silent, change);
}

/* The unit of the instruction that ran last; -1: none has. */
static inline int unit_before(const CodeObj *code, const Instr *before)
{
    return (int)(before - code->instrs) - 1;
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
    if (unlikely(!code->patches || code->patches->idle > 0))
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
        patch_silence(code, unit, PATCH_SILENT_CALL);
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
        patch_silence(code, frame_unit(f), PATCH_SILENT_CALL);
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
        patch_silence(code, unit, PATCH_SILENT_LINE);
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
    patch_write_unit(f->code, (uint32_t)(at - f->code->instrs));
}

static __attribute__((noinline)) void form_is_warm(MinipyVM *vm, Frame *f, PatchUnit *u,
                                                   Instr *at, Value *sp)
{
    if (u->flags & PATCH_PLAIN)
        at[1] = SPECIALIZE_LATER;
    else
        specialize(vm, f, u, at, sp);
    if (patch_hides_one(f->code, (uint32_t)(at - f->code->instrs), (Opcode)u->op))
        u->flags |= PATCH_PLAIN;
}

static inline Opcode form_to_run(MinipyVM *vm, Frame *f, int unit, Value *sp)
{
    PatchUnit *u = patch_unit(f->code, (uint32_t)unit);
    Instr *at = &f->code->instrs[unit];
    Opcode base = opcode_base[u->op];
    if (unlikely((u->op == base || (u->flags & PATCH_PLAIN)) &&
                 opcode_caches[base] != 0 && CACHES && at[1] + 1 == SPECIALIZE_WARM))
        form_is_warm(vm, f, u, at, sp);
    return u->flags & PATCH_PLAIN ? patch_plain_form(base) : (Opcode)u->op;
}

/* The same where PATCH_ALONE says that nothing waits to be specialised. */
static inline Instr form_alone(const Frame *f, const PatchUnit *u)
{
    Opcode op =
        u->flags & PATCH_PLAIN ? patch_plain_form(opcode_base[u->op]) : (Opcode)u->op;
    return instr_make(op, instr_arg(f->ip[-1]));
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

/* Where tools of sys.monitoring want something. OP_REPORTED: observers may, too. */
static Instr step_monitored(MinipyVM *vm, Frame *f, const Instr *before, int unit)
{
    CodeObj *code = f->code;
    int prev = unit_before(code, before);
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
static __attribute__((noinline)) Instr report_all(MinipyVM *vm, Frame *f,
                                                  const Instr *before, Value *sp)
{
    CodeObj *code = f->code;
    int unit = frame_unit(f), prev = unit_before(code, before);
    unsigned change = vm->trace->patch_changes;
    uint32_t arg = instr_arg(code->instrs[unit]);
    unsigned flags = patch_unit(code, (uint32_t)unit)->flags;
    Opcode op = form_to_run(vm, f, unit, sp), base = opcode_base[op];
    if (flags & PATCH_STARTS)
        tell_line(vm, f, prev, unit);
    if (base == OP_RETURN_VALUE)
        report_return(vm, f, PROBE_EXIT_RETURN);
    else if (base == OP_YIELD_VALUE)
        report_return(vm, f, PROBE_EXIT_YIELD);
    else if (patch_is_call(base) && code->patches &&
             calls_native(vm, code, base, arg, sp)) {
        if (CACHES && op == OP_CALL) /* it would count its runs itself, unreported */
            code->instrs[unit + 1]++;
        return instr_make(OP_REPORTED, arg);
    }
    return instr_make(likely(vm->trace->patch_changes == change) ? op : base, arg);
}

/* ---- the way for all that may be ------------------------------------------------- */

void patch_first_entry(MinipyVM *vm, Frame *f)
{
    report_entry(vm, f);
}

static void any_leave(MinipyVM *vm, Frame *f)
{
    report_return(vm, f, PROBE_EXIT_RETURN);
}

/* What PATCH_ALONE says of a line. */
static Instr report_line(MinipyVM *vm, Frame *f, const PatchUnit *u,
                         const Instr *before)
{
    CodeObj *code = f->code;
    int unit = frame_unit(f);
    Instr form = form_alone(f, u),
          base = instr_make(opcode_base[u->op], instr_arg(form));
    unsigned change = vm->trace->patch_changes;
    uint64_t takers = takers_of(vm, code->patches, PROBE_line);
    if (!takers || ((u->flags & PATCH_STAYS) &&
                    !trace_begins_line(vm, code, unit_before(code, before), unit)))
        return form;
    int line = trace_line_at(vm, code, unit);
    if (unlikely(tell(vm, f, takers, PROBE_line, PROBE_EXIT_NONE, line)))
        patch_silence(code, unit, PATCH_SILENT_LINE);
    return likely(vm->trace->patch_changes == change) ? form : base;
}

static Instr any_step(MinipyVM *vm, Frame *f, const Instr *before, Value *sp)
{
    const CodeObj *code = f->code;
    const PatchUnit *u = patch_unit(code, (uint32_t)frame_unit(f));
    if (!(u->flags & PATCH_ALONE))
        return report_all(vm, f, before, sp);
    if (!patch_asks_for_natives(code, (Opcode)u->op))
        return report_line(vm, f, u, before);
    uint32_t arg = instr_arg(f->ip[-1]);
    Opcode op = (Opcode)u->op;
    return instr_make(
        calls_native(vm, code, opcode_base[op], arg, sp) ? OP_REPORTED : op, arg);
}

static Instr monitored_step(MinipyVM *vm, Frame *f, const Instr *before, Value *sp)
{
    int unit = frame_unit(f);
    if (f->code->patches->wanted == PATCH_MONITOR && !monitor_listens(vm))
        return instr_make(form_to_run(vm, f, unit, sp), instr_arg(f->ip[-1]));
    if (monitor_is_at(f->code, unit)) {
        Instr instr = step_monitored(vm, f, before, unit);
        if (instr_op(instr) != OP_REPORTED)
            return instr;
    }
    return any_step(vm, f, before, f->sp);
}

static const PatchWay patch_any_way = {report_entry, any_leave, any_step};

/* ---- the way where those for whom it was patched have gone ----------------------- */

/* Are the patches wanted again, or off (patch_code)? */
static bool idle_ends(MinipyVM *vm, const Frame *f)
{
    CodePatches *p = f->code->patches;
    if (!vm->trace->patches && p->idle > 1) {
        p->idle--;
        return false;
    }
    patch_code(vm, f->code, frame_func(f));
    return true;
}

static void idle_entry(MinipyVM *vm, Frame *f)
{
    if (idle_ends(vm, f) && f->code->patches)
        f->code->patches->way.entry(vm, f);
}

static void idle_leave(MinipyVM *vm, Frame *f)
{
    if (idle_ends(vm, f) && f->code->patches)
        f->code->patches->way.leave(vm, f);
}

static Instr idle_step(MinipyVM *vm, Frame *f, const Instr *before, Value *sp)
{
    if (!idle_ends(vm, f))
        return instr_make(form_to_run(vm, f, frame_unit(f), sp), instr_arg(f->ip[-1]));
    return f->code->patches ? f->code->patches->way.step(vm, f, before, sp) : f->ip[-1];
}

const PatchWay patch_idle_way = {idle_entry, idle_leave, idle_step};

/* ---- an exact profile alone ------------------------------------------------------ */

/* Where calls are counted; NULL: there is more to report now. */
static inline CallTimes *counting(const MinipyVM *vm, const Frame *f)
{
    return likely(nothing_beside(vm)) ? call_times_open(f->code->patches->times) : NULL;
}

static __attribute__((noinline)) void counted_entry_slowly(MinipyVM *vm, Frame *f)
{
    CallTimes *times = counting(vm, f);
    if (times == NULL || !call_times_enter(times, f->code->probe, false))
        report_entry(vm, f);
}

static void counted_entry(MinipyVM *vm, Frame *f)
{
    CallTimes *times = counting(vm, f);
    if (unlikely(times == NULL || !call_times_enter_counted(times, f->code->probe)))
        counted_entry_slowly(vm, f);
}

static __attribute__((noinline)) void counted_leave_slowly(MinipyVM *vm, Frame *f)
{
    CallTimes *times = counting(vm, f);
    if (times != NULL)
        call_times_leave(times);
    else
        any_leave(vm, f);
}

static void counted_leave(MinipyVM *vm, Frame *f)
{
    CallTimes *times = counting(vm, f);
    if (unlikely(times == NULL || !call_times_leave_counted(times)))
        counted_leave_slowly(vm, f);
}

/* ---- one observer alone ---------------------------------------------------------- */

/* The line of the instruction behind which the frame's ip is, which patch_way() has
 * seen to be in a table. */
static inline int known_line(const Frame *f)
{
    int line = ((const int32_t *)f->code->extra)[frame_unit(f)];
    return line < 0 ? 0 : line;
}

/* Nothing is raised where an instruction begins: a callback's own error is dropped. */
static inline __attribute__((always_inline)) bool
tell_sole(MinipyVM *vm, Frame *f, enum ProbeMarker kind, ProbeExit how)
{
    ProbeEvent event;
    fill(vm, f, &event, kind, how, known_line(f));
    unsigned change = vm->trace->patch_changes;
    bool silent = probe_tell_sole(&vm->consumers, &event, f->code->patches->sole);
    if (unlikely(vm->raised != VALUE_NULL))
        error_clear(vm);
    return all_silent(vm, silent, change);
}

static inline __attribute__((always_inline)) void
tell_sole_call(MinipyVM *vm, Frame *f, enum ProbeMarker kind, ProbeExit how)
{
    CodeObj *code = f->code;
    if (unlikely(tell_sole(vm, f, kind, how)) && may_silence(code))
        patch_silence(code, frame_unit(f), PATCH_SILENT_CALL);
}

static void sole_entry(MinipyVM *vm, Frame *f)
{
    if (unlikely(!nothing_beside(vm)))
        report_entry(vm, f);
    else
        tell_sole_call(vm, f, PROBE_function_entry, PROBE_EXIT_NONE);
}

static void sole_leave(MinipyVM *vm, Frame *f)
{
    if (unlikely(!nothing_beside(vm)))
        any_leave(vm, f);
    else
        tell_sole_call(vm, f, PROBE_function_return, PROBE_EXIT_RETURN);
}

/* Is there a line, and no more, to tell one alone at this patch? Nobody then has asked
 * for calls of C (patch_way). */
static inline bool is_line(const MinipyVM *vm, const PatchUnit *u)
{
    return likely(u->flags & PATCH_ALONE) && nothing_beside(vm);
}

/* And does it begin there? */
static inline bool line_begins(MinipyVM *vm, const Frame *f, const PatchUnit *u,
                               const Instr *before)
{
    return likely(!(u->flags & PATCH_STAYS)) ||
           trace_begins_line(vm, f->code, unit_before(f->code, before), frame_unit(f));
}

static Instr sole_step(MinipyVM *vm, Frame *f, const Instr *before, Value *sp)
{
    CodeObj *code = f->code;
    const PatchUnit *u = patch_unit(code, (uint32_t)frame_unit(f));
    if (unlikely(!is_line(vm, u)))
        return any_step(vm, f, before, sp);
    Instr form = form_alone(f, u),
          base = instr_make(opcode_base[u->op], instr_arg(form));
    if (!line_begins(vm, f, u, before))
        return form;
    unsigned change = vm->trace->patch_changes;
    if (unlikely(tell_sole(vm, f, PROBE_line, PROBE_EXIT_NONE)))
        patch_silence(code, frame_unit(f), PATCH_SILENT_LINE);
    return likely(vm->trace->patch_changes == change) ? form : base;
}

/* ---- a ring alone, which changes nothing, and is never silent -------------------- */

static inline __attribute__((always_inline)) void
put_in_ring(const MinipyVM *vm, const Frame *f, enum ProbeMarker kind, ProbeExit how)
{
    probe_ring_put(f->code->patches->ring, this_thread(vm), f->code->probe, f,
                   known_line(f), (ProbeRingWhat){(uint16_t)kind, (uint8_t)how});
}

static void ring_entry(MinipyVM *vm, Frame *f)
{
    if (unlikely(!nothing_beside(vm)))
        report_entry(vm, f);
    else
        put_in_ring(vm, f, PROBE_function_entry, PROBE_EXIT_NONE);
}

static void ring_leave(MinipyVM *vm, Frame *f)
{
    if (unlikely(!nothing_beside(vm)))
        any_leave(vm, f);
    else
        put_in_ring(vm, f, PROBE_function_return, PROBE_EXIT_RETURN);
}

static Instr ring_step(MinipyVM *vm, Frame *f, const Instr *before, Value *sp)
{
    const PatchUnit *u = patch_unit(f->code, (uint32_t)frame_unit(f));
    if (unlikely(!is_line(vm, u)))
        return any_step(vm, f, before, sp);
    Instr form = form_alone(f, u);
    if (line_begins(vm, f, u, before))
        put_in_ring(vm, f, PROBE_line, PROBE_EXIT_NONE);
    return form;
}

/* ---- which way ------------------------------------------------------------------- */

/* The only taker of what the loop tells, if it gets events, and calls are not timed for
 * it; NULL: it is not so. */
static const ProbeSlot *sole_taker(const MinipyVM *vm, const ProbeTakers *takers)
{
    uint64_t all = 0;
    for (int kind = 0; kind < PROBE_LOOP_KINDS; kind++)
        all |= takers->of[kind];
    bool more = takers->calls || (takers->kinds & PROBE_BIT(function_latency));
    return more || all == 0 || (all & (all - 1)) != 0
               ? NULL
               : &vm->consumers.slots[__builtin_ctzll(all)];
}

/* What the one who is alone does not want takes the way of all. */
static PatchWay only_wanted(PatchWay way, const CodePatches *p)
{
    if (!p->takers.of[PROBE_function_entry])
        way.entry = patch_any_way.entry;
    if (!p->takers.of[PROBE_function_return])
        way.leave = patch_any_way.leave;
    if (!p->takers.of[PROBE_line] || (p->wanted & PATCH_NATIVES))
        way.step = patch_any_way.step;
    return way;
}

PatchWay patch_way(MinipyVM *vm, CodeObj *code)
{
    static const PatchWay counted = {counted_entry, counted_leave, any_step},
                          to_ring = {ring_entry, ring_leave, ring_step},
                          to_sole = {sole_entry, sole_leave, sole_step},
                          monitored = {report_entry, any_leave, monitored_step};
    CodePatches *p = code->patches;
    const ProbeObserver *calls = p->takers.calls;
    const ProbeSlot *sole = sole_taker(vm, &p->takers);
    if (p->wanted & PATCH_MONITOR)
        return monitored;
    if (PROBES_PATCHED)
        return patch_any_way;
    if (calls && calls->times) {
        p->times = calls->times;
        return counted;
    }
    if (!sole || !trace_lines(vm, code))
        return patch_any_way;
    if (sole->event == probe_ring_event)
        p->ring = sole->user;
    else
        p->sole = sole;
    return only_wanted(sole->event == probe_ring_event ? to_ring : to_sole, p);
}

/* ---- a call that was taken for one of a Python function -------------------------- */

const void *const *patch_call_missed(MinipyVM *vm, CodeObj *code, Instr *at, Value *sp)
{
    if (!instr_is_patch(*at))
        patch_write_unit(code, (uint32_t)(at - code->instrs));
    return calls_native(vm, code, OP_CALL, instr_arg(*at), sp) ? vm->trace->watched
                                                               : vm->dispatch;
}
