/* trace_more.c - the events of provider minipy that the loop makes (trace_more.h):
 * exceptions, generators, calls of C, and the time that functions take.
 *
 * The clocks: each entry that somebody times is put on a stack of the thread, with its
 * frame, and taken off by that frame's return. A frame whose entry was not seen finds
 * none; what stands above the one that is found is of frames whose return was not. */
#include "vm/eval/trace_more.h"
#include "probes/report.h"

#include "vm/code/code_instr.h"
#include "vm/containers/tuple.h"
#include "vm/errors/exceptions.h"
#include "vm/eval/describe.h"
#include "vm/eval/traceback.h"
#include "vm/memory/object_report.h"
#include "vm/objects/native.h"
#include "vm/text/str.h"
#include "vm/types/descr.h"

/* A call of probes_NAME, if anybody waits for it. */
#define REPORT(name, ...)                                                              \
    do {                                                                               \
        if (probes_##name##_wanted(&vm->consumers))                                    \
            REPORT_PROBE(vm, probes_##name(&vm->consumers, __VA_ARGS__));              \
    } while (0)

static int line_of(const Frame *f)
{
    int line = frame_lineno(f);
    return line < 0 ? 0 : line;
}

/* ---- who waits ------------------------------------------------------------------- */

static bool wants_clock(MinipyVM *vm)
{
    return probes_function_latency_wanted(&vm->consumers);
}

bool trace_more_wants_natives(MinipyVM *vm)
{
    return trace_more_wanted(vm) && (probes_cfunction_entry_wanted(&vm->consumers) ||
                                     probes_cfunction_return_wanted(&vm->consumers));
}

bool trace_more_wants_calls(void)
{
    return (gate_read() & GATE_LANE_MORE) != 0 &&
           (probe_function_latency_enabled() || probe_cfunction_entry_enabled() ||
            probe_cfunction_return_enabled() || probe_generator_resume_enabled() ||
            probe_generator_yield_enabled());
}

void trace_more_update(MinipyVM *vm, bool probes)
{
    bool more = probes && trace_more_wanted(vm);
    vm->consumers.beside_calls = more && ((gate_read() & GATE_LANE_MORE) != 0 ||
                                          (vm->consumers.wanted & PROBES_BESIDE_CALLS));
    objects_report(vm, more && (probes_object_alloc_wanted(&vm->consumers) ||
                                probes_object_free_wanted(&vm->consumers)));
    vm->exceptions_watched = more && (vm->consumers.wanted & PROBES_OF_EXCEPTIONS) != 0;
    TraceThread *t = &vm->trace->thread;
    if (unlikely(t->clocks != 0) && !(more && wants_clock(vm)))
        t->clocks = 0;
}

/* ---- the time that functions take ------------------------------------------------ */

static uint64_t now_ns(void)
{
    return probe_now();
}

static void start_clock(MinipyVM *vm, const Frame *f)
{
    TraceThread *t = &vm->trace->thread;
    if (t->clocks == t->clocks_room) {
        int room = t->clocks_room ? t->clocks_room * 2 : 64;
        TraceClock *more = mem_realloc_array(vm, t->clock, (size_t)room, sizeof *more);
        if (!more) { /* that frame is not timed */
            error_clear(vm);
            return;
        }
        t->clock = more;
        t->clocks_room = room;
    }
    t->clock[t->clocks++] = (TraceClock){f, now_ns()};
}

static void stop_clock(MinipyVM *vm, Frame *f, uint64_t left)
{
    TraceThread *t = &vm->trace->thread;
    int i = t->clocks;
    while (i > 0 && t->clock[i - 1].frame != f)
        i--;
    if (i == 0)
        return;
    t->clocks = i - 1;
    REPORT(function_latency, f->code->filename_utf8, f->code->name_utf8, line_of(f),
           (long)(left - t->clock[i - 1].entered), f);
}

void trace_more_thread_fini(MinipyVM *vm, TraceThread *t)
{
    mem_free(vm, t->clock);
    t->clock = NULL;
    t->clocks = t->clocks_room = 0;
}

/* ---- entries and returns --------------------------------------------------------- */

/* Is f a generator's frame that was suspended, not one that starts? */
static bool resumes(const Frame *f)
{
    if (f->owner != FRAME_BY_GENERATOR || f->ip == f->code->instrs)
        return false;
    Instr last = code_instr(f->code, (uint32_t)frame_unit(f));
    Opcode op = opcode_base[instr_op(last)];
    return op == OP_YIELD_VALUE || (op == OP_RESUME && instr_arg(last) != 0);
}

void trace_more_entry(MinipyVM *vm, Frame *f)
{
    if (resumes(f))
        REPORT(generator_resume, f->code->filename_utf8, f->code->name_utf8, line_of(f),
               f);
    if (wants_clock(vm))
        start_clock(vm, f);
}

uint64_t trace_more_leaving(MinipyVM *vm)
{
    return vm->trace->thread.clocks ? now_ns() : 0;
}

uint64_t trace_more_ran(MinipyVM *vm, const Frame *f)
{
    const TraceThread *t = &vm->trace->thread;
    int i = t->clocks;
    while (i > 0 && t->clock[i - 1].frame != f)
        i--;
    return i > 0 ? now_ns() - t->clock[i - 1].entered : 0;
}

void trace_more_return(MinipyVM *vm, Frame *f, uint64_t left, bool yields)
{
    if (left)
        stop_clock(vm, f, left);
    if (yields)
        REPORT(generator_yield, f->code->filename_utf8, f->code->name_utf8, line_of(f),
               f);
}

/* ---- exceptions ------------------------------------------------------------------ */

/* The event puts vm->raised away, so its name is read before. Behind f: what the marker
 * has besides. */
#define REPORT_EXCEPTION(name, f, ...)                                                 \
    do {                                                                               \
        const char *type_ = type_name_cstr(value_type(vm, vm->raised));                \
        REPORT(name, type_, (f)->code->filename_utf8, (f)->code->name_utf8,            \
               line_of(f), f, ##__VA_ARGS__);                                          \
    } while (0)

/* The first of its args that is a str: str(exception) might run Python code. */
static const char *message_of(MinipyVM *vm)
{
    Value args = EXC_OBJ(vm->raised)->args;
    size_t n = args && value_is_tuple(args) ? tuple_size(args) : 0;
    for (size_t i = 0; i < n; i++)
        if (value_is_str(TUPLE(args)->items[i]))
            return str_utf8_or_null(vm, TUPLE(args)->items[i]);
    return NULL;
}

/* It begins here if the traceback has no older frame, or the line says raise. */
static bool begins_here(MinipyVM *vm, const Frame *f)
{
    Value tb = EXC_OBJ(vm->raised)->traceback;
    if (!tb || tb == VALUE_NONE || !TRACEBACK(tb)->next)
        return true;
    return frame_opcode(f) == OP_RAISE_VARARGS;
}

void trace_more_raise(MinipyVM *vm, Frame *f)
{
    if (!begins_here(vm, f) || !probes_exception_raise_wanted(&vm->consumers))
        return;
    const char *message = message_of(vm);
    REPORT_EXCEPTION(exception_raise, f, message);
}

/* What the compiler puts around a handler, to tidy up, is none that the program has. */
void trace_more_handled(MinipyVM *vm, Frame *f, Instr handler)
{
    if (opcode_base[instr_op(handler)] != OP_PUSH_EXC_INFO || f->code->stand_in)
        return;
    if (trace_more_wanted(vm))
        REPORT_EXCEPTION(exception_handled, f);
}

void trace_more_unwind(MinipyVM *vm, Frame *f)
{
    REPORT_EXCEPTION(exception_unwind, f);
}

/* ---- calls of C ------------------------------------------------------------------ */

/* The class of the row `def`, among t and its bases; t if it is of none. */
static TypeObj *owner_of(TypeObj *t, const MethodDef *def)
{
    for (TypeObj *c = t; c; c = c->base)
        for (const MethodDef *row = c->spec->methods; row && row->name; row++)
            if (row == def)
                return c->flags & TYPE_HEAP ? owner_of(c->base, def) : c;
    return t;
}

/* The module that a function says it is of, or the name of a method's type. */
static const char *native_home(MinipyVM *vm, Value func)
{
    if (value_is_kind(func, KIND_METHOD_DESCR))
        return type_name_cstr(METHOD_DESCR(func)->owner);
    const NativeObj *n = NATIVE(func);
    if (n->self && !value_is_kind(n->self, KIND_MODULE))
        return type_name_cstr(owner_of(value_is_type(n->self) ? TYPE_OF(n->self)
                                                              : value_type(vm, n->self),
                                       n->def));
    return n->module && value_is_str(n->module) ? str_utf8_or_null(vm, n->module)
                                                : NULL;
}

static const char *native_name(Value func)
{
    return value_is_kind(func, KIND_METHOD_DESCR) ? METHOD_DESCR(func)->def->name
                                                  : NATIVE(func)->def->name;
}

/* Who alone hears of the calls of C in this frame, and wants no events; NULL: it is not
 * so. */
static const ProbeObserver *hears_natives_alone(const MinipyVM *vm, const Frame *f)
{
    return f->code->patches && vm->consumers.busy == 0 &&
                   (gate_read() & GATE_LANE_MORE) == 0
               ? f->code->patches->takers.natives
               : NULL;
}

CallTimes *trace_more_times(const MinipyVM *vm, const Frame *f)
{
    const TraceThread *t = &vm->trace->thread;
    const ProbeObserver *o =
        t->unheard == 0 && (!t->profile || t->profiler == trace_by_observer)
            ? hears_natives_alone(vm, f)
            : NULL;
    return o && o->times ? call_times_open(o->times) : NULL;
}

void trace_more_native(MinipyVM *vm, Frame *f, TraceEvent event, Value func)
{
    if (!value_is_kind(func, KIND_NATIVE) && !value_is_kind(func, KIND_METHOD_DESCR))
        return;
    const ProbeObserver *o = hears_natives_alone(vm, f);
    vm->trace->native = func;
    if (o && event == TRACE_C_CALL)
        o->calls->enter(o->user, (uint64_t)vm->holder, describe_native_key(vm), true);
    else if (o)
        o->calls->leave(o->user, (uint64_t)vm->holder);
    else if (event == TRACE_C_CALL)
        REPORT(cfunction_entry, native_home(vm, func), native_name(func), f);
    else
        REPORT(cfunction_return, native_home(vm, func), native_name(func),
               event == TRACE_C_EXCEPTION, f);
    vm->trace->native = VALUE_NULL;
}
