/* api.c - the public interface (minipy.h): configuration, values, errors, probes.
 * Running whole programs is in api_run.c. Every function here checks what it is given,
 * because the caller is not ours.
 */
#include "minipy.h"

#include <stdlib.h>

#include "compiler/compile.h"
#include "probes/trace.h"
#include "vm/api.h"
#include "vm/audit.h"
#include "vm/import.h"
#include "vm/memstate.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/objects/exceptions.h"
#include "vm/objects/float.h"
#include "vm/objects/int.h"
#include "vm/objects/str.h"
#include "vm/objects/tuple.h"
#include "vm/signals.h"
#include "vm/state.h"
#include "vm/thread.h"

_Static_assert(sizeof(MinipyValue) == sizeof(Value),
               "a public value is an internal one");

/* ---- configuration and life
 * -------------------------------------------------------------------- */

void minipy_config_init(MinipyConfig *config)
{
    if (!config)
        return;
    *config = (MinipyConfig){.struct_size = sizeof *config,
                             .use_installed_library = true,
                             .int_max_str_digits = 4300};
}

static MinipySettings settings_from(const MinipyConfig *c)
{
    return (MinipySettings){.isolated = c->isolated,
                            .no_site = c->no_site,
                            .no_user_site = c->no_user_site || c->isolated,
                            .ignore_env = c->ignore_environment || c->isolated,
                            .unbuffered = c->unbuffered,
                            .dont_write_bytecode = c->dont_write_bytecode,
                            .safe_path = c->safe_path || c->isolated,
                            .optimize = c->optimize,
                            .verbose = c->verbose,
                            .quiet = c->quiet,
                            .inspect = c->inspect,
                            .interactive = c->interactive,
                            .bytes_warning = c->bytes_warning,
                            .dev_mode = c->dev_mode,
                            .utf8_mode = c->utf8_mode,
                            .parser_debug = c->parser_debug,
                            .warn_default_encoding = c->warn_default_encoding,
                            .no_debug_ranges = c->no_debug_ranges,
                            .use_installed_library = c->use_installed_library,
                            .skip_first_line = c->skip_first_line,
                            .hash_seed = c->hash_seed,
                            .hash_random = !c->hash_seed_given,
                            .int_max_str_digits = c->int_max_str_digits,
                            .memory_limit = c->memory_limit,
                            .instruction_limit = c->instruction_limit,
                            .time_limit_ns = c->time_limit_ms * 1000000};
}

/* The failing-allocation build: -X fail_after=N makes the N-th request of the program
 * fail. */
static void arm_failure(MinipyVM *vm, const MinipyConfig *c)
{
#ifdef MINIPY_FAIL_ALLOC
    for (const char *const *x = c->xoptions; x && *x; x++)
        if (strncmp(*x, "fail_after=", 11) == 0)
            mem_fail_after(vm, atoll(*x + 11));
#else
    (void)vm, (void)c;
#endif
}

MinipyVM *minipy_new(const MinipyConfig *config)
{
    MinipyConfig defaults;
    if (!config || config->struct_size != sizeof *config) {
        minipy_config_init(&defaults);
        config = &defaults;
    }
    MinipySettings settings = settings_from(config);
    MinipyVM *vm = vm_new(&settings);
    if (!vm)
        return NULL;
    vm->user_data = config->user_data;
    vm->owns_signals = config->handle_signals;
    if (config->recursion_limit > 0)
        vm->recursion_limit = vm->recursion_remaining = config->recursion_limit;
    if (program_init(vm, config) < 0) {
        vm_free(vm);
        return NULL;
    }
    arm_failure(vm, config);
    return vm;
}

int minipy_free(MinipyVM *vm)
{
    if (!vm)
        return 0;
    error_clear(vm);
    int r = program_finish(vm);
    vm_finalize(vm);
    if (io_flush_std(vm) < 0)
        r = -1;
    vm_free(vm);
    return r;
}

void *minipy_user_data(MinipyVM *vm)
{
    return vm->user_data;
}

const char *minipy_version(void)
{
    return "3.11.2 (minipy " MINIPY_VERSION ")";
}

void minipy_interrupt(MinipyVM *vm)
{
    gate_requests_set(&vm->requests, GATE_REQUEST_INTERRUPT);
}

/* ---- threads --------------------------------------------------------------------- */

int minipy_threads_init(MinipyVM *vm)
{
    return thread_set_init(vm);
}
MinipyThread *minipy_thread_leave(MinipyVM *vm)
{
    return (MinipyThread *)thread_leave(vm);
}
void minipy_thread_enter(MinipyVM *vm, MinipyThread *thread)
{
    thread_enter(vm, (Thread *)thread);
}
int minipy_thread_attach(MinipyVM *vm)
{
    return thread_attach(vm);
}
void minipy_thread_detach(MinipyVM *vm)
{
    thread_detach(vm);
}

/* ---- errors
 * ----------------------------------------------------------------------------------------
 */

bool minipy_error_occurred(MinipyVM *vm)
{
    return error_occurred(vm);
}

static TypeObj *exception_class(MinipyVM *vm, const char *name)
{
    for (int i = 0; name && i < EXC_COUNT; i++)
        if (strcmp(type_name_cstr(vm->exc[i]), name) == 0)
            return vm->exc[i];
    return NULL;
}

bool minipy_error_matches(MinipyVM *vm, const char *class_name)
{
    TypeObj *cls = exception_class(vm, class_name);
    return cls && vm->raised && type_is_subtype(value_type(vm, vm->raised), cls);
}

const char *minipy_error_text(MinipyVM *vm)
{
    if (!vm->raised)
        return "";
    Value exc = error_fetch(vm);
    Value text = traceback_format(vm, exc);
    error_restore_steal(vm, exc); /* whatever the formatting met */
    if (!text)
        return "MemoryError\n";
    const char *s = str_utf8_or_null(vm, text);
    /* Kept by the vm until the next text is asked for. */
    value_set_steal(vm, &vm->last_error_text, text);
    return s ? s : "(the text of the exception cannot be encoded)\n";
}

void minipy_error_clear(MinipyVM *vm)
{
    error_clear(vm);
}

MinipyValue minipy_raise(MinipyVM *vm, const char *class_name, const char *message)
{
    TypeObj *cls = exception_class(vm, class_name);
    if (!cls)
        return error_set(vm, EXC_SystemError,
                         "minipy_raise: no built-in exception is called '%s'",
                         class_name ? class_name : "(null)");
    Value text = message ? str_from_cstr(vm, message) : VALUE_NULL;
    if (message && !text)
        return MINIPY_NULL;
    error_set_type(vm, cls, text);
    value_xdecref(vm, text);
    return MINIPY_NULL;
}

/* ---- values
 * --------------------------------------------------------------------------------------------
 */

/* Public functions may be handed MINIPY_NULL, the result of a call that failed. */
static bool given(MinipyVM *vm, MinipyValue v, const char *func)
{
    if (v)
        return true;
    if (!error_occurred(vm))
        error_bad_argument(vm, func);
    return false;
}

MinipyValue minipy_retain(MinipyValue v)
{
    return value_xincref(v);
}
void minipy_release(MinipyVM *vm, MinipyValue v)
{
    value_xdecref(vm, v);
}
MinipyValue minipy_none(void)
{
    return VALUE_NONE;
}
MinipyValue minipy_bool(bool b)
{
    return value_from_bool(b);
}
MinipyValue minipy_int(MinipyVM *vm, int64_t i)
{
    return int_new(vm, i);
}
MinipyValue minipy_float(MinipyVM *vm, double d)
{
    return float_new(vm, d);
}
MinipyValue minipy_dict(MinipyVM *vm)
{
    return dict_new(vm);
}
bool minipy_is_none(MinipyValue v)
{
    return v == VALUE_NONE;
}

MinipyValue minipy_str(MinipyVM *vm, const char *utf8, size_t size)
{
    return utf8 ? str_from_utf8(vm, utf8, (int64_t)size)
                : error_bad_argument(vm, "minipy_str");
}

MinipyValue minipy_bytes(MinipyVM *vm, const void *data, size_t size)
{
    return data || !size ? bytes_from(vm, data, (int64_t)size)
                         : error_bad_argument(vm, "minipy_bytes");
}

static bool all_given(MinipyVM *vm, const MinipyValue *items, size_t n,
                      const char *func)
{
    for (size_t i = 0; i < n; i++)
        if (!items || !given(vm, items[i], func))
            return false;
    return true;
}

MinipyValue minipy_tuple(MinipyVM *vm, const MinipyValue *items, size_t n)
{
    return all_given(vm, items, n, "minipy_tuple") ? tuple_from(vm, items, (int64_t)n)
                                                   : MINIPY_NULL;
}

MinipyValue minipy_list(MinipyVM *vm, const MinipyValue *items, size_t n)
{
    return all_given(vm, items, n, "minipy_list") ? list_from(vm, items, (int64_t)n)
                                                  : MINIPY_NULL;
}

const char *minipy_type_name(MinipyVM *vm, MinipyValue v)
{
    return v ? type_name_cstr(value_type(vm, v)) : "(no value)";
}

int minipy_truth(MinipyVM *vm, MinipyValue v)
{
    return given(vm, v, "minipy_truth") ? object_is_true(vm, v) : -1;
}

int minipy_as_int(MinipyVM *vm, MinipyValue v, int64_t *out)
{
    if (!given(vm, v, "minipy_as_int"))
        return -1;
    Value i = number_index(vm, v);
    if (!i)
        return -1;
    int64_t n = int_as_i64(vm, i);
    value_decref(vm, i);
    if (n == -1 && error_occurred(vm))
        return -1;
    *out = n;
    return 0;
}

int minipy_as_float(MinipyVM *vm, MinipyValue v, double *out)
{
    if (!given(vm, v, "minipy_as_float"))
        return -1;
    double d = number_as_double(vm, v);
    if (d == -1.0 && error_occurred(vm))
        return -1;
    *out = d;
    return 0;
}

const char *minipy_as_str(MinipyVM *vm, MinipyValue v, size_t *size)
{
    int64_t n;
    if (!given(vm, v, "minipy_as_str"))
        return NULL;
    if (!value_is_str(v))
        return error_set(vm, EXC_TypeError, "expected str, not %T", v), NULL;
    const char *s = str_utf8(vm, v, &n);
    if (s && size)
        *size = (size_t)n;
    return s;
}

MinipyValue minipy_to_str(MinipyVM *vm, MinipyValue v)
{
    return given(vm, v, "minipy_to_str") ? object_str(vm, v) : MINIPY_NULL;
}

MinipyValue minipy_to_repr(MinipyVM *vm, MinipyValue v)
{
    return given(vm, v, "minipy_to_repr") ? object_repr(vm, v) : MINIPY_NULL;
}

/* ---- objects
 * ---------------------------------------------------------------------------------------------
 */

MinipyValue minipy_getattr(MinipyVM *vm, MinipyValue o, const char *name)
{
    Value s =
        given(vm, o, "minipy_getattr") && name ? str_intern_cstr(vm, name) : VALUE_NULL;
    Value v = s ? object_getattr(vm, o, s) : VALUE_NULL;
    value_xdecref(vm, s);
    return v;
}

int minipy_setattr(MinipyVM *vm, MinipyValue o, const char *name, MinipyValue v)
{
    if (!given(vm, o, "minipy_setattr") || !given(vm, v, "minipy_setattr"))
        return -1;
    Value s = str_intern_cstr(vm, name);
    int r = s ? object_setattr(vm, o, s, v) : -1;
    value_xdecref(vm, s);
    return r;
}

MinipyValue minipy_getitem(MinipyVM *vm, MinipyValue o, MinipyValue key)
{
    return given(vm, o, "minipy_getitem") && given(vm, key, "minipy_getitem")
               ? object_getitem(vm, o, key)
               : MINIPY_NULL;
}

int minipy_setitem(MinipyVM *vm, MinipyValue o, MinipyValue key, MinipyValue v)
{
    return given(vm, o, "minipy_setitem") && given(vm, key, "minipy_setitem") &&
                   given(vm, v, "minipy_setitem")
               ? object_setitem(vm, o, key, v)
               : -1;
}

int64_t minipy_length(MinipyVM *vm, MinipyValue o)
{
    return given(vm, o, "minipy_length") ? object_length(vm, o) : -1;
}

MinipyValue minipy_iter(MinipyVM *vm, MinipyValue o)
{
    return given(vm, o, "minipy_iter") ? object_iter(vm, o) : MINIPY_NULL;
}

MinipyValue minipy_next(MinipyVM *vm, MinipyValue it)
{
    return given(vm, it, "minipy_next") ? iter_next(vm, it) : MINIPY_NULL;
}

MinipyValue minipy_call(MinipyVM *vm, MinipyValue f, const MinipyValue *args, size_t n)
{
    if (!given(vm, f, "minipy_call") || !all_given(vm, args, n, "minipy_call"))
        return MINIPY_NULL;
    return call(vm, f, args, n, VALUE_NULL);
}

MinipyValue minipy_call_method(MinipyVM *vm, MinipyValue o, const char *name,
                               const MinipyValue *args, size_t n)
{
    if (!given(vm, o, "minipy_call_method") ||
        !all_given(vm, args, n, "minipy_call_method"))
        return MINIPY_NULL;
    return call_method_cstr(vm, o, name, args, n);
}

MinipyValue minipy_import(MinipyVM *vm, const char *module)
{
    return module ? import_module(vm, module) : error_bad_argument(vm, "minipy_import");
}

MinipyValue minipy_main_module(MinipyVM *vm)
{
    return program_main_module(vm);
}

/* ---- functions in C
 * ------------------------------------------------------------------------------------------
 */

typedef struct HostFunction {
    Object ob;
    MinipyFunction function;
    void *user;
    Value name;
} HostFunction;

static void host_function_clear(MinipyVM *vm, Object *o)
{
    value_clear(vm, &((HostFunction *)o)->name);
}

static Value host_function_call(MinipyVM *vm, Value self, const Value *args,
                                size_t nargs, Value kwnames)
{
    HostFunction *f = (HostFunction *)value_obj(self);
    if (kwnames && tuple_size(kwnames))
        return error_set(vm, EXC_TypeError, "%U() takes no keyword arguments", f->name);
    Value r = f->function(vm, f->user, args, nargs);
    if (!r && !error_occurred(vm))
        error_set(vm, EXC_SystemError, "%U returned no value and set no exception",
                  f->name);
    return r;
}

static Value host_function_repr(MinipyVM *vm, Value self)
{
    return str_format_c(vm, "<host function %U>",
                        ((HostFunction *)value_obj(self))->name);
}

static const MemberDef host_function_members[] = {
    {"__name__", MEMBER_VALUE, offsetof(HostFunction, name), true, NULL}, {0}};
static const TypeSpec host_function_spec = {
    .name = "minipy.host_function",
    .kind = KIND_OBJECT,
    .base = KIND_OBJECT,
    .flags = TYPE_NO_NEW,
    .basicsize = sizeof(HostFunction),
    .dealloc = host_function_clear,
    .slots = {.call = host_function_call, .repr = host_function_repr},
    .members = host_function_members,
};

MinipyValue minipy_function(MinipyVM *vm, const char *name, MinipyFunction function,
                            void *user)
{
    if (!name || !function)
        return error_bad_argument(vm, "minipy_function");
    if (!vm->host_function_type &&
        !(vm->host_function_type = type_from_spec(vm, &host_function_spec)))
        return MINIPY_NULL;
    HostFunction *f = (HostFunction *)object_alloc(vm, vm->host_function_type, 0);
    if (!f)
        return MINIPY_NULL;
    f->function = function;
    f->user = user;
    f->name = str_intern_cstr(vm, name);
    if (f->name)
        return value_from_obj(f);
    obj_decref(vm, &f->ob);
    return MINIPY_NULL;
}

/* ---- seeing in
 * ---------------------------------------------------------------------------------------------------
 */

int minipy_probe_add(MinipyVM *vm, const MinipyProbe *p)
{
    ProbeConsumer c = {.user = p->user, .close = p->close};
    c.function_entry = p->function_entry;
    c.function_return = p->function_return;
    c.line = p->line;
    c.gc_start = p->gc_start;
    c.gc_done = p->gc_done;
    c.import_start = p->import_start;
    c.import_done = p->import_done;
    c.audit = p->audit;
    return probe_consumers_add(&vm->consumers, &c);
}

int minipy_probe_remove(MinipyVM *vm, int id)
{
    return probe_consumers_remove(&vm->consumers, id);
}

int minipy_trace(MinipyVM *vm, const char *spec, MinipyWrite write, void *user)
{
    int r = probe_trace_start(&vm->consumers, spec, write, user);
    return r == PROBE_TRACE_BAD_SPEC ? -2 : r < 0 ? -1 : r;
}

const char *minipy_trace_kinds(void)
{
    return probe_trace_kinds();
}

int minipy_audit(MinipyVM *vm, const char *event, MinipyValue args)
{
    if (!event || (args && !value_is_tuple(args)))
        return error_bad_argument(vm, "minipy_audit"), -1;
    return audit_wanted(vm) ? audit_tuple(vm, event, args ? args : vm->empty_tuple) : 0;
}

int minipy_add_audit_hook(MinipyVM *vm, MinipyAuditHook hook, void *user)
{
    return hook ? audit_add_c_hook(vm, hook, user)
                : (error_bad_argument(vm, "minipy_add_audit_hook"), -1);
}

size_t minipy_memory_used(MinipyVM *vm)
{
    return mem_bytes(vm);
}
