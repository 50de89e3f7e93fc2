/* lsprof.c - the module _lsprof: what cProfile is made of.
 *
 * A Profiler is an observer of calls (ProbeCalls); with a timer of the program's, which
 * is Python code, it is a profile function in C (TraceProfiler). Either way it is what
 * sys.getprofile() says. The arithmetic is that of --trace=profile
 * (probes/views/call_times.h). A function is told by its ProbeCode, one in C by its row
 * in the table of methods; an entry keeps the code object, or the text that CPython has
 * for it.
 */
#include "stdlib/native.h"
#include "probes/clock.h"
#include "probes/views/call_times.h"
#include "vm/containers/list.h"
#include "vm/core/hooks.h"
#include "vm/eval/describe.h"
#include "vm/eval/observe.h"
#include "vm/eval/trace.h"
#include "vm/memory/gc.h"
#include "vm/numbers/float.h"
#include "vm/objects/call.h"
#include "vm/objects/module.h"
#include "vm/objects/native.h"
#include "vm/objects/structseq.h"
#include "vm/types/descr.h"

typedef struct ProfilerObj {
    Object ob;
    CallTimes times;        /* an entry's `user`: the code object or the text, strong */
    CallTimes *of_observer; /* &times */
    Value timer;            /* strong; VALUE_NULL: the machine's */
    double unit; /* seconds that an int of the timer's stands for; 0: it gives floats */
    bool builtins, enabled;
    MinipyVM *vm;                   /* borrowed: the one it is of */
    int observer;                   /* its id; 0: none */
    uint64_t unmarked;              /* trace->unmarked when it was enabled */
    uint64_t first_ticks, first_ns; /* when it was enabled first, by both clocks */
} ProfilerObj;
#define PROFILER(v) ((ProfilerObj *)(uintptr_t)(v))

static const double float_timer_unit = 1.0 / 4294967296.0;

/* ---- time ------------------------------------------------------------------------ */

static int64_t timer_result(MinipyVM *vm, const ProfilerObj *p, Value now)
{
    double seconds;
    int64_t ticks = 0;
    int overflow;
    if (p->unit > 0) {
        if (value_is_int(now))
            ticks = int_as_i64_overflow(now, &overflow);
        else
            error_set(vm, EXC_TypeError, "an integer is required");
    } else if (arg_double(vm, now, &seconds)) {
        ticks = (int64_t)(seconds / float_timer_unit);
    }
    return ticks;
}

/* What the timer itself does is not profiled, and its failure stops nothing. */
static int64_t now_of(MinipyVM *vm, ProfilerObj *p)
{
    if (!p->timer)
        return (int64_t)probe_stamp(p->times.counter);
    Value pending = error_fetch(vm), timer = value_incref(p->timer);
    trace_hide(vm);
    Value now = call(vm, timer, NULL, 0, VALUE_NULL);
    int64_t ticks = now ? timer_result(vm, p, now) : 0;
    value_xdecref(vm, now);
    if (vm->raised)
        error_unraisable(vm, NULL, timer);
    value_decref(vm, timer);
    trace_unhide(vm);
    error_restore_steal(vm, pending);
    return ticks;
}

/* ---- events ---------------------------------------------------------------------- */

/* The entry of what was not called lately: key is of code, or of the function in C that
 * is being called. */
static __attribute__((noinline)) CallEntry *find_entry(ProfilerObj *p, const void *key,
                                                       CodeObj *code)
{
    bool is_new;
    CallEntry *entry = call_times_entry(&p->times, key, &is_new);
    if (entry && is_new && code) {
        entry->user = value_incref(value_from_obj(code));
    } else if (entry && is_new) {
        char text[300];
        bool whole = describe_native_text(p->vm, text, sizeof text);
        entry->user = str_from_cstr(p->vm, text);
        error_clear(p->vm); /* without a text it is not shown */
        p->times.lost += !whole || entry->user == VALUE_NULL;
    }
    return entry;
}

/* Is it the running thread's? Not while a trace function runs. */
static inline bool listens(const ProfilerObj *p)
{
    const TraceThread *t = &p->vm->trace->thread;
    return likely(t->profile == value_from_obj(p) && t->tracing == 0);
}

/* A call that its caller did not make lately. */
static __attribute__((noinline)) void enter_slowly(ProfilerObj *p, const void *key,
                                                   bool native)
{
    CallEntry *entry = find_entry(p, key, native ? NULL : p->vm->frame->code);
    CallEdge *edge = call_times_push(&p->times, entry, native);
    if (edge)
        call_times_begin(&p->times, edge, call_times_now(&p->times));
}

static void enter(void *user, uint64_t thread, const void *key, bool native)
{
    ProfilerObj *p = user;
    (void)thread;
    if (listens(p) && unlikely(!call_times_enter(&p->times, key, native)))
        enter_slowly(p, key, native);
}

static void leave(void *user, uint64_t thread)
{
    ProfilerObj *p = user;
    (void)thread;
    if (listens(p))
        call_times_leave(&p->times);
}

static const ProbeCalls profiler_calls = {enter, leave};

/* The same with a timer of the program's. */
static void enter_timed(MinipyVM *vm, ProfilerObj *p, const void *key, CodeObj *code)
{
    CallEntry *entry =
        key ? find_entry(p, key, code) : NULL; /* no memory: it is missed */
    CallEdge *edge = call_times_push(&p->times, entry, code == NULL);
    if (edge) /* and it is the innermost still: the timer is not profiled */
        call_times_begin(&p->times, edge, now_of(vm, p));
}

static void take_event(MinipyVM *vm, Value self, Frame *f, TraceEvent event, Value func)
{
    ProfilerObj *p = PROFILER(self);
    bool native = event != TRACE_CALL && event != TRACE_RETURN;
    if (native && !p->builtins)
        return;
    if (event == TRACE_CALL) {
        enter_timed(vm, p, observe_code(vm, f->code, frame_func(f)), f->code);
    } else if (event == TRACE_C_CALL) {
        Value before = vm->trace->native;
        vm->trace->native = func;
        enter_timed(vm, p, describe_native_key(vm), NULL);
        vm->trace->native = before;
    } else {
        call_times_leave_at(&p->times, now_of(vm, p));
    }
}

/* ---- Profiler -------------------------------------------------------------------- */

/* Forgets what was counted. */
static void forget(MinipyVM *vm, ProfilerObj *p)
{
    CallTimes old = p->times;
    p->times = (CallTimes){.no_callers = old.no_callers,
                           .counter = old.counter,
                           .running = old.running,
                           .whose = old.whose};
    for (CallEntry *entry = old.entries; entry; entry = entry->next)
        value_xdecref(vm, entry->user);
    call_times_clear(&old);
}

static void end_observer(ProfilerObj *p)
{
    if (p->observer > 0)
        probe_consumers_remove(&p->vm->consumers, p->observer);
    p->observer = 0;
}

/* -1: an exception. */
static int begin_observer(ProfilerObj *p)
{
    const uint64_t calls = PROBE_BIT(function_entry) | PROBE_BIT(function_return);
    ProbeObserver observer = {.kinds = calls | (p->builtins ? PROBES_OF_NATIVES : 0),
                              .calls = &profiler_calls,
                              .times = &p->of_observer,
                              .user = p};
    p->of_observer = &p->times;
    p->times.running = &p->vm->trace->thread.profile;
    p->times.whose = value_from_obj(p);
    p->times.counter = probe_ticks() != 0;
    if (p->first_ns == 0) {
        p->first_ticks = probe_ticks();
        p->first_ns = probe_now();
    }
    p->observer = probe_observe(&p->vm->consumers, &observer);
    if (p->observer > 0)
        return 0;
    p->observer = 0;
    error_set(p->vm, EXC_MemoryError, "no memory for an observer");
    return -1;
}

/* -1: an exception. */
static int stop(MinipyVM *vm, ProfilerObj *p)
{
    if (trace_set_profile(vm, VALUE_NULL) < 0)
        return -1;
    end_observer(p);
    p->enabled = false;
    call_times_leave_all(&p->times, now_of(vm, p));
    return 0;
}

FN(profiler_enable)
{
    ProfilerObj *p = PROFILER(self);
    int subcalls = -1, builtins = -1; /* below 0: as it is */
    if ((GIVEN(0) && !arg_int_ranged(vm, args[0], &subcalls)) ||
        (GIVEN(1) && !arg_int_ranged(vm, args[1], &builtins)) ||
        trace_set_profiler(vm, self, p->timer ? take_event : trace_by_observer) < 0)
        return VALUE_NULL;
    if (subcalls >= 0)
        call_times_count_callers(&p->times, subcalls);
    if (builtins >= 0)
        p->builtins = builtins;
    p->enabled = true;
    p->unmarked = vm->trace->unmarked;
    end_observer(p);
    if (!p->timer && begin_observer(p) < 0)
        return VALUE_NULL;
    return VALUE_NONE;
}

FN(profiler_disable)
{
    ProfilerObj *p = PROFILER(self);
    bool heard = !p->enabled || p->unmarked == vm->trace->unmarked;
    if (stop(vm, p) < 0)
        return VALUE_NULL;
    if (p->times.lost == 0 && heard)
        return VALUE_NONE;
    p->times.lost = 0;
    return error_set(vm, EXC_MemoryError, "memory was exhausted while profiling");
}

FN(profiler_clear)
{
    forget(vm, PROFILER(self));
    return VALUE_NONE;
}

static const char *const entry_fields[] = {
    "code", "callcount", "reccallcount", "totaltime", "inlinetime", "calls", NULL};
static const StructSeqSpec entry_spec = {"_lsprof.profiler_entry", NULL, entry_fields,
                                         6};
static const StructSeqSpec subentry_spec = {
    "_lsprof.profiler_subentry", NULL,
    (const char *const[]){"code", "callcount", "reccallcount", "totaltime",
                          "inlinetime", NULL},
    5};

/* Seconds that a tick of the machine's counter takes, by all that have passed. */
static double machine_unit(const ProfilerObj *p)
{
    uint64_t ticks = probe_ticks() - p->first_ticks;
    return !p->times.counter || ticks == 0
               ? 1e-9
               : (double)(probe_now() - p->first_ns) / (double)ticks / 1e9;
}

static void fill_row(MinipyVM *vm, const ProfilerObj *p, const CallEntry *of,
                     const CallSums *sums, Value items[5])
{
    double unit = !p->timer     ? machine_unit(p)
                  : p->unit > 0 ? p->unit
                                : float_timer_unit;
    items[0] = value_incref(of->user);
    items[1] = int_from_u64(vm, sums->calls);
    items[2] = int_from_u64(vm, sums->recursive);
    items[3] = float_new(vm, (double)sums->total * unit);
    items[4] = float_new(vm, (double)sums->own * unit);
}

/* A list of the calls that it made, or None. VALUE_NULL: an exception. */
static Value calls_of(MinipyVM *vm, const ProfilerObj *p, const CallEntry *entry)
{
    Value list = VALUE_NULL, items[5];
    for (const CallEdge *edge = entry->edges; edge; edge = edge->next) {
        if (edge->sums.calls == 0 || !edge->callee->user)
            continue;
        if (!list && !(list = list_new(vm, 0)))
            return VALUE_NULL;
        fill_row(vm, p, edge->callee, &edge->sums, items);
        Value row = structseq_make_steal(vm, &subentry_spec, items, 5);
        if (!row || list_append_steal(vm, list, row) < 0) {
            value_decref(vm, list);
            return VALUE_NULL;
        }
    }
    return list ? list : VALUE_NONE;
}

FN(profiler_getstats)
{
    ProfilerObj *p = PROFILER(self);
    Value list = list_new(vm, 0), items[6];
    call_times_add_up(&p->times);
    for (const CallEntry *entry = p->times.entries; list && entry;
         entry = entry->next) {
        if (entry->sums.calls == 0 || !entry->user)
            continue;
        fill_row(vm, p, entry, &entry->sums, items);
        items[5] = calls_of(vm, p, entry);
        Value row = structseq_make_steal(vm, &entry_spec, items, 6);
        if (!row || list_append_steal(vm, list, row) < 0)
            value_clear(vm, &list);
    }
    return list;
}

static Value profiler_new(NEW_ARGS)
{
    ProfilerObj *p = (ProfilerObj *)object_alloc(vm, cls, 0);
    if (!p)
        return VALUE_NULL;
    p->times.no_callers = true; /* until __init__ */
    p->vm = vm;
    return value_from_obj(p);
}

INIT(profiler_init, 4, "Profiler",
     "(timer=None, timeunit=0.0, subcalls=True, builtins=True)")
{
    ProfilerObj *p = PROFILER(self);
    double unit = 0;
    int subcalls = 1, builtins = 1;
    if ((given[1] && !arg_double(vm, given[1], &unit)) ||
        (given[2] && !arg_int_ranged(vm, given[2], &subcalls)) ||
        (given[3] && !arg_int_ranged(vm, given[3], &builtins)))
        return -1;
    Value timer =
        given[0] && given[0] != VALUE_NONE ? value_incref(given[0]) : VALUE_NULL;
    value_set_steal(vm, &p->timer, timer);
    p->unit = unit;
    if (subcalls >= 0)
        p->times.no_callers = !subcalls;
    if (builtins >= 0)
        p->builtins = builtins;
    return 0;
}

static int profiler_traverse(Object *o, VisitFn visit, void *arg)
{
    ProfilerObj *p = (ProfilerObj *)o;
    GC_VISIT(p->timer);
    for (CallEntry *entry = p->times.entries; entry; entry = entry->next)
        GC_VISIT(entry->user);
    return 0;
}

static void profiler_dealloc(MinipyVM *vm, Object *o)
{
    ProfilerObj *p = (ProfilerObj *)o;
    end_observer(p);
    forget(vm, p);
    value_clear(vm, &p->timer);
}

static METHODS(profiler_methods,
    {"getstats", profiler_getstats, 0, "($self, /)", "list of profiler_entry objects.\n\n"
     "What was counted: (code, callcount, reccallcount, totaltime, inlinetime, calls) for each\n"
     "function; calls is None, or such rows, without calls, of the functions that it called."},
    {"enable", profiler_enable, M_UNSIGNED, "($self, subcalls=True, builtins=True)",
     "enable(subcalls=True, builtins=True)\n\nCount and time the calls of this thread from now on; with subcalls by\n"
     "their callers, too, with builtins those of functions in C, too."},
    {"disable", profiler_disable, M_UNSIGNED, "($self)", "disable()\n\nCount no more."},
    {"clear", profiler_clear, M_UNSIGNED, "($self)", "clear()\n\nForget what was counted."},
);

static TYPE_SPEC(profiler_spec,
    .name = "_lsprof.Profiler",
    .doc = "Profiler(timer=None, timeunit=None, subcalls=True, builtins=True)\n\n"
           "    Counts and times the calls of a thread. A timer other than the machine's gives\n"
           "    seconds as floats, or ints of which each stands for timeunit seconds.",
    .flags = TYPE_OWN_MODULE | TYPE_GC | TYPE_BASE, .basicsize = sizeof(ProfilerObj),
    .dealloc = profiler_dealloc, .traverse = profiler_traverse, .clear = profiler_dealloc,
    .slots = {.new_ = profiler_new, .init = profiler_init},
    .methods = profiler_methods,
);

static CONTENTS(contents,
    HAS_TYPE("Profiler", &profiler_spec), HAS_STRUCT("profiler_entry", &entry_spec),
    HAS_STRUCT("profiler_subentry", &subentry_spec),
);

MODULE_SPEC(lsprof_module_spec,
    .name = "_lsprof",
    .doc = "Fast profiler",
    .contents = contents,
);
