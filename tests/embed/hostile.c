/* hostile.c - every function of minipy.h with each of its parameters hostile in turn:
 * it must return its documented error with an exception pending (where there is a vm to
 * hold it), and never crash. The list of functions and their parameters is taken from
 * the header by make_hostile.py, so that a new function cannot be forgotten; what is
 * hostile for a type, and which parameters may be NULL, stands here.
 */
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <unistd.h>

#include "embed.h"
#include "callbacks.h"

static MinipyVM *here, *elsewhere; /* the vm, and one that has nothing to do with it */
static MinipyValue foreign, foreign_type;

typedef struct Outcome {
    bool failed, has_result, must_fail;
    bool silently; /* -2: a failure that says all, without an exception */
} Outcome;

typedef struct Function {
    const char *name;
    bool (*call)(int which, int bad, Outcome *o); /* false: no such hostile value */
    int n;
    const char *params[8];
    bool on_vm;
} Function;

/* ---- what the functions return --------------------------------------------------- */

static void outcome_VALUE(Outcome *o, MinipyValue v)
{
    o->has_result = true;
    o->failed = v == MINIPY_NULL;
    minipy_release(here, v);
}
static void outcome_INT(Outcome *o, int64_t i)
{
    o->has_result = true;
    o->failed = i < 0;
    o->silently = i == -2;
}
static void outcome_POINTER(Outcome *o, const void *p)
{
    o->has_result = true;
    o->failed = p == NULL;
}
static void outcome_VM(Outcome *o, MinipyVM *vm)
{
    o->has_result = true;
    o->failed = vm == NULL;
    minipy_free(vm);
}
static void outcome_THREAD(Outcome *o, MinipyThread *t)
{
    (void)o;
    minipy_thread_enter(here, t);
}
static void outcome_BOOL(Outcome *o, bool b)
{
    (void)o, (void)b;
}
static void outcome_SIZE(Outcome *o, size_t n)
{
    (void)o, (void)n;
}
static void outcome_STOP(Outcome *o, MinipyStop cause)
{
    (void)o, (void)cause;
}
static void outcome_KIND(Outcome *o, MinipyKind kind)
{
    (void)o, (void)kind;
}
static void outcome_VOID(Outcome *o)
{
    (void)o;
}

/* ---- good and hostile values ----------------------------------------------------- */

static void sink_nothing(void *user, const char *text, size_t size)
{
    (void)user, (void)text, (void)size;
}
static MinipyValue return_none(MinipyVM *vm, void *user, const MinipyValue *args,
                               size_t n)
{
    (void)vm, (void)user, (void)args, (void)n;
    return minipy_none();
}
static int accept_all(const char *event, MinipyValue args, void *user)
{
    (void)event, (void)args, (void)user;
    return 0;
}

static MinipyConfig good_configuration, config_room;
static const MinipyModule good_module_room = {
    MINIPY_MODULE_HEAD, "hostile", NULL, NULL, 8, 1, NULL, NULL};
static const MinipyModule bad_modules[] = {
    {0},
    {sizeof(MinipyModule), MINIPY_ABI + 1, "hostile", NULL, NULL, 8, 1, NULL, NULL},
    {8, MINIPY_ABI, "hostile", NULL, NULL, 8, 1, NULL, NULL},
    {SIZE_MAX, MINIPY_ABI, "hostile", NULL, NULL, 8, 1, NULL, NULL},
    {MINIPY_MODULE_HEAD, NULL, NULL, NULL, 8, 1, NULL, NULL},
    {MINIPY_MODULE_HEAD, "hostile", NULL, NULL, 8, SIZE_MAX, NULL, NULL}};
static MinipyAnswer ignore_event(void *user, const MinipyEvent *event)
{
    (void)user, (void)event;
    return MINIPY_GO_ON;
}
static MinipyObserver good_observer_room = {.struct_size = sizeof(MinipyObserver),
                                            .event = ignore_event};
static const MinipyObserver bad_observers[] = {{.struct_size = 3},
                                               {.struct_size = sizeof(MinipyObserver),
                                                .kinds = ~UINT64_C(0),
                                                .event = ignore_event}};
static MinipyFrame frames_room[16];
static const MinipyMethod good_method_row = {"f", return_none, "(a=1)", .user = NULL};
static const MinipyMethod bad_methods[] = {
    {.name = NULL}, {.name = "f"}, {"f", return_none, "(", .user = NULL}};
static const MinipyType good_type_row = {.name = "m.T", .size = 8, .values = 1};
static const MinipyType bad_types[] = {{.name = NULL}, {"m.T", .size = SIZE_MAX}};
static void *data_room;
static MinipyValue value_room;
static uint64_t unsigned_room;
static char memory_room[8];
static const char *const no_names[] = {NULL};
static const char *const bad_names[] = {"\xff", NULL};
static const char *const good_script[] = {"-q", "-n", "BEGIN { exit(0); }", NULL};
static MinipyValue dict, key, callable, iterator, native_class, instance, list, set,
    code, generator, weak, bytes, yes, arguments[2];
/* Those that are counted. */
static MinipyValue *const counted[] = {&dict,         &key,       &callable, &iterator,
                                       &native_class, &instance,  &list,     &set,
                                       &code,         &generator, &weak,     &bytes};
enum { COUNTED = sizeof counted / sizeof *counted };
static const MinipyValue with_hole[2];
static char long_text[100001];
static int64_t int_room;
static double real_room;
static size_t size_room;
static const char *text_room;
static bool bool_room;

/* The text that makes the function do something. */
static const char *good_text(const char *function, const char *param)
{
    static const char *const texts[][3] = {
        {"minipy_call_method", "name", "get"},
        {"minipy_getattr", "name", "keys"},
        {"minipy_run_module", "name", "this_is_no_module"},
        {"minipy_exception_class", "name", "m.E"},
        {"minipy_operate", "op", "+"},
        {"minipy_compare", "op", "<"},
        {"", "category", "ImportWarning"},
        {"", "class_name", "ValueError"},
        {"", "path", "/no/such/file"},
        {"", "spec", "gc"},
        {"", "module", "keyword"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if ((!*texts[i][0] || strcmp(texts[i][0], function) == 0) &&
            strcmp(texts[i][1], param) == 0)
            return texts[i][2];
    return "1";
}
/* The value that does so, by function or parameter; nothing in them: MINIPY_NULL. */
static MinipyValue good_value(const char *function, const char *param)
{
    static const MinipyValue none;
    static const struct {
        const char *function, *param;
        const MinipyValue *value;
    } values[] = {
        {"minipy_as_bytes", "v", &bytes},
        {"minipy_buffer", "v", &bytes},
        {"minipy_as_int", "v", &yes},
        {"minipy_as_float", "v", &yes},
        {"minipy_as_uint", "v", &yes},
        {"minipy_int_to_bytes", "v", &yes},
        {"minipy_data", "v", &instance},
        {"minipy_weak", "v", &instance},
        {"minipy_send", "v", &none},
        {"", "o", &dict},
        {"", "dict", &dict},
        {"", "list", &list},
        {"", "set", &set},
        {"", "code", &code},
        {"", "weak", &weak},
        {"", "generator", &generator},
        {"", "cls", &native_class},
        {"", "f", &callable},
        {"", "iterator", &iterator},
        {"", "base", &none},
        {"", "args", &none},
        {"", "globals", &none},
        {"", "locals", &none},
        {"", "callback", &none},
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if ((!*values[i].function || strcmp(values[i].function, function) == 0) &&
            strcmp(values[i].param, param) == 0)
            return *values[i].value;
    return key;
}

#define GOOD(type, kind, expression)                                                   \
    static type good_##kind(const char *function, const char *param)                   \
    {                                                                                  \
        (void)function, (void)param;                                                   \
        return expression;                                                             \
    }
GOOD(MinipyVM *, vm, here)
GOOD(const MinipyConfig *, config, &good_configuration)
GOOD(MinipyConfig *, config_out, &config_room)
GOOD(const void *, data, "1")
GOOD(void *, user, strcmp(param, "data") == 0 ? memory_room : NULL)
GOOD(size_t, size,
     strcmp(function, "minipy_config_init_sized") == 0 ? sizeof(MinipyConfig) : 1)
GOOD(int, id,
     strcmp(function, "minipy_unlock") == 0      ? 0
     : strcmp(function, "minipy_int_parse") == 0 ? 10
                                                 : 1)
GOOD(bool, flag, true)
GOOD(int64_t, integer, 1)
GOOD(uint64_t, unsigned, 0)
GOOD(double, real, 1.5)
GOOD(const MinipyValue *, values, arguments)
GOOD(int64_t *, int_out, &int_room)
GOOD(double *, real_out, &real_room)
GOOD(size_t *, size_out, &size_room)
GOOD(bool *, bool_out, &bool_room)
GOOD(MinipyThread *, thread, NULL)
GOOD(MinipyWrite, write, sink_nothing)
GOOD(MinipyWarningHook, warning_hook, NULL)
GOOD(MinipyFunction, function, return_none)
GOOD(const MinipyObserver *, observer, &good_observer_room)
GOOD(MinipyFrame *, frames, frames_room)
GOOD(const MinipyFrame *, frame, frames_room)
GOOD(MinipyAuditHook, hook, accept_all)
GOOD(const MinipyMethod *, method, &good_method_row)
GOOD(const MinipyType *, type, &good_type_row)
GOOD(void **, data_out, &data_room)
GOOD(const MinipyModule *, module, &good_module_room)
GOOD(MinipyValue *, value_out, &value_room)
GOOD(uint64_t *, unsigned_out, &unsigned_room)
GOOD(const char *const *, names,
     strcmp(function, "minipy_dscript") == 0 ? good_script : no_names)
GOOD(const char **, text_out, &text_room)
GOOD(MinipyMode, mode, MINIPY_EVAL)
GOOD(MinipyDestroy, destroy, NULL)

/* Puts the bad-th of the hostile values there; the first `sure` of them must fail. */
#define BAD(type, kind, sure, ...)                                                     \
    static bool take_##kind(type *to, int bad, Outcome *o)                             \
    {                                                                                  \
        type values[] = {__VA_ARGS__};                                                 \
        if (bad >= (int)(sizeof values / sizeof *values))                              \
            return false;                                                              \
        *to = values[bad];                                                             \
        o->must_fail = bad < (sure);                                                   \
        return true;                                                                   \
    }
BAD(MinipyVM *, vm, 1, NULL)
BAD(const MinipyConfig *, config, 1, NULL)
BAD(MinipyConfig *, config_out, 0, NULL)
BAD(const char *, text, 1, NULL, "\xff\xfe", "\xed\xa0\x80", "", long_text)
BAD(const void *, data, 1, NULL)
BAD(void *, user, 0, NULL)
BAD(size_t, size, 2, SIZE_MAX, (size_t)PTRDIFF_MAX + 1, 0)
BAD(int, id, 0, -1, 0, INT_MAX, INT_MIN)
BAD(bool, flag, 0, false)
BAD(int64_t, integer, 0, INT64_MIN, INT64_MAX)
BAD(uint64_t, unsigned, 0, UINT64_MAX)
BAD(double, real, 0, (double)NAN, (double)INFINITY, -0.0, 5e-324)
BAD(MinipyValue, value, 5, MINIPY_NULL, foreign, foreign_type, 0x2c, 0xfff4,
    minipy_none(), dict, callable, iterator, key, minipy_bool(true))
BAD(const MinipyValue *, values, 1, NULL, with_hole, &foreign)
BAD(int64_t *, int_out, 1, NULL)
BAD(double *, real_out, 1, NULL)
BAD(size_t *, size_out, 1, NULL)
BAD(bool *, bool_out, 1, NULL)
BAD(const char **, text_out, 0, NULL)
BAD(MinipyThread *, thread, 0, NULL, (MinipyThread *)(void *)&size_room)
BAD(MinipyWrite, write, 1, NULL)
BAD(MinipyWarningHook, warning_hook, 0, NULL)
BAD(MinipyFunction, function, 1, NULL)
BAD(const MinipyObserver *, observer, 3, NULL, &bad_observers[0], &bad_observers[1])
BAD(MinipyFrame *, frames, 1, NULL)
BAD(const MinipyFrame *, frame, 1, NULL)
BAD(MinipyAuditHook, hook, 1, NULL)
BAD(const MinipyMethod *, method, 4, NULL, &bad_methods[0], &bad_methods[1],
    &bad_methods[2])
BAD(const MinipyType *, type, 3, NULL, &bad_types[0], &bad_types[1])
BAD(void **, data_out, 0, NULL)
BAD(const MinipyModule *, module, 7, NULL, &bad_modules[0], &bad_modules[1],
    &bad_modules[2], &bad_modules[3], &bad_modules[4], &bad_modules[5])
BAD(MinipyValue *, value_out, 1, NULL)
BAD(uint64_t *, unsigned_out, 1, NULL)
BAD(const char *const *, names, 0, NULL, bad_names)
BAD(MinipyMode, mode, 2, (MinipyMode)-1, (MinipyMode)3)
BAD(MinipyDestroy, destroy, 0, NULL)

static bool unattached; /* on a thread that may do nothing: nothing is taken from it */

/* Each vm is to end with no block in use: a value of ours that is taken is retained
 * before, and one of the other vm, which `here` does not take back, is released there.
 */
static void balanced_release(MinipyVM *vm, MinipyValue v)
{
    bool ours = false;
    for (int i = 0; i < COUNTED; i++)
        ours = ours || (v && v == *counted[i]);
    if (ours && vm && !unattached)
        minipy_retain(v);
    minipy_release(vm, v);
}
static MinipyValue balanced_retain(MinipyValue v)
{
    minipy_retain(v);
    if (v == foreign || v == foreign_type)
        minipy_release(elsewhere, v);
    return v;
}

static int balanced_charge(MinipyVM *vm, int64_t bytes)
{
    int r = minipy_charge(vm, bytes);
    if (r == 0)
        minipy_charge(vm, -bytes);
    return r;
}

/* A block that is none of the vm's is not checked for. */
static void *balanced_resize(MinipyVM *vm, void *block, size_t size)
{
    (void)block;
    void *made = minipy_resize(vm, NULL, size);
    if (made)
        minipy_resize(vm, made, 0);
    return made;
}

/* What came out of a parameter; minipy_dict_next lends. */
static void out_release(const char *function)
{
    if (strcmp(function, "minipy_dict_next") != 0)
        minipy_release(here, value_room);
    value_room = MINIPY_NULL;
}

#define minipy_release balanced_release
#define minipy_retain balanced_retain
#define minipy_charge balanced_charge
#define minipy_resize balanced_resize
#include "hostile_calls.inc"
#undef minipy_release
#undef minipy_retain
#undef minipy_charge
#undef minipy_resize

enum { COUNT = sizeof functions / sizeof *functions };

/* ---- what is expected ------------------------------------------------------------ */

static bool listed(const char *const *list, const char *name, const char *param)
{
    char both[100];
    snprintf(both, sizeof both, param ? "%s.%s" : "%s", name, param);
    for (; *list; list++)
        if (strcmp(*list, both) == 0)
            return true;
    return false;
}

/* NULL, MINIPY_NULL or any value means something there. */
static bool may_be_anything(const Function *f, int param)
{
    static const char *const parameters[] = {"minipy_config_error.config",
                                             "minipy_new.config",
                                             "minipy_run_string.filename",
                                             "minipy_error_exit_status.interrupted",
                                             "minipy_raise.message",
                                             "minipy_raise.class_name",
                                             "minipy_as_str.size",
                                             "minipy_retain.v",
                                             "minipy_is_none.v",
                                             "minipy_type_name.v",
                                             "minipy_free.vm",
                                             "minipy_error_text.vm",
                                             "minipy_audit.args",
                                             "minipy_trace_file.path",
                                             "minipy_trace_file.complain",
                                             "minipy_trace_help.put",
                                             "minipy_type_name.vm",
                                             "minipy_type.base",
                                             "minipy_exception_class.base",
                                             "minipy_exception_class.doc",
                                             "minipy_warn.category",
                                             "minipy_raise_errno.filename",
                                             "minipy_raisef.format",
                                             "minipy_raisef.class_name",
                                             "minipy_raise_value.exception",
                                             "minipy_compile.filename",
                                             "minipy_run_in.filename",
                                             "minipy_run_in.globals",
                                             "minipy_run_in.locals",
                                             "minipy_run_code.globals",
                                             "minipy_run_code.locals",
                                             "minipy_operate.b",
                                             "minipy_send.v",
                                             "minipy_weak.callback",
                                             "minipy_kind.v",
                                             "minipy_as_bytes.size",
                                             "minipy_dict_next.key",
                                             "minipy_dict_next.value",
                                             "minipy_error_is.cls",
                                             "minipy_set_output.write",
                                             "minipy_set_line_reader.f",
                                             NULL};
    return listed(parameters, f->name, f->params[param]);
}
/* Fails without an exception, or has no failure that shows. */
static bool fails_silently(const Function *f)
{
    static const char *const names[] = {"minipy_next",
                                        "minipy_error_take",
                                        "minipy_lookup_attr",
                                        "minipy_dict_get",
                                        "minipy_weak_get",
                                        "minipy_lock",
                                        "minipy_observe_end",
                                        "minipy_thread_attach",
                                        "minipy_config_error",
                                        "minipy_user_data",
                                        "minipy_new",
                                        "minipy_error_matches",
                                        "minipy_raise",
                                        "minipy_release",
                                        "minipy_thread_detach",
                                        "minipy_thread_enter",
                                        "minipy_retain",
                                        "minipy_error_exit_status",
                                        "minipy_trace_file",
                                        "minipy_dscript",
                                        "minipy_slice_fit",
                                        "minipy_resize",
                                        NULL};
    return listed(names, f->name, NULL);
}

static void forget_error(void)
{
    if (here)
        minipy_error_clear(here);
}

/* The result and what is pending must tell the same. */
static void check(const Function *f, int which, int bad, const Outcome *o)
{
    bool pending = minipy_error_occurred(here);
    const char *param = which < f->n ? f->params[which] : "-";
    bool no_vm = which < f->n && strcmp(param, "vm") == 0;
    if (o->must_fail && !may_be_anything(f, which)) {
        if (o->has_result && !o->failed)
            fail_msg("%s: hostile %s (%d): no failure", f->name, param, bad);
        if (!no_vm && o->has_result && !pending && !fails_silently(f))
            fail_msg("%s: hostile %s (%d): no exception", f->name, param, bad);
    }
    if (!no_vm && f->on_vm && o->has_result && !o->silently && !fails_silently(f) &&
        o->failed != pending)
        fail_msg("%s: hostile %s (%d): %s, but %s", f->name, param, bad,
                 o->failed ? "it fails" : "it succeeds",
                 pending ? minipy_error_text(here) : "nothing is pending");
    forget_error();
}

/* ---- the tests ------------------------------------------------------------------- */

static void make_values(void)
{
    dict = eval_ok(here, "{'1': 2}");
    key = eval_ok(here, "'1'");
    callable = eval_ok(here, "repr");
    iterator = eval_ok(here, "iter([])");
    list = eval_ok(here, "[1]");
    set = eval_ok(here, "{1}");
    code = eval_ok(here, "compile('1', '', 'eval')");
    generator = eval_ok(here, "(i for i in [1, 2])");
    bytes = eval_ok(here, "b'12'");
    yes = minipy_bool(true);
    native_class = minipy_type(here, &good_type_row, MINIPY_NULL);
    instance = minipy_instance(here, native_class, NULL);
    weak = minipy_weak(here, instance, MINIPY_NULL);
    assert_true(weak != MINIPY_NULL);
    arguments[0] = key;
    assert_int_equal(minipy_add_builtin(here, &good_module_room), 0);
    run_ok(here, "import hostile");
}

static void release_values(void)
{
    for (int i = COUNTED; i-- > 0; *counted[i] = MINIPY_NULL)
        minipy_release(here, *counted[i]);
    yes = arguments[0] = MINIPY_NULL;
}

static int set_up(void **state)
{
    (void)state;
    memset(long_text, 'a', sizeof long_text - 1);
    minipy_config_init(&good_configuration);
    here = vm_start();
    elsewhere = vm_start();
    foreign = eval_ok(elsewhere, "[1]");
    foreign_type = eval_ok(elsewhere, "type('T', (), {})");
    make_values();
    return 0;
}

static bool torn_down; /* the values are given back */

static int tear_down(void **state)
{
    (void)state;
    torn_down = true;
    release_values();
    minipy_release(elsewhere, foreign);
    minipy_release(elsewhere, foreign_type);
    assert_int_equal(minipy_free(here), 0);
    assert_int_equal(minipy_free(elsewhere), 0);
    return 0;
}

static void each_parameter_hostile_in_turn(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT; i++)
        for (int which = 0; which < functions[i].n; which++)
            for (int bad = 0;; bad++) {
                Outcome o = {0};
                if (!functions[i].call(which, bad, &o))
                    break;
                check(&functions[i], which, bad, &o);
            }
    assert_int_equal(eval_int(here, "6 * 7"), 42);
}

/* Those whose good call has an effect that is not wanted here. */
static bool left_out(const Function *f)
{
    static const char *const names[] = {"minipy_interrupt", "minipy_stop",
                                        "minipy_thread_leave", NULL};
    return listed(names, f->name, NULL);
}

static void call_all(void)
{
    static bool busy;
    if (busy)
        return;
    busy = true;
    for (int i = 0; i < COUNT; i++) {
        Outcome o = {0};
        if (left_out(&functions[i]) || strcmp(functions[i].name, "minipy_new") == 0)
            continue;
        functions[i].call(-1, 0, &o);
        minipy_error_clear(here);
    }
    busy = false;
}

/* With an exception pending what may raise fails and leaves it. */
static void with_an_exception_pending(void **state)
{
    (void)state;
    static const char *const pass[] = {"minipy_free",
                                       "minipy_error_text",
                                       "minipy_raise",
                                       "minipy_raisef",
                                       "minipy_raise_errno",
                                       "minipy_raise_value",
                                       "minipy_error_take",
                                       "minipy_error_is",
                                       "minipy_lock",
                                       "minipy_unlock",
                                       "minipy_error_clear",
                                       "minipy_error_unraisable",
                                       "minipy_error_add_frame",
                                       "minipy_error_matches",
                                       "minipy_error_exit_status",
                                       "minipy_error_occurred",
                                       "minipy_type_name",
                                       "minipy_memory_used",
                                       "minipy_observe",
                                       "minipy_observe_end",
                                       "minipy_trace",
                                       "minipy_dscript",
                                       "minipy_trace_file",
                                       "minipy_threads_init",
                                       "minipy_thread_attach",
                                       "minipy_limits_set",
                                       "minipy_limits_reset",
                                       NULL};
    for (int i = 0; i < COUNT; i++) {
        const Function *f = &functions[i];
        Outcome o = {0};
        if (!f->on_vm || left_out(f) || listed(pass, f->name, NULL))
            continue;
        minipy_raise(here, "LookupError", "first");
        f->call(-1, 0, &o);
        if (!minipy_error_matches(here, "LookupError"))
            fail_msg("%s: the exception is gone: %s", f->name, minipy_error_text(here));
        if (o.has_result && !o.failed && strcmp(f->name, "minipy_user_data") != 0)
            fail_msg("%s: succeeds with an exception pending", f->name);
        minipy_error_clear(here);
    }
}

static const char *failure;

static void *call_unattached(void *arg)
{
    (void)arg;
    unattached = true;
    static const char *const pass[] = {"minipy_error_text", "minipy_type_name",
                                       "minipy_memory_used", "minipy_user_data", NULL};
    for (int i = 0; i < COUNT; i++) {
        Outcome o = {0};
        const Function *f = &functions[i];
        if (!f->on_vm || strcmp(f->name, "minipy_interrupt") == 0)
            continue;
        f->call(-1, 0, &o);
        if (o.has_result && !o.failed && !listed(pass, f->name, NULL))
            failure = f->name;
    }
    return (void *)minipy_error_text(here);
}

static void on_a_thread_that_is_not_attached(void **state)
{
    (void)state;
    MinipyVM *saved = here;
    here = vm_start(); /* one that is not ready for threads */
    pthread_t thread;
    void *text;
    assert_int_equal(pthread_create(&thread, NULL, call_unattached, NULL), 0);
    pthread_join(thread, &text);
    unattached = false;
    assert_null(failure);
    assert_string_equal(text, "minipy: the calling thread is not in the vm\n");
    assert_false(minipy_error_occurred(here));
    assert_int_equal(minipy_free(here), 0);
    here = saved;
}

/* ---- each allocation fails in turn ----------------------------------------------- */

static size_t blocks;
static long requests, fails_at; /* the request that fails; 0: none */

static void *scarce(void *user, void *block, size_t old, size_t size)
{
    (void)user, (void)old;
    if (size == 0) {
        blocks--;
        free(block);
        return NULL;
    }
    if (++requests == fails_at)
        return NULL;
    void *fresh = realloc(block, size);
    blocks += fresh && !block;
    return fresh;
}

/* The function with good arguments, until it needs no more requests than are met. */
static void starve(const Function *f)
{
    static const char *const quiet[] = {"minipy_observe",      "minipy_trace",
                                        "minipy_trace_file",   "minipy_dscript",
                                        "minipy_threads_init", NULL};
    for (long n = 1;; n++) {
        Outcome o = {0};
        fails_at = requests + n;
        f->call(-1, 0, &o);
        bool reached = requests >= fails_at;
        fails_at = 0;
        if (listed(quiet, f->name, NULL)) /* -1 says it */
            forget_error();
        else
            check(f, f->n, 0, &o);
        if (!reached)
            break;
    }
}

static void each_allocation_fails_in_turn(void **state)
{
    (void)state;
    MinipyVM *saved = here;
    release_values();
    MinipyConfig config;
    minipy_config_init(&config);
    config.allocate = scarce;
    here = minipy_new(&config);
    assert_non_null(here);
    make_values();
    for (int i = 0; i < COUNT; i++)
        if (functions[i].on_vm && !left_out(&functions[i]) &&
            strcmp(functions[i].name, "minipy_free") != 0)
            starve(&functions[i]);
    assert_int_equal(eval_int(here, "6 * 7"), 42);
    release_values();
    assert_int_equal(minipy_free(here), 0);
    assert_int_equal(blocks, 0);
    here = saved;
    make_values();
}

/* ---- calls from what minipy calls ------------------------------------------------ */

static int times;
static bool ending;

static MinipyValue call_all_from_python(MinipyVM *vm, void *user,
                                        const MinipyValue *args, size_t n)
{
    (void)vm, (void)user, (void)args, (void)n;
    times++;
    assert_int_equal(minipy_free(here), -1);
    if (!ending)
        expect_error(here, "SystemError");
    call_all();
    return minipy_none();
}
static void on_place(void *user, const char *file, const char *function, int line,
                     void *frame)
{
    (void)user, (void)file, (void)function, (void)line, (void)frame;
    times++;
    call_all();
}
static void on_start(void *user, int generation)
{
    (void)user, (void)generation;
    times++;
    call_all();
}
static void on_done(void *user, long collected)
{
    (void)user, (void)collected;
    times++;
    call_all();
}
static void on_import(void *user, const char *module)
{
    (void)user, (void)module;
    times++;
    call_all();
}
static void on_found(void *user, const char *module, int found)
{
    (void)user, (void)module, (void)found;
    times++;
    call_all();
}
static void on_audit(void *user, const char *event, void *args)
{
    (void)user, (void)event, (void)args;
    times++;
    call_all();
}
static void on_close(void *user)
{
    (void)user;
    times++;
    call_all();
}
static int hook_all(const char *event, MinipyValue args, void *user)
{
    (void)event, (void)args, (void)user;
    times++;
    if (!torn_down) /* the end of a vm has events, too */
        call_all();
    return 0;
}
static void sink_all(void *user, const char *text, size_t size)
{
    (void)user, (void)text, (void)size;
    times++;
    call_all();
}

static void publish(const char *name, MinipyFunction f)
{
    MinipyValue value = minipy_function(here, name, f, NULL);
    MinipyValue module = minipy_main_module(here);
    assert_int_equal(minipy_setattr(here, module, name, value), 0);
    minipy_release(here, value);
    minipy_release(here, module);
}

static const char program[] =
    "import gc, sys\n"
    "class C:\n"
    "    def __init__(self): self.me = self\n"
    "def f(n):\n"
    "    for i in range(n):\n"
    "        C()\n"
    "    return [1 // n for n in (1, n)]\n"
    "try: f(0)\n"
    "except ZeroDivisionError as e: text = str(e)\n"
    "def g():\n"
    "    yield text\n"
    "sys.modules.pop('keyword', None)\n"
    "import keyword\n"
    "gc.collect()\n"
    "assert list(g()) == ['integer division or modulo by zero'], text\n"
    "assert f(2) == [1, 0]\n";

static void from_functions_in_c(void **state)
{
    (void)state;
    times = 0;
    publish("call_all", call_all_from_python);
    run_ok(here, "call_all()\nassert sorted([3, 1, 2], key=lambda x: call_all() or x) "
                 "== [1, 2, 3]\n");
    run_ok(here, program);
    assert_int_equal(times, 4);
}

static void from_probes(void **state)
{
    (void)state;
    Callbacks probes[] = {{.function_entry = on_place}, {.function_return = on_place},
                          {.line = on_place},           {.gc_start = on_start},
                          {.gc_done = on_done},         {.import_start = on_import},
                          {.import_done = on_found},    {.audit = on_audit},
                          {.close = on_close}};
    for (size_t i = 0; i < sizeof probes / sizeof *probes; i++) {
        times = 0;
        int id = observe_callbacks(here, &probes[i]);
        assert_true(id > 0);
        run_ok(here, program);
        assert_int_equal(minipy_observe_end(here, id), 0);
        assert_true(times > 0);
        run_ok(here, program);
    }
}

static void from_sinks_and_hooks(void **state)
{
    (void)state;
    char name[] = "/tmp/minipy-embed-XXXXXX";
    close(mkstemp(name));
    times = 0;
    assert_int_equal(minipy_dump_ast(here, name, false, sink_all, NULL), 0);
    assert_int_equal(minipy_disassemble(here, name, sink_all, NULL), 0);
    assert_int_equal(times, 2);
    unlink(name);
    int id = minipy_trace(here, "calls", sink_all, NULL);
    assert_true(id > 0);
    run_ok(here, program);
    assert_int_equal(minipy_observe_end(here, id), 0);
    times = 0;
    assert_int_equal(minipy_add_audit_hook(here, hook_all, NULL), 0);
    run_ok(here, program);
    assert_true(times > 0);
}

/* A finalizer and an atexit function run inside of minipy_free. */
static void while_the_vm_ends(void **state)
{
    (void)state;
    MinipyVM *saved = here;
    release_values();
    here = vm_start();
    times = 0;
    publish("call_all", call_all_from_python);
    Callbacks probe = {.close = on_close, .gc_start = on_start};
    assert_true(observe_callbacks(here, &probe) > 0);
    run_ok(here, "import atexit, sys\natexit.register(call_all)\n"
                 "class C:\n    def __del__(self, call_all=call_all): call_all()\n"
                 "c = C()\nc.me = c\nsys.kept = C()\n");
    ending = true;
    assert_int_equal(minipy_free(here), 0);
    ending = false;
    assert_true(times >= 4);
    here = saved;
    make_values();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_parameter_hostile_in_turn),
        cmocka_unit_test(with_an_exception_pending),
        cmocka_unit_test(on_a_thread_that_is_not_attached),
        cmocka_unit_test(each_allocation_fails_in_turn),
        cmocka_unit_test(from_functions_in_c),
        cmocka_unit_test(from_probes),
        cmocka_unit_test(from_sinks_and_hooks),
        cmocka_unit_test(while_the_vm_ends),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
