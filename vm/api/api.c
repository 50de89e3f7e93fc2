/* api.c - the public interface (minipy.h): configuration, a vm's life, limits, threads,
 * probes. The rest has files of its own: api_value.c, api_object.c, api_function.c,
 * api_type.c, api_error.c, api_run.c. Every function checks what it is given
 * (api_check.c), because the caller is not ours.
 */
#include "minipy.h"
#include "probes/report.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "compiler/codegen/compile.h"
#include "probes/views/views.h"
#include "probes/dscript/dscript.h"
#include "vm/api/api.h"
#include "vm/eval/audit_wanted.h"
#include "vm/import/import.h"
#include "vm/memory/memstate.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/dict.h"
#include "vm/core/confine.h"
#include "vm/errors/exceptions.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/threads/asked.h"
#include "vm/threads/signals.h"
#include "vm/api/state.h"
#include "vm/threads/thread.h"
#include "vm/containers/list.h"
#include "stdlib/io/io.h"
#include "vm/report/report.h"
#include "vm/objects/signature.h"
#include "vm/objects/call.h"

_Static_assert(sizeof(MinipyValue) == sizeof(Value),
               "a public value is an internal one");

/* ---- configuration and life ------------------------------------------------------ */

/* The caller's MinipyConfig may be a shorter or a longer one than ours. */
void minipy_config_init_sized(MinipyConfig *config, size_t size)
{
    MinipyConfig defaults = {
        .struct_size = size, .use_installed_library = true, .int_max_str_digits = -1};
    if (!config || size < sizeof(size_t))
        return;
    if (size > API_CONFIG_MAX) { /* no size of one: minipy_new will say so */
        config->struct_size = 0;
        return;
    }
    memset(config, 0, size);
    memcpy(config, &defaults, size < sizeof defaults ? size : sizeof defaults);
}

/* More than there is of time is as good: added to the clock it must not overflow. */
static uint64_t time_limit_ns(uint64_t ms)
{
    return ms < INT64_MAX / 1000000 ? ms * 1000000 : INT64_MAX;
}

static MinipySettings settings_from(const MinipyConfig *c)
{
    bool isolated = c->isolated || c->confined;
    return (MinipySettings){
        .isolated = isolated,
        .no_site = c->no_site,
        .no_user_site = c->no_user_site || isolated,
        .ignore_env = c->ignore_environment || isolated,
        .unbuffered = c->unbuffered,
        .dont_write_bytecode = c->dont_write_bytecode || c->confined,
        .safe_path = c->safe_path || isolated,
        .optimize = c->optimize,
        .verbose = c->verbose,
        .quiet = c->quiet,
        .inspect = c->inspect,
        .interactive = c->interactive,
        .bytes_warning = c->bytes_warning,
        .dev_mode = c->dev_mode,
        .utf8_mode = c->utf8_mode,
        .dlopen_flags = RTLD_NOW,
        .parser_debug = c->parser_debug,
        .warn_default_encoding = c->warn_default_encoding,
        .no_debug_ranges = c->no_debug_ranges,
        .use_installed_library = c->use_installed_library,
        .skip_first_line = c->skip_first_line,
        .confined = c->confined != 0,
        .allowed = c->allow,
        .hash_seed = c->hash_seed,
        .hash_random = !c->hash_seed_given,
        .int_max_str_digits = c->int_max_str_digits < 0 ? 4300 : c->int_max_str_digits,
        .int_max_str_digits_flag = c->int_max_str_digits,
        .memory_limit = c->memory_limit,
        .allocate = c->allocate,
        .allocate_user = c->user_data,
        .instruction_limit = c->instruction_limit,
        .time_limit_ns = time_limit_ns(c->time_limit_ms),
        .attach = c->attach};
}

/* The failing-allocation build: -X fail_after=N makes the N-th request of the program
 * fail, MINIPY_FAIL_AFTER that of each vm of a host. */
static void arm_failure(MinipyVM *vm, const MinipyConfig *c)
{
#ifdef MINIPY_FAIL_ALLOC
    const char *n = getenv("MINIPY_FAIL_AFTER");
    if (n)
        mem_fail_after(vm, atoll(n));
    for (const char *const *x = c->xoptions; x && *x; x++)
        if (strncmp(*x, "fail_after=", 11) == 0)
            mem_fail_after(vm, atoll(*x + 11));
#else
    (void)vm, (void)c;
#endif
}

/* From nl_langinfo's name of an encoding to Python's: what codecs.lookup(...).name
 * says, without asking the library. */
static void name_encodings(MinipySettings *s, const char *codeset)
{
    snprintf(s->locale_encoding, sizeof s->locale_encoding, "%s",
             codeset ? codeset : "UTF-8");
    char *name = s->fs_encoding_name;
    bool iso = strncasecmp(s->locale_encoding, "ISO-", 4) == 0;
    snprintf(name, sizeof s->fs_encoding_name, "%s%.28s", iso ? "iso" : "",
             s->locale_encoding + (iso ? 4 : 0));
    for (char *c = name; *c; c++)
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c + 32) : *c;
    if (strcmp(name, "ansi_x3.4-1968") == 0)
        strcpy(name, "ascii");
    s->fs_encoding = s->utf8_mode || strcmp(name, "utf-8") == 0 ? NULL : name;
}

MinipyVM *minipy_new(const MinipyConfig *given)
{
    MinipyConfig full, *config = &full;
    if (api_config(given, config))
        return NULL;
    MinipySettings settings = settings_from(config);
    MinipyVM *vm = vm_new(&settings);
    if (!vm)
        return NULL;
    name_encodings(&vm->settings, config->locale_encoding);
    vm->user_data = config->user_data;
    vm->owns_signals = config->handle_signals;
    if (vm->owns_signals)
        mem_owns_process(vm);
    if (config->recursion_limit > 0)
        vm->recursion_limit = vm->recursion_remaining = config->recursion_limit;
    if (confine_init(vm, config,
                     config->use_installed_library ? INSTALLED_LIBRARY : NULL) < 0 ||
        program_init(vm, config) < 0) {
        vm_free(vm);
        return NULL;
    }
    if (vm->settings.attach > 0)
        asked_begin(vm);
    arm_failure(vm, config);
    return vm;
}

/* Only its own thread ends a vm, and not while something of it runs. */
static bool may_end(MinipyVM *vm)
{
    return !vm->finalizing && !vm->frame && !vm->api_depth && !vm->consumers.busy &&
           thread_is_main(vm);
}

int minipy_free(MinipyVM *vm)
{
    if (!vm)
        return 0;
    if (!api_usable(vm) || !may_end(vm))
        return api_refuse(vm, __func__, "the vm is in use");
    api_go_in(vm); /* what runs at the end may not end it again */
    error_clear(vm);
    int r = program_finish(vm);
    asked_end(vm);
    attach_end(vm);
    vm_finalize(vm);
    if (io_flush_std(vm) < 0)
        r = -1;
    if (vm->program_runs && probes_process_end_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_process_end(&vm->consumers,
                                            r < 0 ? 120 : vm->program_status & 0xff));
    vm_free(vm);
    return r;
}

void *minipy_user_data(MinipyVM *vm)
{
    return vm ? vm->user_data : NULL;
}

const char *minipy_version(void)
{
    return "3.11.2 (minipy " MINIPY_VERSION ")";
}

void minipy_interrupt(MinipyVM *vm)
{
    if (vm)
        limits_interrupt(vm);
}

void minipy_interrupt_clear(MinipyVM *vm)
{
    if (vm)
        limits_forget_interrupt(vm);
}

void minipy_stop(MinipyVM *vm)
{
    if (vm)
        limits_stop_by_host(vm);
}

/* ---- limits ---------------------------------------------------------------------- */

MinipyStop minipy_stopped(MinipyVM *vm)
{
    return vm ? (MinipyStop)limits_stopped(vm) : MINIPY_NOT_STOPPED;
}

int minipy_limits_set(MinipyVM *vm, uint64_t memory, uint64_t instructions, uint64_t ms)
{
    if (!api_usable(vm))
        return -1;
    if (vm->runs > 0)
        return api_refuse(vm, __func__, "the vm is in use");
    mem_set_limit(vm, memory);
    vm->settings.memory_limit = memory;
    vm->settings.instruction_limit = instructions;
    limits_set_time(vm, time_limit_ns(ms));
    limits_reset(vm);
    error_forget_oom(vm);
    return 0;
}

int minipy_poll(MinipyVM *vm)
{
    if (!api_usable(vm) || vm->raised || limits_poll(vm) < 0)
        return -1;
    if (likely(!signals_noted(vm)))
        return 0;
    return api_enter(vm) ? api_left_int(vm, signals_run_pending(vm)) : -1;
}

int minipy_limits_reset(MinipyVM *vm)
{
    if (!api_usable(vm))
        return -1;
    if (vm->runs > 0)
        return api_refuse(vm, __func__, "the vm is in use");
    limits_reset(vm);
    return 0;
}

/* ---- threads --------------------------------------------------------------------- */

int minipy_threads_init(MinipyVM *vm)
{
    return api_usable(vm) ? thread_set_init(vm) : -1;
}

MinipyThread *minipy_thread_leave(MinipyVM *vm)
{
    return api_usable(vm) ? (MinipyThread *)thread_leave(vm) : NULL;
}

void minipy_thread_enter(MinipyVM *vm, MinipyThread *thread)
{
    if (vm && thread && thread_left_as(vm, (Thread *)thread))
        thread_enter(vm, (Thread *)thread);
    else if (vm && thread)
        api_refuse(vm, __func__, "the thread has not left the vm");
}

/* A thread that is in the vm already would wait for itself. */
int minipy_thread_attach(MinipyVM *vm)
{
    return vm && !thread_holds_vm(vm) ? thread_attach(vm) : -1;
}

void minipy_thread_detach(MinipyVM *vm)
{
    if (!api_usable(vm))
        return;
    if (vm->threads && vm->threads->current->attached && !vm->frame && !vm->api_depth &&
        !vm->consumers.busy)
        thread_detach(vm);
    else
        api_refuse(vm, __func__, "the thread has not attached, or is in use");
}

/* ---- modules in C ---------------------------------------------------------------- */

int minipy_add_builtin(MinipyVM *vm, const MinipyModule *module)
{
    if (!api_enter(vm))
        return -1;
    bool given = api_pointer(vm, module, __func__);
    return api_left_int(vm, given ? import_add_builtin(vm, module) : -1);
}

static __attribute__((noinline)) void *state_or_error(MinipyVM *vm,
                                                      const MinipyModule *module)
{
    static const char func[] = "minipy_module_state";
    if (!api_usable(vm) || vm->raised || !api_pointer(vm, module, func))
        return NULL;
    void *state = import_native_state(vm, module);
    if (!state)
        api_refuse(vm, func, "the module was not imported");
    return state;
}

void *minipy_module_state(MinipyVM *vm, const MinipyModule *module)
{
    return likely(api_usable(vm) && !vm->raised && module &&
                  vm->native_found.of == module)
               ? vm->native_found.state
               : state_or_error(vm, module);
}

/* ---- seeing in ------------------------------------------------------------------- */

/* The public structs are those of probes/event.h under other names. */
#define SAME(theirs, ours, field, other)                                               \
    _Static_assert(offsetof(theirs, field) == offsetof(ours, other), "the same "       \
                                                                     "struct")
SAME(MinipyEvent, ProbeEvent, struct_size, size);
SAME(MinipyEvent, ProbeEvent, kind, kind);
SAME(MinipyEvent, ProbeEvent, left, exit);
SAME(MinipyEvent, ProbeEvent, line, line);
SAME(MinipyEvent, ProbeEvent, code, code);
SAME(MinipyEvent, ProbeEvent, frame, frame);
SAME(MinipyEvent, ProbeEvent, thread, thread);
SAME(MinipyEvent, ProbeEvent, args, args);
SAME(MinipyCode, ProbeCode, filename, filename);
SAME(MinipyCode, ProbeCode, module, module);
SAME(MinipyFrame, ProbeFrame, frame, frame);
_Static_assert(sizeof(MinipyEvent) == sizeof(ProbeEvent) &&
                   sizeof(MinipyFrame) == sizeof(ProbeFrame) &&
                   sizeof(MinipyArgument) == sizeof(ProbeValue) &&
                   (int)MINIPY_ABORT == (int)PROBE_ABORT &&
                   (int)MINIPY_LEFT_BY_EXCEPTION == (int)PROBE_EXIT_EXCEPTION,
               "the same structs");
typedef ProbeAnswer EventFunction(void *user, const ProbeEvent *event);

/* What the host gave, whatever its version of the header had; a complaint, or NULL. */
static const char *take_observer(const MinipyObserver *given, MinipyObserver *full)
{
    size_t size = given->struct_size;
    if (size < offsetof(MinipyObserver, close) || size > 1024)
        return "struct_size is not sizeof(MinipyObserver)";
    for (size_t i = sizeof *full; i < size; i++)
        if (((const char *)given)[i])
            return "it asks for what this library does not know";
    memset(full, 0, sizeof *full);
    memcpy(full, given, size < sizeof *full ? size : sizeof *full);
    if (!full->event)
        return "event is NULL";
    return full->kinds >> PROBE_COUNT ? "kinds has unknown bits" : NULL;
}

int minipy_observe(MinipyVM *vm, const MinipyObserver *observer)
{
    MinipyObserver o;
    if (!api_usable(vm) || !api_pointer(vm, observer, __func__))
        return -1;
    const char *complaint = take_observer(observer, &o);
    if (complaint)
        return api_refuse(vm, __func__, complaint);
    ProbeObserver inner = {
        .kinds = o.kinds,
        .event = (EventFunction *)(uintptr_t)o.event,
        .filter = {o.files, o.modules, o.names, o.thread, o.min_ns},
        .user = o.user,
        .close = o.close,
    };
    return probe_observe(&vm->consumers, &inner);
}

int minipy_observe_end(MinipyVM *vm, int id)
{
    if (!api_usable(vm))
        return -1;
    api_go_in(vm); /* its close is called */
    int r = probe_consumers_remove(&vm->consumers, id);
    api_leave(vm);
    return r;
}

size_t minipy_stack_walk(MinipyVM *vm, MinipyFrame *frames, size_t most)
{
    if (!api_usable(vm) || !frames)
        return 0;
    return probe_stack(&vm->consumers, (ProbeFrame *)(void *)frames, most, true);
}

MinipyValue minipy_frame_locals(MinipyVM *vm, const MinipyFrame *frame)
{
    if (!api_usable(vm) || !api_pointer(vm, frame, __func__) || !api_enter(vm))
        return MINIPY_NULL;
    Frame *f = vm->frame;
    while (f && f != frame->frame)
        f = f->prev;
    if (!f)
        api_refuse(vm, __func__, "the frame does not run");
    return api_left(vm, f ? frame_locals(vm, f) : MINIPY_NULL);
}

static int trace_result(int r)
{
    return r == PROBE_TRACE_BAD_SPEC  ? -2
           : r == PROBE_TRACE_NO_FILE ? -3
           : r < 0                    ? -1
                                      : r;
}

int minipy_trace(MinipyVM *vm, const char *spec, MinipyWrite write, void *user)
{
    if (!api_usable(vm) || !api_pointer(vm, spec, __func__) ||
        !api_pointer(vm, (const void *)write, __func__))
        return -1;
    ViewTarget target = {.write = write, .user = user};
    return trace_result(probe_view_start(&vm->consumers, spec, &target));
}

/* A piece in one write(2), for the stream has no buffer: a child may write, too. */
static void write_stderr(void *user, const char *text, size_t size)
{
    (void)user;
    for (;;) {
        size_t n = fwrite(text, 1, size, stderr);
        text += n;
        size -= n;
        if (size == 0 || errno != EINTR)
            return;
        clearerr(stderr);
    }
}

int minipy_trace_file(MinipyVM *vm, const char *spec, const char *path,
                      MinipyWrite complain, void *user)
{
    if (!api_usable(vm) || !api_pointer(vm, spec, __func__))
        return -1;
    ViewTarget target = {.path = path,
                         .write = write_stderr,
                         .text_only = true,
                         .complain = complain,
                         .complain_user = user};
    return trace_result(probe_view_start(&vm->consumers, spec, &target));
}

const char *minipy_trace_kinds(void)
{
    return probe_view_kinds();
}

void minipy_trace_help(MinipyWrite put, void *user)
{
    if (put)
        probe_view_help(put, user);
}

int minipy_dscript(MinipyVM *vm, const char *const *words, MinipyWrite out,
                   void *out_user, MinipyWrite err, void *err_user)
{
    if (!api_usable(vm) || !api_pointer(vm, words, __func__) ||
        !api_pointer(vm, (const void *)out, __func__) ||
        !api_pointer(vm, (const void *)err, __func__))
        return -1;
    int r = dscript_start(&vm->consumers, words, out, out_user, err, err_user);
    return r == DSCRIPT_REFUSED ? -2 : r == DSCRIPT_NO_MEMORY ? -1 : r;
}

int minipy_audit(MinipyVM *vm, const char *event, MinipyValue args)
{
    if (!api_enter(vm))
        return -1;
    int r = -1;
    if (!event || (args && (!api_value_is_own(vm, args) || !value_is_tuple(args))))
        error_bad_argument(vm, __func__);
    else
        r = audit_wanted(vm) ? audit_tuple(vm, event, args ? args : vm->empty_tuple)
                             : 0;
    return api_left_int(vm, r);
}

int minipy_add_audit_hook(MinipyVM *vm, MinipyAuditHook hook, void *user)
{
    if (!api_usable(vm) || vm->raised || !api_pointer(vm, (const void *)hook, __func__))
        return -1;
    return audit_add_c_hook(vm, hook, user);
}

int minipy_charge(MinipyVM *vm, int64_t bytes)
{
    if (bytes == 0)
        return 0;
    /* Giving back is no call that fails. */
    if (bytes < 0 ? !api_takes_back(vm) : !api_usable(vm) || vm->raised)
        return -1;
    uint64_t size = bytes < 0 ? -(uint64_t)bytes : (uint64_t)bytes;
    if (bytes >= 0 && mem_charge(vm, size) < 0)
        return -1;
    if (bytes < 0 && vm->charged < size)
        return api_refuse(vm, __func__, "less is held than is given back");
    if (bytes < 0)
        mem_discharge(vm, size);
    vm->charged += (uint64_t)bytes;
    return 0;
}

void *minipy_resize(MinipyVM *vm, void *block, size_t size)
{
    if (size)
        return api_usable(vm) && !vm->raised ? mem_realloc(vm, block, size) : NULL;
    if (api_takes_back(vm))
        mem_free(vm, block);
    return NULL;
}

size_t minipy_memory_used(MinipyVM *vm)
{
    return vm ? mem_bytes(vm) : 0;
}
