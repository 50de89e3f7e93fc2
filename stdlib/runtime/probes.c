/* probes.c - the module probes: what a program says to the markers, and how it looks at
 * itself: kinds of --trace, and functions of its own that get events.
 *
 * CPython has no module of that name, so a program's own comes first (ModuleSpec.last).
 * An Observation of a function is kept by the module, and removes its observer when it
 * dies: so none is left when the vm's objects have gone.
 */
#include <string.h>
#include <unistd.h>

#include "stdlib/native.h"
#include "stdlib/runtime/sys.h"
#include "probes/clock.h"
#include "probes/report.h"
#include "probes/views/views.h"
#include "vm/core/hooks.h"
#include "vm/eval/trace.h"
#include "vm/memory/gc.h"
#include "vm/objects/call.h"
#include "vm/objects/structseq.h"

extern const ModuleSpec probes_module_spec;

/* The values as print writes them; VALUE_NULL: one's __str__ raised. */
static Value text_of(MinipyVM *vm, const Value *values, size_t n)
{
    StrBuilder b;
    strbuilder_init(&b, vm);
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            strbuilder_char(&b, ' ');
        if (strbuilder_value(&b, values[i]) < 0) {
            strbuilder_discard(&b);
            return VALUE_NULL;
        }
    }
    return strbuilder_finish(&b);
}

/* The first three values that are ints, cut to 64 bits at their ends; the rest 0. */
static void take_numbers(const Value *values, size_t n, long numbers[3])
{
    int taken = 0, overflow;
    for (size_t i = 0; i < n && taken < 3; i++)
        if (value_is_int(values[i])) {
            int64_t number = int_as_i64_overflow(values[i], &overflow);
            numbers[taken++] = overflow > 0   ? INT64_MAX
                               : overflow < 0 ? INT64_MIN
                                              : number;
        }
}

/* Nothing is worked out while nobody looks. */
FN(py_mark)
{
    long number[3] = {0, 0, 0};
    if (nargs == 0 || !value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "mark() needs a name, a str");
    if (!probes_mark_wanted(&vm->consumers))
        return VALUE_NONE;
    Value text = text_of(vm, args + 1, nargs - 1);
    if (!text)
        return VALUE_NULL;
    take_numbers(args + 1, nargs - 1, number);
    const char *name = str_utf8_or_null(vm, args[0]);
    REPORT_PROBE(vm, probes_mark(&vm->consumers, name, str_utf8_or_null(vm, text),
                                 number[0], number[1], number[2]));
    value_decref(vm, text);
    return VALUE_NONE;
}

/* ---- observations ---------------------------------------------------------------- */

typedef struct ObservationObj {
    Object ob;
    Value function; /* strong; VALUE_NULL: a kind of --trace */
    Value attached; /* strong: the module's dict of them, while it runs */
    int id;         /* of the observer; 0: it has ended */
} ObservationObj;
#define OBSERVATION(v) ((ObservationObj *)(uintptr_t)(v))

/* What views complain of while start() or stop() runs becomes their exception. */
static __thread char complaint[600];
static __thread bool listening;

static void take_complaint(void *user, const char *text, size_t length)
{
    (void)user;
    if (listening)
        snprintf(complaint, sizeof complaint, "%.*s", (int)length, text);
    else if (write(2, text, length) >= 0 && write(2, "\n", 1) < 0)
        return;
}

static void listen(void)
{
    listening = true;
    complaint[0] = 0;
}

static Value text_of_option(MinipyVM *vm, Value v, const char *what, const char **out)
{
    *out = NULL;
    if (!v || v == VALUE_NONE)
        return VALUE_NONE;
    if (!value_is_str(v))
        return error_set(vm, EXC_TypeError, "%s must be str or None, not %T", what, v);
    *out = str_utf8(vm, v, NULL);
    return *out ? VALUE_NONE : VALUE_NULL;
}

static const TypeSpec observation_spec;

static ObservationObj *observation_new(MinipyVM *vm)
{
    TypeObj *type = module_type_made_borrow(vm, &observation_spec);
    return type ? (ObservationObj *)object_alloc(vm, type, 0) : NULL;
}

/* stderr, past io: a child may write, too. */
static void write_stderr(void *user, const char *text, size_t length)
{
    (void)user;
    if (write(2, text, length) < 0)
        return;
}

FN(py_start)
{
    const char *spec, *path;
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "start() needs a kind of --trace, a str");
    if (!text_of_option(vm, args[0], "kind", &spec) ||
        !text_of_option(vm, GIVEN(1), "file", &path))
        return VALUE_NULL;
    ObservationObj *o = observation_new(vm);
    if (!o)
        return VALUE_NULL;
    ViewTarget target = {.path = path,
                         .write = write_stderr,
                         .text_only = true,
                         .complain = take_complaint};
    listen();
    o->id = probe_view_start(&vm->consumers, spec, &target);
    listening = false;
    if (o->id > 0)
        return value_from_obj(o);
    ExcId class = o->id == PROBE_TRACE_NO_FILE    ? EXC_OSError
                  : o->id == PROBE_TRACE_BAD_SPEC ? EXC_ValueError
                                                  : EXC_MemoryError;
    o->id = 0;
    obj_decref(vm, &o->ob);
    return error_set(vm, class, "%s", complaint);
}

/* Ends it; -1: an exception, for what it wrote is not complete. */
static int end_observation(MinipyVM *vm, ObservationObj *o)
{
    int id = o->id;
    o->id = 0;
    if (id == 0)
        return 0;
    if (o->attached && dict_delete(vm, o->attached, value_from_imm(id)) < 0)
        error_clear(vm);
    listen();
    probe_consumers_remove(&vm->consumers, id);
    listening = false;
    value_clear(vm, &o->attached);
    value_clear(vm, &o->function);
    if (!complaint[0])
        return 0;
    error_set(vm, EXC_OSError, "%s", complaint);
    return -1;
}

FN(observation_stop)
{
    return end_observation(vm, OBSERVATION(self)) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(observation_enter)
{
    return value_incref(self);
}

FN(observation_exit)
{
    return end_observation(vm, OBSERVATION(self)) < 0 ? VALUE_NULL : VALUE_FALSE;
}

static int observation_traverse(Object *object, VisitFn visit, void *arg)
{
    ObservationObj *o = (ObservationObj *)object;
    GC_VISIT(o->function);
    GC_VISIT(o->attached);
    return 0;
}

/* A kind of --trace goes on without it, to the vm's end. */
static void observation_dealloc(MinipyVM *vm, Object *object)
{
    ObservationObj *o = (ObservationObj *)object;
    if (o->function && o->id > 0)
        probe_consumers_remove(&vm->consumers, o->id);
    o->id = 0;
    value_clear(vm, &o->attached);
    value_clear(vm, &o->function);
}

static METHODS(observation_methods,
    {"stop", observation_stop, 0, "($self, /)",
     "End it, and write what it has to write. OSError: that could not be written."},
    {"__enter__", observation_enter, 0, "($self, /)", "The observation itself."},
    {"__exit__", observation_exit, 0, "($self, /, *error)", "As stop()."},
);

static const TypeSpec observation_spec = {
    .name = "probes.Observation",
    .doc = "What start() or attach() began; a context manager that ends it.",
    .flags = TYPE_GC,
    .basicsize = sizeof(ObservationObj),
    .dealloc = observation_dealloc,
    .traverse = observation_traverse,
    .clear = observation_dealloc,
    .slots = {.getattro = object_generic_getattr},
    .methods = observation_methods,
};

/* ---- functions that get events --------------------------------------------------- */

static const char *const event_fields[] = {"marker", "file", "function", "line",
                                           "thread", "args", "ns",       NULL};
static const StructSeqSpec event_spec = {"probes.Event", "An event of a marker.",
                                         event_fields, 7};

static Value argument(MinipyVM *vm, int type, ProbeValue value)
{
    if (type == PROBE_TYPED_STR)
        return value.text ? str_from_cstr(vm, value.text) : VALUE_NONE;
    if (type == PROBE_TYPED_PTR)
        return int_from_u64(vm, (uint64_t)(uintptr_t)value.address);
    return int_new(vm, value.number);
}

static Value arguments(MinipyVM *vm, const ProbeEvent *event)
{
    const ProbeKind *kind = &probe_kinds[event->kind];
    ProbeValue values[PROBE_ARGS_MAX];
    probe_event_args(event, values);
    Value items[PROBE_ARGS_MAX];
    for (int i = 0; i < kind->count; i++)
        items[i] = argument(vm, kind->args[i].type, values[i]);
    return tuple_from_steal(vm, items, kind->count);
}

static Value event_object(MinipyVM *vm, const ProbeEvent *event)
{
    static const char *const names[PROBE_COUNT] = {
#define MARKER(provider, marker, name, place, args, rule) #name,
#include "probes/markers.def"
#undef MARKER
    };
    const ProbeCode *code = event->code;
    Value items[7] = {
        str_from_cstr(vm, names[event->kind]),
        code ? str_from_cstr(vm, code->filename) : VALUE_NONE,
        code ? str_from_cstr(vm, code->qualname) : VALUE_NONE,
        value_from_imm(event->line),
        int_from_u64(vm, event->thread),
        arguments(vm, event),
        int_from_u64(vm, probe_now()),
    };
    return structseq_make_steal(vm, &event_spec, items, 7);
}

/* What it raises is told and stops nothing; nobody sees what it does. */
static ProbeAnswer hand_over(void *user, const ProbeEvent *event)
{
    ObservationObj *o = user;
    MinipyVM *vm = event->vm;
    Value function = value_incref(o->function), shown, r = VALUE_NULL;
    trace_hide(vm);
    if ((shown = event_object(vm, event)))
        r = call(vm, function, &shown, 1, VALUE_NULL);
    value_xdecref(vm, shown);
    if (!r)
        error_unraisable(vm, "in an observer of probes", function);
    trace_unhide(vm);
    int answer = r && value_is_int_imm(r) ? (int)value_imm(r) : PROBE_GO_ON;
    value_xdecref(vm, r);
    value_decref(vm, function);
    return answer == PROBE_SILENT || answer == PROBE_ABORT ? answer : PROBE_GO_ON;
}

/* The bits of "function_entry,line"; 0 with ValueError. */
static uint64_t marker_bits(MinipyVM *vm, const char *words)
{
    static const struct {
        const char *name;
        uint64_t bit;
    } rows[] = {
#define MARKER(provider, marker, name, place, args, rule) {#name, PROBE_BIT(name)},
#include "probes/markers.def"
#undef MARKER
    };
    const uint64_t within =
        PROBE_BIT(object_alloc) | PROBE_BIT(object_free) | PROBE_BIT(gil_acquired);
    uint64_t bits = 0;
    for (const char *word = words; bits == 0 || *word; word += *word == ',') {
        size_t n = strcspn(word, ","), i = 0;
        while (i < PROBE_COUNT &&
               (strlen(rows[i].name) != n || memcmp(rows[i].name, word, n) != 0))
            i++;
        if (i == PROBE_COUNT)
            return error_set(
                       vm, EXC_ValueError,
                       "%s: no such marker; they are those of docs/PROBES.md, with _ "
                       "for __, separated by commas",
                       words),
                   0;
        bits |= rows[i].bit;
        word += n;
    }
    if (bits & within)
        return error_set(vm, EXC_ValueError,
                         "%s: what happens in the midst of the vm's work no Python "
                         "function can see; the views of start() can",
                         words),
               0;
    return bits;
}

/* The module keeps those that run. */
static int keep(MinipyVM *vm, Value module, ObservationObj *o)
{
    Value kept =
        dict_get_cstr_borrow(vm, value_from_obj(MODULE(module)->dict), "_attached");
    if (!kept) {
        if (vm->raised || !(kept = dict_new(vm)))
            return -1;
        int r =
            dict_set_cstr(vm, value_from_obj(MODULE(module)->dict), "_attached", kept);
        value_decref(vm, kept);
        if (r < 0)
            return -1;
    }
    o->attached = value_incref(kept);
    return dict_set(vm, kept, value_from_imm(o->id), value_from_obj(o));
}

FN(py_attach)
{
    const char *markers;
    ProbeObserver observer = {.event = hand_over};
    int64_t thread = 0;
    if (!object_callable(args[0]))
        return error_set(vm, EXC_TypeError, "attach() needs a callable, not %s",
                         type_name_cstr(value_type(vm, args[0])));
    if (!value_is_str(args[1]))
        return error_set(vm, EXC_TypeError,
                         "attach() needs the names of markers, a str");
    if (!text_of_option(vm, args[1], "markers", &markers) ||
        !text_of_option(vm, GIVEN(2), "files", &observer.filter.files) ||
        !text_of_option(vm, GIVEN(3), "modules", &observer.filter.modules) ||
        !text_of_option(vm, GIVEN(4), "names", &observer.filter.names) ||
        (GIVEN(5) && GIVEN(5) != VALUE_NONE && !arg_ssize(vm, args[5], &thread)) ||
        !(observer.kinds = marker_bits(vm, markers)))
        return VALUE_NULL;
    observer.filter.thread = (uint64_t)thread;
    ObservationObj *o = observation_new(vm);
    if (!o)
        return VALUE_NULL;
    o->function = value_incref(args[0]);
    observer.user = o;
    o->id = probe_observe(&vm->consumers, &observer);
    if (o->id > 0 && keep(vm, self, o) == 0)
        return value_from_obj(o);
    if (o->id < 0) {
        o->id = 0;
        error_set(vm, EXC_MemoryError, "no memory for an observer");
    }
    obj_decref(vm, &o->ob);
    return VALUE_NULL;
}

static METHODS(functions,
    {"mark", py_mark, M_BARE, "($module, name, /, *values)",
     "Fire the marker `mark` of provider minipy: the program got here.\n\n"
     "Tracers and consumers see the name, the values as print() writes them, and the\n"
     "first three that are ints. While nobody looks, nothing is worked out."},
    {"start", py_start, 0, "($module, kind, file=None)",
     "Begin what --trace=KIND -o FILE does; the Observation. Without a file: standard error."},
    {"attach", py_attach, 0, "($module, function, markers, *, files=None, modules=None, names=None, thread=None)",
     "Call function(event) for each event of the markers (\"line,gc_start\"); the Observation.\n\n"
     "files, modules and names (qualified) are patterns as of a shell, several with commas, ! before\n"
     "what is left out. The function may return SILENT: no more of this marker at this place, or ABORT:\n"
     "the program ends. What it does itself nobody sees."},
);

static CONTENTS(contents,
    HAS_TYPE("Observation", &observation_spec), HAS_STRUCT("Event", &event_spec),
    HAS_INT("SILENT", PROBE_SILENT), HAS_INT("ABORT", PROBE_ABORT),
    HAS_MADE("monitoring", monitoring_module),
);

const ModuleSpec probes_module_spec = {
    .name = "probes",
    .doc = "What a program says to those who trace it (see minipy's docs/PROBES.md).",
    .methods = functions,
    .contents = contents,
    .last = true,
};
