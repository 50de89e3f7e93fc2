/* trace.h - sys.settrace and sys.setprofile, and the events of the instrumented loop.
 *
 * The loop has six dispatch tables. While nobody listens it runs on `plain`. While a
 * kernel tracer or sys.settrace wants lines it runs on
 * `instrumented`, whose every entry goes to one label that reports lines, entries and
 * returns, and goes on in the plain table. On `calls`, for those who want entries and
 * returns alone (sys.setprofile), only the instructions that make these go there. On
 * `watched`, for exceptions and objects, functions are entered there and nothing else,
 * so that the loop notices when nobody listens any more. On `located` and
 * `traced`, for who asks where memory is taken, each instruction stores its place.
 * Observers inside the process are served by patches in the code, on any table
 * (patch.h). vm->dispatch is the table to run on; trace_refresh works it out.
 */
#ifndef MINIPY_VM_EVAL_TRACE_H
#define MINIPY_VM_EVAL_TRACE_H

#include "vm/eval/frame.h"
#include "vm/eval/memory_traces.h"

/* When a frame was entered, for the marker function__latency. */
typedef struct TraceClock {
    const Frame *frame; /* only compared */
    uint64_t entered;   /* ns of the monotonic clock */
} TraceClock;

typedef enum TraceEvent {
    TRACE_CALL,
    TRACE_EXCEPTION,
    TRACE_LINE,
    TRACE_RETURN,
    TRACE_C_CALL,
    TRACE_C_EXCEPTION,
    TRACE_C_RETURN,
    TRACE_OPCODE,
    TRACE_EVENT_COUNT
} TraceEvent;

/* A profile function in C, and what it is to sys.getprofile(): gets the events of
 * sys.setprofile; func, borrowed, is the one in C that is called, or returned. It may
 * run Python code, and leaves no exception. */
typedef void TraceProfiler(MinipyVM *vm, Value object, Frame *f, TraceEvent event,
                           Value func);

/* Of one thread. */
typedef struct TraceThread {
    Value trace, profile;    /* the Python functions, strong; VALUE_NULL */
    TraceProfiler *profiler; /* is called, and not `profile`; NULL: it is */
    union {
        struct {
            int tracing; /* > 0: a trace function runs, nothing is reported to it */
            int hidden;  /* > 0: an audit hook runs, which no tracer of any kind sees */
        };
        uint64_t unheard; /* 0: neither; one look is enough */
    };
    int event;                           /* TraceEvent being reported */
    bool setting_trace, setting_profile; /* a function is being replaced */
    TraceClock *clock;                   /* those that run, the innermost last; owned */
    int clocks, clocks_room;             /* how many, and how many fit */
} TraceThread;
struct TraceState {
    const void *const *plain,
        *const *watched, *const *located, *const *traced, *const *calls,
                                                              *const *instrumented;
    unsigned patches,
        patch_changes;         /* patch.h: what is wanted; how often that changed */
    unsigned kernel_patches;   /* what of them is the kernel's tracers' */
    unsigned code_changes;     /* of the consumers, at the last change of the patches */
    bool more;                 /* trace_more_update() has put something on */
    volatile bool signal_seen; /* a signal was noted at the last update, or since */
    bool opcodes_seen;         /* f_trace_opcodes was set, somewhere, some time */
    uint64_t lanes_seen;       /* of the gate, at the update */
    unsigned changes;          /* how often trace_changed() ran */
    uint64_t unmarked;         /* how often there was no memory to have code heard */
    TraceThread thread;        /* of the running thread */
    Value event_names[8];      /* interned str, made on first use */
    const Frame *volatile woken_in; /* of the last trace_wake(), only compared */
    Value native;      /* the function in C whose marker fires, borrowed; VALUE_NULL */
    Value native_self; /* of a method_descriptor that is about to be called, borrowed */
    Value called;      /* the last function in C that an instrumented loop called, */
    const Instr *called_at;       /* and the frame's ip there; both only compared */
    struct MonitorState *monitor; /* of sys.monitoring; NULL until asked for; owned */
};
/* 0; -1: no memory (nothing is raised). Fills vm->dispatch. */
int trace_init(MinipyVM *vm);
void trace_fini(MinipyVM *vm); /* the end of sys.settrace's state */
/* A signal was noted: the loop is to look behind the call in C that it is in, if any.
 * Async-signal-safe. */
void trace_signal(MinipyVM *vm);
static inline bool trace_signal_noted(MinipyVM *vm)
{
    const uint32_t behind_calls =
        GATE_REQUEST_SIGNAL | GATE_REQUEST_SAMPLE | GATE_REQUEST_ASYNC;
    return (gate_requests_get(&vm->requests) & behind_calls) != 0;
}
/* It is time for a sample: the same, from any thread. As ProbeHost has them. */
void trace_wake(void *vm);
const void *trace_woken_in(void *vm);
/* Works out vm->dispatch anew if the gate or the signals are not those of last time;
 * what else it depends on makes it anew where it changes. But who of lane MORE is
 * traced shows at the sites alone. A function: inlined, it takes a register from the
 * idle loop, up to 6 % of its instructions. */
void trace_refresh(MinipyVM *vm);
/* The same, whatever it was: who listens has changed in another way. */
void trace_changed(MinipyVM *vm);
/* Another thread runs: vm->trace->thread is its. Or where memory is taken is asked for,
 * or not any more. */
void trace_thread_changed(MinipyVM *vm);
/* sys.settrace, sys.setprofile: func VALUE_NULL or None switches off. -1: RuntimeError,
 * called while the old one dies. */
int trace_set_trace(MinipyVM *vm, Value func);
int trace_set_profile(MinipyVM *vm, Value func);
/* Both go when the thread ends: no audit event. */
void trace_drop_functions(MinipyVM *vm);
int trace_set_profiler(MinipyVM *vm, Value object, TraceProfiler *profiler);
/* As `profiler`: the object has an observer, and is told nothing here. It is to listen
 * while it is thread.profile, and thread.tracing is 0. */
TraceProfiler trace_by_observer;
Value trace_get_trace(MinipyVM *vm);   /* new; None */
Value trace_get_profile(MinipyVM *vm); /* new; None */
/* sys.call_tracing: calls f(*args) with tracing on even inside a trace function. */
Value trace_call_tracing(MinipyVM *vm, Value f, Value args);

/* Around calls of audit hooks: nothing that Python code does is reported to anybody. */
void trace_hide(MinipyVM *vm);
void trace_unhide(MinipyVM *vm);

/* Events. -1: the trace function raised. */
int trace_entry(MinipyVM *vm, Frame *f);
int trace_return(MinipyVM *vm, Frame *f, Value result);
void trace_unwind(MinipyVM *vm, Frame *f);
void trace_exception(MinipyVM *vm, Frame *f); /* vm->raised is set, and stays so */
/* The exception goes to the handler of f at that unit. True: not there, since a
 * callback raised another. */
bool trace_handled(MinipyVM *vm, Frame *f, uint32_t target);
/* The generator of a for loop returned `result`: what is not None counts as raised. */
void trace_loop_end(MinipyVM *vm, Frame *f, Value result);
/* Instruction `unit` is about to run after `prev`, with the instrumented table in
 * place: handles signals that a call in C left, looks who listens (trace_refresh), and
 * reports a line if one begins. 0: nothing has changed, TRACE_STEP_RAN: a function may
 * have run, -1: one raised, TRACE_STEP_SIGNAL: a handler of a signal did, and f->ip
 * names the call. */
enum { TRACE_STEP_SIGNAL = -2, TRACE_STEP_RAN = 1 };
int trace_step(MinipyVM *vm, Frame *f, int prev, int unit);
/* Does the profile function or a marker want calls of native functions? */
bool trace_wants_c_calls(MinipyVM *vm);
/* The loop, instrumented, is about to call func, a function in C. */
static inline void trace_note_call(MinipyVM *vm, const Frame *f, Value func)
{
    vm->trace->called = func;
    vm->trace->called_at = f->ip;
}
/* Calls func, a native function or a method_descriptor (whose self is args[0]), with
 * c_call and c_return or c_exception around it. */
Value trace_call_native(MinipyVM *vm, Frame *f, Value func, const Value *args,
                        size_t nargs, Value kwnames);
Value trace_call_native_ex(MinipyVM *vm, Frame *f, Value func, Value args,
                           Value kwargs);

/* The builds whose sites stand in the loop: what a site does when it fires. */
void trace_site_line(MinipyVM *vm, Frame *f, int prev, int unit);
void trace_site_entry(MinipyVM *vm, Frame *f);
void trace_site_return(MinipyVM *vm, Frame *f);
int trace_site_lineno(MinipyVM *vm, Frame *f);

/* What kernel tracers want of the patches (patch.h), in the design that serves them so.
 */
unsigned trace_patches_for_kernel(MinipyVM *vm);
/* The line of each unit, worked out when code is first traced; behind them, of each,
 * whether there is never anything to report of it (bool). NULL: no memory; what is
 * raised stays. */
const int32_t *trace_lines(MinipyVM *vm, CodeObj *code);
static inline int trace_line_at(MinipyVM *vm, CodeObj *code, int unit)
{
    const int32_t *lines =
        likely(code->extra != NULL) ? code->extra : trace_lines(vm, code);
    return lines ? lines[unit] : code_line(code, (uint32_t)unit);
}
/* Does all that vm->dispatch depends on stand as it stood at the last update? */
static inline bool trace_settled(const MinipyVM *vm)
{
    const struct TraceState *t = vm->trace;
    uint64_t lanes = gate_read() & GATE_LANE_MARKERS;
    return lanes == t->lanes_seen && (lanes & GATE_LANE_MORE) == 0 && !t->signal_seen;
}
/* A function of the program's that is told events is about to run, and is not traced
 * itself; and it has run. Without other listeners that is a change of tables and back,
 * which trace_changed() need not work out twice an event. */
typedef struct TracePause {
    const void *const *dispatch;
    unsigned changes;
    bool exceptions_seen;
} TracePause;
static inline void trace_pause(MinipyVM *vm, TracePause *p)
{
    struct TraceState *t = vm->trace;
    t->thread.tracing++;
    *p = (TracePause){vm->dispatch, t->changes, vm->exceptions_seen};
    if (likely((t->lanes_seen | vm->consumers.wanted) == 0 && trace_settled(vm) &&
               (!vm->memory_traces || !memory_traces_on(vm)))) {
        vm->dispatch = t->plain;
        vm->exceptions_seen = false;
        if (likely(!t->signal_seen)) /* it may have come just now */
            return;
    }
    trace_changed(vm);
}
static inline void trace_go_on(MinipyVM *vm, const TracePause *p)
{
    struct TraceState *t = vm->trace;
    t->thread.tracing--;
    if (likely(t->changes == p->changes && trace_settled(vm))) {
        vm->dispatch = p->dispatch;
        vm->exceptions_seen = p->exceptions_seen;
        if (likely(!t->signal_seen))
            return;
    }
    trace_changed(vm);
}
/* Is there surely nothing to report of `unit`, as of most instructions? What is false,
 * trace_step() knows. */
static inline bool trace_quiet(const MinipyVM *vm, const CodeObj *code, int unit)
{
    const int32_t *lines = code->extra;
    return lines && ((const bool *)(lines + code->ninstrs))[unit] && !code->patches &&
           trace_settled(vm) && !vm->trace->opcodes_seen;
}
/* Is `unit`, which has a line and is reached from `prev`, the start of a line? */
bool trace_begins_line(MinipyVM *vm, CodeObj *code, int prev, int unit);

/* PROBES=nop: may `unit`, reached from `prev`, begin a line? trace_site_line() knows
 * for certain. code->extra is trace.c's table of lines. */
static inline bool trace_may_begin_line(const CodeObj *code, int prev, int unit)
{
    const int32_t *lines = code->extra;
    return !lines || prev <= (int)code->first_traceable || lines[unit] != lines[prev] ||
           unit < prev;
}

#endif
