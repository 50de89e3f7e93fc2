/* trace.c - what the instrumented loop reports, and to whom: first the kernel's tracers
 * and the in-process consumers (probes/consumer.h), then the functions of sys.settrace
 * and sys.setprofile.
 *
 * The rule for lines is CPython 3.11's: an instruction begins a line if its line
 * differs from that of the instruction before it, or if control went backwards to it
 * (but not to SEND); the first traceable instruction follows line -1. Read next: eval.c
 * (label instrumented).
 */
#include "vm/core/hooks.h"
#include "probes/report.h"
#include "vm/eval/trace_more.h"

#include "probes/jump.h"
#include "vm/code/wordcode.h"
#include "vm/eval/eval.h"
#include "vm/eval/generator.h"
#include "vm/eval/memory_traces.h"
#include "vm/eval/monitor.h"
#include "vm/eval/observe.h"
#include "vm/eval/patch.h"
#include "vm/errors/exceptions.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/eval/traceback.h"
#include "vm/memory/object_report.h"
#include "vm/objects/method.h"
#include "vm/objects/native.h"
#include "vm/objects/signature.h"
#include "vm/objects/call.h"
#include "vm/types/descr.h"

/* 1 where kernel tracers of entries, returns and lines are not served by the tables. */
#define PROBES_SERVED (PROBES_IN_LOOP || PROBES_PATCHED)

int trace_init(MinipyVM *vm)
{
    vm->trace = mem_alloc(vm, sizeof *vm->trace);
    if (!vm->trace)
        return -1;
    memset(vm->trace, 0, sizeof *vm->trace);
    eval_frame(vm, NULL, false);
    vm->dispatch = vm->trace->plain;
    return 0;
}

void trace_fini(MinipyVM *vm)
{
    struct TraceState *t = vm->trace;
    if (!t)
        return;
    value_clear(vm, &t->thread.profile); /* CPython's order */
    value_clear(vm, &t->thread.trace);
    for (int i = 0; i < TRACE_EVENT_COUNT; i++)
        value_clear(vm, &t->event_names[i]);
    trace_more_thread_fini(vm, &t->thread);
    monitor_fini(vm);
    trace_changed(vm);
}

void trace_by_observer(MinipyVM *vm, Value object, Frame *f, TraceEvent event,
                       Value func)
{
    (void)vm, (void)object, (void)f, (void)event, (void)func;
}

/* The profile function that the loop is to report to. */
static Value profile_of(const TraceThread *t)
{
    return t->profiler == trace_by_observer ? VALUE_NULL : t->profile;
}

/* Does a kernel's tracer wait for entries, returns or calls of C? */
static bool wants_calls(void)
{
    return (!PROBES_SERVED && (gate_read() & GATE_LANE_CALL) != 0) ||
           trace_more_wants_calls();
}

unsigned trace_patches_for_kernel(MinipyVM *vm)
{
    if (!PROBES_PATCHED || vm->trace->thread.hidden > 0)
        return 0;
    return ((gate_read() & GATE_LANE_CALL) != 0 ? PATCH_CALLS : 0) |
           (probe_line_enabled() ? PATCH_LINES : 0);
}

/* The design that serves kernel tracers by patches: what they want has changed. */
static void update_patches(MinipyVM *vm)
{
    struct TraceState *t = vm->trace;
    unsigned wanted = trace_patches_for_kernel(vm);
    if (wanted == t->kernel_patches)
        return;
    t->kernel_patches = wanted;
    vm->consumers.code_changes++;
    observe_changed(vm);
}

/* Works out vm->dispatch: something that traces came or went. */
void trace_changed(MinipyVM *vm)
{
    struct TraceState *t = vm->trace;
    bool python = t->thread.tracing == 0, probes = t->thread.hidden == 0;

    jump_update();
    t->changes++;
    t->lanes_seen = gate_read() & GATE_LANE_MARKERS;
    t->signal_seen = false; /* first: another thread may set it now (trace_wake) */
    if (trace_signal_noted(vm))
        t->signal_seen = true;
    bool more = probes && trace_more_wanted(vm);
    if (unlikely(more || t->more || t->thread.clocks != 0 ||
                 objects_are_reported(vm))) {
        t->more = more;
        trace_more_update(vm, probes);
    }
    if (PROBES_PATCHED)
        update_patches(vm);
    if ((python && t->thread.trace) ||
        (probes && !PROBES_SERVED && probe_line_enabled()) || unlikely(t->signal_seen))
        vm->dispatch = t->instrumented;
    else if ((python && profile_of(&t->thread)) || (probes && wants_calls()))
        vm->dispatch = t->calls;
    else if (probes && probes_loop_wanted())
        vm->dispatch = objects_are_reported(vm) ? t->located : t->watched;
    else if (unlikely(objects_are_reported(vm) || memory_traces_on(vm)))
        vm->dispatch = t->traced;
    else
        vm->dispatch = t->plain;
    vm->exceptions_seen = vm->dispatch != t->plain || vm->exceptions_watched ||
                          monitor_wants_exceptions(vm);
}

void trace_refresh(MinipyVM *vm)
{
    jump_update();
    if (unlikely(!trace_settled(vm)))
        trace_changed(vm);
}

void trace_signal(MinipyVM *vm)
{
    if (!vm->trace)
        return;
    vm->trace->signal_seen = true;
    __atomic_store_n(&vm->dispatch, vm->trace->instrumented, __ATOMIC_RELAXED);
}

void trace_wake(void *argument)
{
    MinipyVM *vm = argument;
    vm->trace->woken_in = __atomic_load_n(&vm->frame, __ATOMIC_RELAXED);
    gate_requests_set(&vm->requests, GATE_REQUEST_SAMPLE);
    trace_signal(vm);
}

const void *trace_woken_in(void *vm)
{
    return ((MinipyVM *)vm)->trace->woken_in;
}

void trace_hide(MinipyVM *vm)
{
    vm->trace->thread.hidden++;
    vm->trace->thread.tracing++;
    trace_changed(vm);
}

void trace_unhide(MinipyVM *vm)
{
    vm->trace->thread.hidden--;
    vm->trace->thread.tracing--;
    trace_changed(vm);
}

/* The request stays up while a function is set, so that every loop of the vm notices.
 */
void trace_thread_changed(MinipyVM *vm)
{
    if (vm->trace->thread.trace || profile_of(&vm->trace->thread))
        gate_requests_set(&vm->requests, GATE_REQUEST_SETTRACE);
    else
        gate_requests_clear(&vm->requests, GATE_REQUEST_SETTRACE);
    trace_changed(vm);
}

/* The old function dies while none is set; a finalizer that sets one is refused. */
static int set_function(MinipyVM *vm, Value *slot, bool *setting, Value func,
                        const char *kind, const char *event)
{
    if (*setting) {
        error_set(vm, EXC_RuntimeError,
                  "Cannot install a %s function while another %s function is being "
                  "installed",
                  kind, kind);
        return -1;
    }
    *setting = true;
    if (audit(vm, event, 0) < 0) {
        *setting = false;
        return -1;
    }
    if (*slot) {
        Value old = *slot;
        *slot = VALUE_NULL;
        trace_thread_changed(vm);
        value_decref(vm, old);
    }
    *slot = func == VALUE_NONE ? VALUE_NULL : value_xincref(func);
    trace_thread_changed(vm);
    *setting = false;
    return 0;
}
int trace_set_trace(MinipyVM *vm, Value func)
{
    TraceThread *t = &vm->trace->thread;
    return set_function(vm, &t->trace, &t->setting_trace, func, "trace",
                        "sys.settrace");
}
int trace_set_profile(MinipyVM *vm, Value func)
{
    return trace_set_profiler(vm, func, NULL);
}
int trace_set_profiler(MinipyVM *vm, Value object, TraceProfiler *profiler)
{
    TraceThread *t = &vm->trace->thread;
    if (set_function(vm, &t->profile, &t->setting_profile, object, "profile",
                     "sys.setprofile") < 0)
        return -1;
    t->profiler = profiler;
    trace_thread_changed(vm);
    return 0;
}

void trace_drop_functions(MinipyVM *vm)
{
    TraceThread *t = &vm->trace->thread;
    Value trace = t->trace, profile = t->profile;
    t->trace = t->profile = VALUE_NULL;
    t->profiler = NULL;
    trace_thread_changed(vm);
    value_xdecref(vm, profile); /* CPython's order */
    value_xdecref(vm, trace);
}

static Value get_function(Value v)
{
    return v ? value_incref(v) : VALUE_NONE;
}
Value trace_get_trace(MinipyVM *vm)
{
    return get_function(vm->trace->thread.trace);
}
Value trace_get_profile(MinipyVM *vm)
{
    return get_function(vm->trace->thread.profile);
}

Value trace_call_tracing(MinipyVM *vm, Value f, Value args)
{
    int saved = vm->trace->thread.tracing;
    vm->trace->thread.tracing = 0;
    trace_changed(vm);
    Value r = call_tuple_dict(vm, f, args, VALUE_NULL);
    vm->trace->thread.tracing = saved;
    trace_changed(vm);
    return r;
}

/* ---- calling Python functions ---------------------------------------------------- */

static Value event_name(MinipyVM *vm, TraceEvent event)
{
    static const char *const names[TRACE_EVENT_COUNT] = {
        "call",   "exception",   "line",     "return",
        "c_call", "c_exception", "c_return", "opcode",
    };
    Value *slot = &vm->trace->event_names[event];
    if (!*slot)
        *slot = str_intern_cstr(vm, names[event]);
    return *slot;
}

typedef struct Quiet {
    const CodeObj *code;
    const int32_t *lines;
    bool *quiet;
} Quiet;

/* begins_line() below is the rule. */
static void look_at_way(void *user, uint32_t from, uint32_t to)
{
    const Quiet *q = user;
    if (from <= q->code->first_traceable || to < from || q->lines[from] != q->lines[to])
        q->quiet[to] = false;
}

static void find_quiet(const CodeObj *code, const int32_t *lines, bool *quiet)
{
    for (uint32_t i = 0; i < code->ninstrs; i++) {
        Opcode op = opcode_base[instr_op(code_instr(code, i))];
        bool told = op == OP_RESUME || op == OP_RETURN_VALUE || op == OP_YIELD_VALUE;
        quiet[i] = !told && i > code->first_traceable;
    }
    Quiet q = {code, lines, quiet};
    patch_each_way(code, look_at_way, &q);
    for (uint32_t i = 0; i < code->nhandlers; i++)
        quiet[code->handlers[i].target] = false;
}

/* code_line() of each unit. */
static void walk_lines(const CodeObj *code, int32_t *lines)
{
    const CodeRun *run = code->runs, *end = run + code->nruns;
    int32_t line = -1;
    for (uint32_t unit = 0; unit < code->ninstrs; unit++) {
        for (; run < end && run->start <= RUN_START(unit); run++)
            line = run->pos.line;
        lines[unit] = line;
    }
}

/* Tracing asks for two lines at every instruction. */
const int32_t *trace_lines(MinipyVM *vm, CodeObj *code)
{
    if (code->extra)
        return code->extra;
    Value raised = error_fetch(vm);
    int32_t *lines = mem_alloc(vm, code->ninstrs * (sizeof *lines + sizeof(bool)));
    if (!lines)
        error_clear(vm);
    if (lines) {
        walk_lines(code, lines);
        find_quiet(code, lines, (bool *)(lines + code->ninstrs));
    }
    code->extra = lines;
    if (raised)
        error_restore_steal(vm, raised);
    return lines;
}

/* callback(args[1], args[2], args[3]); args[0] is free. The function of a bound method
 * is called itself: most trace functions are such, and method_call() would copy. What
 * is called holds itself and its arguments: whoever set it may take it away. */
static inline Value call_function(MinipyVM *vm, Value callback, Value args[4])
{
    bool bound = value_is_kind(callback, KIND_METHOD);
    Value func = bound ? METHOD(callback)->func : callback;
    args[0] = bound ? METHOD(callback)->self : VALUE_NULL;
    Value *first = bound ? args : args + 1;
    if (likely(value_is_kind(func, KIND_FUNCTION)))
        return function_call(vm, func, first, bound ? 4 : 3, VALUE_NULL);
    value_incref(func);
    value_xincref(args[0]);
    Value r = call(vm, func, first, bound ? 4 : 3, VALUE_NULL);
    value_xdecref(vm, args[0]);
    value_decref(vm, func);
    return r;
}

/* callback(frame, event, arg) with f_locals brought up to date before and taken back
 * after; only its own calls are not traced. The frame runs: it has its object until
 * after that. */
static __attribute__((always_inline)) inline Value
call_back(MinipyVM *vm, Value callback, Frame *f, TraceEvent event, Value arg)
{
    Value name = vm->trace->event_names[event];
    if (unlikely(!f->object || !name)) {
        name = event_name(vm, event);
        Value made = name ? frame_object(vm, f) : VALUE_NULL;
        if (!made)
            return VALUE_NULL;
        value_decref(vm, made);
    }
    FrameObj *frame = f->object;
    int outer = vm->trace->thread.event;
    vm->trace->thread.event = event;
    TracePause pause;
    trace_pause(vm, &pause);
    int unit = frame_unit(f) + f->jumped;
    int line = unit < 0 ? frame_lineno(f) : trace_line_at(vm, f->code, unit);
    frame->lineno = line;
    Value r = VALUE_NULL, locals = VALUE_NULL;
    /* A dict of locals that somebody holds from before shows the present values. */
    if (likely(!frame->fast_to_locals_done) || (locals = frame_locals(vm, f))) {
        Value args[4] = {VALUE_NULL, value_from_obj(frame), name,
                         arg ? arg : VALUE_NONE};
        value_xdecref(vm, locals);
        r = call_function(vm, callback, args);
        if (unlikely(frame->fast_to_locals_done))
            frame_locals_to_fast(vm, f);
    }
    if (unlikely(f->jumped)) /* where it goes on is where an exception comes from */
        line = frame->lineno;
    frame->lineno = 0;
    if (unlikely(!r))
        traceback_here(vm, f, (frame_unit(f) + f->jumped) * 2, line);
    vm->trace->thread.event = outer;
    trace_go_on(vm, &pause);
    return r;
}

static int report_trace(MinipyVM *vm, Frame *f, TraceEvent event, Value arg)
{
    struct TraceState *t = vm->trace;
    if (!t->thread.trace || t->thread.tracing)
        return 0;
    Value callback = event == TRACE_CALL ? t->thread.trace
                     : f->object         ? f->object->trace
                                         : VALUE_NULL;
    if (!callback)
        return 0;
    Value r = call_back(vm, callback, f, event, arg);
    if (!r) {
        Value exc = error_fetch(vm);
        if (trace_set_trace(vm, VALUE_NULL) < 0)
            error_clear(vm);
        if (f->object)
            value_clear(vm, &f->object->trace);
        error_restore_steal(vm, exc);
        return -1;
    }
    if (r != VALUE_NONE && r != f->object->trace)
        value_set_steal(vm, &f->object->trace, r);
    else
        value_decref(vm, r);
    return 0;
}

static int report_profile(MinipyVM *vm, Frame *f, TraceEvent event, Value arg)
{
    struct TraceState *t = vm->trace;
    if (!profile_of(&t->thread) || t->thread.tracing)
        return 0;
    if (t->thread.profiler) {
        t->thread.profiler(vm, t->thread.profile, f, event, arg);
        return 0;
    }
    Value r = call_back(vm, t->thread.profile, f, event, arg);
    if (!r) {
        Value exc = error_fetch(vm);
        if (trace_set_profile(vm, VALUE_NULL) < 0)
            error_clear(vm);
        error_restore_steal(vm, exc);
        return -1;
    }
    value_decref(vm, r);
    return 0;
}

/* ---- events ---------------------------------------------------------------------- */

static bool has_function(MinipyVM *vm)
{
    return vm->trace->thread.trace || profile_of(&vm->trace->thread);
}

/* As frame_lineno, by the table: a tracer asks at each entry and return. */
static int line_or_first(MinipyVM *vm, const Frame *f)
{
    int unit = frame_unit(f);
    int line = unit < 0 || (f->object && f->object->lineno)
                   ? frame_lineno(f)
                   : trace_line_at(vm, f->code, unit);
    return line < 0 ? 0 : line;
}

/* What is thrown into a generator waits until the functions have run: no Python code
 * runs with an exception pending. One that they raise takes its place. */
static int report_entry_to_functions(MinipyVM *vm, Frame *f)
{
    Value thrown = error_fetch(vm);
    int r = report_trace(vm, f, TRACE_CALL, VALUE_NULL);
    if (r == 0)
        r = report_profile(vm, f, TRACE_CALL, VALUE_NULL);
    if (r == 0 && thrown)
        error_restore_steal(vm, thrown);
    else
        value_xdecref(vm, thrown);
    return r;
}

int trace_entry(MinipyVM *vm, Frame *f)
{
    if (f->code->stand_in)
        return 0;
    if (unlikely(vm->raised != VALUE_NULL))
        monitor_exception(vm, f, MONITOR_PY_THROW);
    if (!PROBES_SERVED && probe_function_entry_enabled())
        probe_function_entry(f->code->filename_utf8, f->code->name_utf8,
                             line_or_first(vm, f), f);
    if (unlikely(vm->codes_marked))
        observe_entry(vm, f);
    if (unlikely(trace_more_wanted(vm)))
        trace_more_entry(vm, f);
    return has_function(vm) ? report_entry_to_functions(vm, f) : 0;
}

static void report_return(MinipyVM *vm, Frame *f, ProbeExit how)
{
    bool more = trace_more_wanted(vm);
    uint64_t left = more ? trace_more_leaving(vm) : 0;
    if (!PROBES_SERVED && probe_function_return_enabled())
        probe_function_return(f->code->filename_utf8, f->code->name_utf8,
                              line_or_first(vm, f), f);
    if (unlikely(f->code->patches != NULL))
        observe_return(vm, f, how);
    if (unlikely(more))
        trace_more_return(vm, f, left, how == PROBE_EXIT_YIELD);
}

int trace_return(MinipyVM *vm, Frame *f, Value result)
{
    if (f->code->stand_in)
        return 0;
    Instr instr = code_instr(f->code, (uint32_t)frame_unit(f));
    bool yields = opcode_base[instr_op(instr)] == OP_YIELD_VALUE;
    report_return(vm, f, yields ? PROBE_EXIT_YIELD : PROBE_EXIT_RETURN);
    if (!has_function(vm))
        return 0;
    if (report_trace(vm, f, TRACE_RETURN, result) < 0)
        return -1;
    return report_profile(vm, f, TRACE_RETURN, result);
}

void trace_unwind(MinipyVM *vm, Frame *f)
{
    if (f->code->stand_in)
        return;
    if (unlikely(trace_more_wanted(vm)))
        trace_more_unwind(vm, f);
    report_return(vm, f, PROBE_EXIT_EXCEPTION);
    Value exc = error_fetch(vm);
    /* An error of the trace function takes the place of the exception, as in CPython.
     */
    if (report_trace(vm, f, TRACE_RETURN, VALUE_NULL) < 0 ||
        report_profile(vm, f, TRACE_RETURN, VALUE_NULL) < 0)
        value_decref(vm, exc);
    else
        error_restore_steal(vm, exc);
    monitor_exception(vm, f, MONITOR_PY_UNWIND);
}

/* To the trace function alone. */
static void report_exception(MinipyVM *vm, Frame *f)
{
    if (!vm->trace->thread.trace || vm->trace->thread.tracing)
        return;
    Value exc = error_fetch(vm), tb = EXC_OBJ(exc)->traceback;
    Value arg = tuple_pack(vm, 3, value_from_obj(value_type(vm, exc)), exc,
                           tb ? tb : VALUE_NONE);
    int r = arg ? report_trace(vm, f, TRACE_EXCEPTION, arg) : -1;
    value_xdecref(vm, arg);
    if (r == 0)
        error_restore_steal(vm, exc);
    else
        value_decref(vm, exc);
}

void trace_exception(MinipyVM *vm, Frame *f)
{
    if (!vm->raised || f->code->stand_in)
        return;
    if (unlikely(trace_more_wanted(vm)))
        trace_more_raise(vm, f);
    report_exception(vm, f);
    if (vm->raised)
        monitor_exception(vm, f, MONITOR_RAISE);
}

bool trace_handled(MinipyVM *vm, Frame *f, uint32_t target)
{
    trace_more_handled(vm, f, code_instr(f->code, target));
    return monitor_handled(vm, f, target);
}

void trace_loop_end(MinipyVM *vm, Frame *f, Value result)
{
    if (result == VALUE_NONE || !vm->trace->thread.trace || f->code->stand_in)
        return;
    stop_iteration_raise(vm, result);
    report_exception(vm, f);
    error_clear(vm); /* an error of the trace function, too, as in CPython */
}

/* Is `unit`, of that line and reached from `prev` of line `last`, the start of a line?
 */
static bool begins_line(const CodeObj *code, int prev, int last, int unit, int line)
{
    if (prev <= (int)code->first_traceable)
        last = -1;
    return line != last ||
           (unit < prev && instr_op(code_instr(code, (uint32_t)unit)) != OP_SEND);
}

bool trace_begins_line(MinipyVM *vm, CodeObj *code, int prev, int unit)
{
    int last = prev < 0 ? -1 : trace_line_at(vm, code, prev);
    return begins_line(code, prev, last, unit, trace_line_at(vm, code, unit));
}

/* An instruction that is about to run, or, at_word < 0, the first of a unit. */
static int report_word(MinipyVM *vm, Frame *f, int64_t at_word)
{
    f->object->at_word = (int32_t)at_word;
    f->object->at_first_word = at_word < 0;
    int r = report_trace(vm, f, TRACE_OPCODE, VALUE_NULL);
    f->object->at_word = 0;
    f->object->at_first_word = false;
    return r;
}

/* An opcode event, if wanted, for each instruction of CPython's that `unit` is. Of two
 * the second is told before the first has run: the unit is one step of the loop. */
static int report_words(MinipyVM *vm, Frame *f, int unit)
{
    if (f->jumped) /* f_lineno was assigned to: it is told where that leads */
        return report_word(vm, f, -1);
    int64_t at = code_next_word(vm, f->code, (uint32_t)unit, -1);
    for (; at >= 0; at = code_next_word(vm, f->code, (uint32_t)unit, at)) {
        if (report_word(vm, f, at) < 0)
            return -1;
        if (f->jumped || !f->object->trace_opcodes)
            return 0;
    }
    return at == WORDS_END ? 0 : -1;
}

static inline int report_line(MinipyVM *vm, Frame *f, int prev, int unit)
{
    bool probes = !PROBES_SERVED && probe_line_enabled();
    bool python =
        vm->trace->thread.trace && vm->trace->thread.tracing == 0 && f->object;
    CodeObj *code = f->code;
    if ((!probes && !python) || code->stand_in)
        return 0;
    int line = trace_line_at(vm, code, unit),
        last = prev < 0 ? -1 : trace_line_at(vm, code, prev);
    bool begins = line != -1 && begins_line(code, prev, last, unit, line);
    if (begins && probes)
        probe_line(code->filename_utf8, code->name_utf8, line, f);
    if (!python)
        return 0;
    if (begins && f->object->trace_lines) {
        f->object->at_first_word = true;
        int r = report_trace(vm, f, TRACE_LINE, VALUE_NULL);
        f->object->at_first_word = false;
        if (r < 0)
            return -1;
    }
    return unlikely(f->object->trace_opcodes) ? report_words(vm, f, unit) : 0;
}

/* Is there surely nothing to report of `unit`? What begins_line() says, of what nearly
 * all instructions are. */
static inline bool stays_in_line(const Frame *f, int prev, int unit)
{
    const CodeObj *code = f->code;
    const int32_t *lines = code->extra;
    return lines && prev > (int)code->first_traceable && unit > prev &&
           lines[unit] == lines[prev] && !code->patches &&
           !(f->object && f->object->trace_opcodes);
}

int trace_step(MinipyVM *vm, Frame *f, int prev, int unit)
{
    const struct TraceState *t = vm->trace;

    if (likely(trace_settled(vm))) {
        if (stays_in_line(f, prev, unit))
            return 0;
        jump_update();
    } else if (unlikely(t->signal_seen && trace_signal_noted(vm))) {
        if (eval_poll_behind_call(vm, f, prev) < 0)
            return TRACE_STEP_SIGNAL;
        trace_changed(vm);
    } else {
        trace_refresh(vm);
    }
    if (unlikely(f->code->patches != NULL))
        observe_line(vm, f, prev, unit);
    int r =
        vm->dispatch == t->instrumented && (uint32_t)unit >= f->code->first_traceable
            ? report_line(vm, f, prev, unit)
            : 0;
    return r < 0 ? -1 : TRACE_STEP_RAN;
}

static bool trace_profiles(MinipyVM *vm)
{
    return profile_of(&vm->trace->thread) && vm->trace->thread.tracing == 0;
}

bool trace_wants_c_calls(MinipyVM *vm)
{
    return trace_profiles(vm) || trace_more_wants_natives(vm);
}

/* A call of a native function, with its events. */
typedef struct NativeCall {
    Frame *frame; /* the caller's */
    Value func;   /* borrowed */
    Value shown;  /* what the profile function sees, strong; VALUE_NULL when there was
                     none at the beginning */
} NativeCall;

static int c_event(MinipyVM *vm, const NativeCall *c, TraceEvent event)
{
    if (c->frame->code->stand_in)
        return 0;
    if (unlikely(trace_more_wanted(vm)))
        trace_more_native(vm, c->frame, event, c->func);
    if (!c->shown)
        return 0;
    if (event != TRACE_C_EXCEPTION)
        return report_profile(vm, c->frame, event, c->shown);
    Value exc = error_fetch(vm);
    int r = report_profile(vm, c->frame, event, c->shown);
    if (r == 0)
        error_restore_steal(vm, exc);
    else
        value_decref(vm, exc);
    return r;
}

/* The call is through, with `result`: its last event. */
static Value c_call_ended(MinipyVM *vm, const NativeCall *c, Value result)
{
    if (c_event(vm, c, result ? TRACE_C_RETURN : TRACE_C_EXCEPTION) < 0)
        value_clear(vm, &result);
    value_xdecref(vm, c->shown);
    return result;
}

/* self: of a method_descriptor, which is shown bound to it. False: an exception. */
static bool c_call_starts(MinipyVM *vm, NativeCall *c, Frame *f, Value func, Value self)
{
    *c = (NativeCall){.frame = f, .func = func};
    if (trace_profiles(vm)) {
        bool binds = self && !vm->trace->thread.profiler;
        c->shown = binds ? method_descr_bind(vm, func, self) : value_incref(func);
        if (!c->shown)
            return false;
    }
    vm->trace->native_self = self;
    int r = c_event(vm, c, TRACE_C_CALL);
    vm->trace->native_self = VALUE_NULL;
    if (r == 0)
        return true;
    value_xdecref(vm, c->shown);
    return false;
}

bool trace_binds(MinipyVM *vm, Value func)
{
    const struct TraceState *t = vm->trace;
    return (t->thread.trace || profile_of(&t->thread)) && t->thread.unheard == 0 &&
           t->called == func && vm->frame && t->called_at == vm->frame->ip;
}

/* trace_call_native() with events. */
static __attribute__((noinline)) Value call_reported(MinipyVM *vm, Frame *f, Value func,
                                                     const Value *args, size_t nargs,
                                                     Value kwnames)
{
    NativeCall c;
    bool method = value_is_kind(func, KIND_METHOD_DESCR);
    Value self = method ? args[0] : NATIVE(func)->self;
    if (!c_call_starts(vm, &c, f, func, method ? self : VALUE_NULL))
        return VALUE_NULL;
    trace_note_call(vm, f, func);
    return c_call_ended(
        vm, &c, native_invoke(vm, func, self, args + method, nargs - method, kwnames));
}

/* A call that an exact profile counted is over; who else listens may have come in it.
 */
static __attribute__((noinline)) Value counted_call_ended(MinipyVM *vm, Frame *f,
                                                          Value func, Value result)
{
    NativeCall c = {.frame = f, .func = func};
    return c_call_ended(vm, &c, result);
}

/* An exact profile costs a call of C little where nobody else hears of it. */
static CallTimes *count_native(MinipyVM *vm, const Frame *f, const void *key)
{
    CallTimes *times = trace_more_times(vm, f);
    return times && call_times_enter(times, key, true) ? times : NULL;
}

Value trace_call_native(MinipyVM *vm, Frame *f, Value func, const Value *args,
                        size_t nargs, Value kwnames)
{
    bool method = value_is_kind(func, KIND_METHOD_DESCR);
    const MethodDef *def = method ? METHOD_DESCR(func)->def : NATIVE(func)->def;
    CallTimes *times = count_native(vm, f, def);
    if (!times)
        return call_reported(vm, f, func, args, nargs, kwnames);
    Value self = method ? args[0] : NATIVE(func)->self;
    Value result =
        native_invoke(vm, func, self, args + method, nargs - method, kwnames);
    if (unlikely(trace_more_times(vm, f) != times))
        return counted_call_ended(vm, f, func, result);
    call_times_leave(times);
    return result;
}

Value trace_call_native_ex(MinipyVM *vm, Frame *f, Value func, Value args, Value kwargs)
{
    NativeCall c;
    bool method = value_is_kind(func, KIND_METHOD_DESCR);
    if (method && tuple_size(args) == 0) /* a call that fails is none, as in CPython */
        return eval_call_ex(vm, func, args, kwargs);
    if (!c_call_starts(vm, &c, f, func, method ? TUPLE(args)->items[0] : VALUE_NULL))
        return VALUE_NULL;
    trace_note_call(vm, f, func);
    return c_call_ended(vm, &c, eval_call_ex(vm, func, args, kwargs));
}

/* ---- sites in the loop ----------------------------------------------------------- */

void trace_site_line(MinipyVM *vm, Frame *f, int prev, int unit)
{
    CodeObj *code = f->code;
    jump_update();
    if (unit < (int)code->first_traceable || code->stand_in ||
        vm->trace->thread.hidden > 0 ||
        opcode_base[instr_op(code->instrs[unit])] == OP_RESUME)
        return;
    int line = trace_line_at(vm, code, unit),
        last = prev < 0 ? -1 : trace_line_at(vm, code, prev);
    if (line != -1 && begins_line(code, prev, last, unit, line))
        PROBE_SITE(line, code->filename_utf8, code->name_utf8, line, f);
}

/* PROBES=nop: the line of a frame whose code has no table yet. */
int trace_site_lineno(MinipyVM *vm, Frame *f)
{
    return line_or_first(vm, f);
}

void trace_site_entry(MinipyVM *vm, Frame *f)
{
    jump_update();
    if (f->code->stand_in || vm->trace->thread.hidden > 0)
        return;
    PROBE_SITE(function_entry, f->code->filename_utf8, f->code->name_utf8,
               line_or_first(vm, f), f);
    (void)f;
}

void trace_site_return(MinipyVM *vm, Frame *f)
{
    jump_update();
    if (f->code->stand_in || vm->trace->thread.hidden > 0)
        return;
    PROBE_SITE(function_return, f->code->filename_utf8, f->code->name_utf8,
               line_or_first(vm, f), f);
    (void)f;
}
