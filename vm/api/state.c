/* state.c - making and ending a vm.
 *
 * Start-up goes bottom up: allocator, collector, types, strings, exceptions, then sys
 * and builtins. The end goes top down: modules are emptied, the collector runs, then
 * each part gives back what it holds; what still lives then is a leak, which the leak
 * build reports. Read next: api.c (the public door), import.c.
 */
#include "vm/api/api.h"
#include "vm/eval/audit.h"
#include "vm/objects/signature.h"
#include "vm/text/codecs.h"
#include "vm/eval/frame.h"
#include "vm/eval/observe.h"
#include "vm/import/import.h"
#include "vm/memory/memstate.h"
#include "vm/memory/shared.h"
#include "vm/bytes/bytes.h"
#include "vm/core/confine.h"
#include "vm/containers/dict.h"
#include "vm/errors/exceptions.h"
#include "vm/text/str.h"
#include "vm/threads/limits.h"
#include "vm/threads/signals.h"
#include "vm/api/state.h"
#include "vm/threads/thread.h"
#include "vm/memory/weakref.h"
#include "vm/types/type.h"
#include "vm/containers/list.h"
#include "vm/objects/module.h"
#include "vm/objects/structseq.h"
#include "vm/debug/offsets.h"
#include "stdlib/ctypes/ctypes.h"
#include "stdlib/datetime/datetime.h"
#include "stdlib/decimal/decimal.h"
#include "stdlib/datetime/zoneinfo.h"
#include "stdlib/io/io.h"
#include "stdlib/runtime/runtime.h"
#include "vm/eval/trace.h"
#include "vm/eval/describe.h"
#include "vm/eval/memory_traces.h"
#include "probes/sampler.h"
#include "vm/memory/gc.h"

#include <stdlib.h>

static int init_hash(MinipyVM *vm)
{
    if (!vm->settings.hash_random) {
        hash_key_from_seed(&vm->hash_key, (uint32_t)vm->settings.hash_seed);
        return 0;
    }
    return hash_key_of_process(&vm->hash_key);
}

/* A module in C that exists before importing does: in sys.modules and known by its
 * dict. */
static Value early_module(MinipyVM *vm, const char *name)
{
    Value s = str_intern_cstr(vm, name);
    const ModuleSpec *spec = s ? import_find_builtin(vm, s) : NULL;
    Value m = spec ? module_from_spec(vm, spec) : VALUE_NULL;
    if (m && dict_set(vm, vm->modules, s, m) < 0)
        value_clear(vm, &m);
    value_xdecref(vm, s);
    return m;
}

/* builtins and sys get the specs that an import would have given them. */
static int give_spec(MinipyVM *vm, Value module, const char *name)
{
    Value s = str_intern_cstr(vm, name), origin = str_from_cstr(vm, "built-in"),
          spec = VALUE_NULL;
    Value dict = value_from_obj(MODULE(module)->dict),
          loader = import_builtin_importer(vm);
    int r = -1;
    if (s && origin && (spec = import_spec_new(vm, s, loader, origin, VALUE_NONE)) &&
        dict_set(vm, dict, NAME(vm, __spec__), spec) == 0 &&
        dict_set(vm, dict, NAME(vm, __loader__), loader) == 0 &&
        dict_set(vm, dict, NAME(vm, __package__), vm->empty_str) == 0)
        r = 0;
    value_xdecref(vm, s);
    value_xdecref(vm, origin);
    value_xdecref(vm, spec);
    return r;
}

static int init_modules(MinipyVM *vm)
{
    if (!(vm->modules = dict_new(vm)))
        return -1;
    /* builtins needs no sys, but audit and warnings look into vm->sysdict: an empty
     * dict stands in until sys is there. */
    if (!(vm->sysdict = dict_new(vm)))
        return -1;
    /* sys stands first in sys.modules. */
    Value b = dict_set_cstr(vm, vm->modules, "sys", VALUE_NONE) < 0
                  ? VALUE_NULL
                  : early_module(vm, "builtins");
    if (!b)
        return -1;
    vm->builtins = value_incref(value_from_obj(MODULE(b)->dict));
    Value s = early_module(vm, "sys");
    if (!s) {
        value_decref(vm, b);
        return -1;
    }
    value_set_steal(vm, &vm->sysdict, value_incref(value_from_obj(MODULE(s)->dict)));
    int r = dict_set_cstr(vm, vm->sysdict, "modules", vm->modules);
    if (r == 0)
        r = import_init(vm);
    if (r == 0)
        r = give_spec(vm, b, "builtins");
    if (r == 0)
        r = give_spec(vm, s, "sys");
    value_decref(vm, b);
    value_decref(vm, s);
    return r;
}

static void *consumer_allocate(void *vm, size_t size)
{
    Value pending = error_fetch(vm); /* minipy_observe leaves no exception behind */
    void *block = mem_alloc(vm, size);
    error_restore_steal(vm, pending);
    return block;
}

static void consumer_release(void *vm, void *block)
{
    mem_free(vm, block);
}

static uint64_t consumer_suspend(void *vm)
{
    return error_fetch(vm);
}

static void consumer_resume(void *vm, uint64_t suspended)
{
    error_restore_steal(vm, suspended);
}

/* Of a moment; who asks may be another thread. */
static uint64_t consumer_memory(void *vm)
{
    return mem_bytes(vm);
}

static void consumer_abort(void *vm)
{
    limits_stop(vm, STOP_BY_HOST);
}

MinipyVM *vm_new(const MinipySettings *settings)
{
    MinipyVM *vm = calloc(1, sizeof *vm);
    if (!vm)
        return NULL;
    vm->settings = *settings;
    vm->allowed = settings->confined ? settings->allowed : UINT32_MAX;
    vm->holder = pthread_self();
    vm->next_keys_version = vm->next_func_version = FIRST_VERSION;
    vm->next_type_version = FIRST_VERSION + SHARED_TYPES; /* which have the lowest */
    vm->handled = &vm->handled_base;
    vm->recursion_limit = vm->recursion_remaining = 1000;
    vm->switch_interval_us = 5000;
    vm->c_stack_limit = thread_c_stack_limit();
    debug_vm_add(vm);
    vm->probe_host = (ProbeHost){.vm = vm,
                                 .running = &vm->holder,
                                 .allocate = consumer_allocate,
                                 .release = consumer_release,
                                 .suspend = consumer_suspend,
                                 .resume = consumer_resume,
                                 .place = observe_place,
                                 .stack = observe_stack,
                                 .abort = consumer_abort,
                                 .native_key = describe_native_key,
                                 .native_text = describe_native_text,
                                 .code_lines = describe_code_lines,
                                 .args_text = describe_args,
                                 .memory = consumer_memory,
                                 .wake = trace_wake,
                                 .woken_in = trace_woken_in,
                                 .changed = observe_changed};
    probe_consumers_init(&vm->consumers, &vm->requests, &vm->probe_host);
    vm->mem = mem_state_new(settings->memory_limit, settings->allocate,
                            settings->allocate_user);
    limits_init(vm);
    if (vm->mem)
        mem_watch(vm, false);
    bool made = vm->mem && init_hash(vm) == 0 && gc_init(vm) == 0 &&
                frame_stack_init(vm) == 0 && types_init(vm) == 0 &&
                bytes_init(vm) == 0 && exceptions_init(vm) == 0 &&
                gc_init_lists(vm) == 0 && init_modules(vm) == 0;
    if (vm->shared && vm->shared->open)
        shared_close(vm->shared, made);
    if (!made) {
        vm_free(vm);
        return NULL;
    }
    gc_keep_start(vm);
    vm->builtins_at_start = dict_size(vm->builtins);
    return vm;
}

/* ---- the end --------------------------------------------------------------------- */

/* Empties a module's dict in CPython's order: names with one underscore first, then the
 * rest but __builtins__, so that finalizers still find what they use. */
static void clear_module_dict(MinipyVM *vm, Value dict)
{
    for (int pass = 0; pass < 2; pass++) {
        Value k, v;
        for (int64_t at = 0; dict_next(dict, &at, &k, &v);) {
            if (v == VALUE_NONE || !value_is_str(k))
                continue;
            bool private = str_length(k) > 0 && str_char_at(STR(k), 0) == '_' &&
                           !(str_length(k) > 1 && str_char_at(STR(k), 1) == '_');
            if (pass == 0 ? !private : str_equal(k, NAME(vm, __builtins__)))
                continue;
            value_incref(k); /* a finalizer may take it out of the dict */
            if (dict_set(vm, dict, k, VALUE_NONE) < 0)
                error_clear(vm);
            value_decref(vm, k);
        }
    }
}

/* Takes the modules out of sys.modules, one after another, as their finalizers may see:
 * weak references to them, but for sys and builtins, which stay to the end. */
static Value take_modules_out(MinipyVM *vm)
{
    Value refs = list_new(vm, 0), name, m;
    for (int64_t at = 0; dict_next(vm->modules, &at, &name, &m);) {
        if (!value_is_kind(m, KIND_MODULE))
            continue;
        bool lasts = value_from_obj(MODULE(m)->dict) == vm->sysdict ||
                     value_from_obj(MODULE(m)->dict) == vm->builtins;
        value_incref(m); /* a finalizer may take them out of the dict */
        value_incref(name);
        Value ref = lasts || !refs ? VALUE_NULL : weakref_new(vm, m, VALUE_NULL);
        if (ref && list_append_steal(vm, refs, ref) < 0)
            error_clear(vm);
        value_decref(vm, m);
        if (dict_set(vm, vm->modules, name, VALUE_NONE) < 0)
            error_clear(vm);
        value_decref(vm, name);
    }
    error_clear(vm);
    return refs;
}

/* What a program added to builtins goes while the names of the rest are there. CPython
 * puts back what was replaced, too; a host that took a name away is not to see it back.
 */
static void forget_added_builtins(MinipyVM *vm)
{
    if (dict_size(vm->builtins) <= vm->builtins_at_start)
        return;
    Value keys = dict_keys_list(vm, vm->builtins);
    for (int64_t i = vm->builtins_at_start; keys && i < list_size(keys); i++)
        if (dict_delete(vm, vm->builtins, list_get_borrow(keys, i)) < 0)
            error_clear(vm);
    value_xdecref(vm, keys);
    error_clear(vm);
}

/* sys.modules gives its modules up. Those that nobody else holds die whole, so that
 * their finalizers find every name; the others are emptied afterwards, the last first.
 */
static void clear_modules(MinipyVM *vm)
{
    Value refs = take_modules_out(vm);
    dict_clear(vm, vm->modules);
    forget_added_builtins(vm);
    type_forget_searched(vm); /* again: finalizers have run */
    gc_collect_at_end(vm, true);
    for (int64_t i = refs ? list_size(refs) : 0; i-- > 0;) {
        Value m = weakref_target(list_get_borrow(refs, i));
        if (m && MODULE(m)->dict)
            clear_module_dict(vm, value_from_obj(MODULE(m)->dict));
        value_xdecref(vm, m);
    }
    value_xdecref(vm, refs);
    error_clear(vm);
}

/* A name of sys becomes what it was at the start, or None. */
static void sys_reset(MinipyVM *vm, const char *name, const char *original)
{
    Value v = original ? dict_get_cstr_borrow(vm, vm->sysdict, original) : VALUE_NULL;
    if (dict_set_cstr(vm, vm->sysdict, name, v ? v : VALUE_NONE) < 0)
        error_clear(vm);
}

/* What the last exception, the prompt's last result, and a program's finders and
 * streams hold goes while there still are modules, so that finalizers can warn. From
 * here on nothing is imported: half of what a module needs could be gone. */
static void forget_program(MinipyVM *vm)
{
    static const char *const names[] = {"path",
                                        "argv",
                                        "ps1",
                                        "ps2",
                                        "last_type",
                                        "last_value",
                                        "last_traceback",
                                        "path_hooks",
                                        "path_importer_cache",
                                        "meta_path",
                                        "__interactivehook__"};
    if (dict_get_cstr_borrow(vm, vm->builtins, "_") &&
        dict_set_cstr(vm, vm->builtins, "_", VALUE_NONE) < 0)
        error_clear(vm);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        sys_reset(vm, names[i], NULL);
    sys_reset(vm, "stdin", "__stdin__");
    sys_reset(vm, "stdout", "__stdout__");
    sys_reset(vm, "stderr", "__stderr__");
}

/* CPython has a copy of sys as it was at the start, which goes behind the modules: the
 * import system's own containers last until then. New, each or VALUE_NULL. */
static void import_containers(MinipyVM *vm, Value kept[3])
{
    static const char *const names[] = {"meta_path", "path_importer_cache",
                                        "path_hooks"};
    for (int i = 0; i < 3; i++)
        kept[i] = value_xincref(dict_get_cstr_borrow(vm, vm->sysdict, names[i]));
}

/* As PyThreadState_Clear() has them. */
static void release_thread_part(MinipyVM *vm)
{
    thread_locals_forget(vm, thread_serial(vm));
    value_clear(vm, &vm->running_loop);
    value_clear(vm, &vm->async_exc);
    value_clear(vm, &vm->raised);
    trace_fini(vm);
    value_clear(vm, &vm->asyncgen_firstiter);
    value_clear(vm, &vm->asyncgen_finalizer);
    value_clear(vm, &vm->context);
}

static void release_fork_functions(MinipyVM *vm)
{
    Value lists = vm->fork_functions; /* finalizers may make new ones */
    vm->fork_functions = VALUE_NULL;
    for (int64_t i = 0; lists && i < list_size(lists); i++)
        value_set_steal(vm, &LIST(lists)->items[i], VALUE_NONE);
    value_xdecref(vm, lists);
}

/* As interpreter_clear() has them; but for sys, sys.modules and builtins, which
 * finalizers may want. */
static void release_interpreter_part(MinipyVM *vm)
{
    codecs_fini(vm);
    release_fork_functions(vm);
    value_clear(vm, &vm->ast_names);
    value_clear(vm, &vm->ast_classes);
    value_clear(vm, &vm->warnings_state);
    atexit_clear(vm);
    if (vm->csv_dialects) /* which its functions take to be there */
        dict_clear(vm, vm->csv_dialects);
}

void vm_finalize(MinipyVM *vm)
{
    if (vm->finalizing || !vm->sysdict)
        return;
    vm->finalizing = true;
    thread_set_finalize(vm);
    thread_release_sleeping(vm);
    /* No handler may run, or keep its module alive, from here on. */
    faulthandler_fini(vm);
    signals_stop(vm);
    value_clear(vm, &vm->line_reader);
    mem_end(vm);
    type_forget_searched(vm);
    /* Before the modules go: afterwards the order in which things die is that in which
     * this collection found them, from the modules on. Without site CPython comes to
     * __main__ before it comes to sys.modules. */
    if (vm->gc.enabled) {
        if (vm->settings.no_site)
            gc_track_anew(vm, value_obj(vm->modules));
        gc_collect(vm, GC_GENERATIONS - 1);
    }
    Value kept[3];
    import_containers(vm, kept);
    forget_program(vm);
    clear_modules(vm);
    clear_module_dict(vm, vm->sysdict); /* what the next finds is not heard any more */
    clear_module_dict(vm, vm->builtins);
    for (int i = 0; i < 3; i++)
        value_xdecref(vm, kept[i]);
    import_natives_forget(vm);
    asyncio_let_go(vm);
    gc_collect_at_end(vm, true);
    if (audit(vm, "cpython.PyInterpreterState_Clear", 0) < 0)
        error_clear(vm);
    release_thread_part(vm);
    audit_end(vm);
    release_interpreter_part(vm);
    gc_collect_at_end(vm, true);
}

/* All that the vm keeps for its modules and for programs. */
static void release_kept(MinipyVM *vm)
{
    release_thread_part(vm);
    audit_fini(vm);
    release_interpreter_part(vm);
    value_clear(vm, &vm->program_dir);
    value_clear(vm, &vm->site_path);
    value_clear(vm, &vm->site_objects);
    value_clear(vm, &vm->no_archive);
    value_clear(vm, &vm->import_listed);
    value_clear(vm, &vm->repr_stack);
    value_clear(vm, &vm->retired_code);
    value_clear(vm, &vm->error_classes);
    faulthandler_fini(vm);
    signals_stop(vm);
    value_clear(vm, &vm->signal_handlers);
    value_clear(vm, &vm->line_reader);
    value_clear(vm, &vm->last_error_text);
    host_functions_fini(vm);
    memory_traces_fini(vm);
}

/* What does not show the collector all that it holds takes several collections; what
 * cannot be cleared is found by each, and stays. */
static void collect_while_it_frees(MinipyVM *vm)
{
    size_t blocks = SIZE_MAX;
    while (gc_collect_at_end(vm, false) > 0 && mem_blocks(vm) < blocks)
        blocks = mem_blocks(vm);
}

/* Python code runs for the last time, as CPython's interpreter is cleared: what is only
 * freed after that it never frees, nor finalizes. */
static void finalize_last(MinipyVM *vm)
{
    release_kept(vm);
    gc_release_start(vm, &vm->gc.gen[GC_GENERATIONS - 1].head);
    gc_collect_at_end(vm, false); /* CPython's ends are four, which are over */
    gc_fini(vm);
    if (vm->sysdict)
        dict_clear(vm, vm->sysdict);
    if (vm->builtins)
        dict_clear(vm, vm->builtins);
    value_clear(vm, &vm->modules);
    value_clear(vm, &vm->builtins);
    value_clear(vm, &vm->sysdict);
    release_kept(vm); /* what finalizers made anew */
    value_clear(vm, &vm->csv_dialects);
    asyncio_fini(vm);
    import_fini(vm);
}

void vm_free(MinipyVM *vm)
{
    if (!vm)
        return;
    limits_set_time(vm, 0);
    vm->finalizing = vm->closed = true;
    if (vm->mem && vm->types[KIND_TYPE]) {
        /* Frames that only a traceback keeps are left while there is still a sys. */
        value_clear(vm, &vm->raised);
        object_release_put_off(vm);
        /* Code that a program made may have left a handler without its end. */
        value_clear(vm, &vm->handled_base.value);
        if (vm->memory_error)
            value_clear(vm, &EXC_OBJ(vm->memory_error)->traceback);
        finalize_last(vm);
        io_fini(vm); /* streams may still die above */
        decimal_fini(vm);
        ctypes_fini(vm);
        zoneinfo_fini(vm);
        datetime_fini(vm);
        value_clear(vm, &vm->memory_error);
        object_release_put_off(vm);
        types_clear(vm);
        signatures_fini(vm);
        collect_while_it_frees(vm);
        ctypes_free(vm);
        types_clear_shapes(vm);
        str_fini(vm);
        bytes_fini(vm);
        types_fini(vm);
        weakrefs_fini(vm);
        structseq_fini(vm);
        confine_fini(vm);
    }
    probe_samplers_stop(&vm->consumers); /* their threads wake vm->trace */
    if (vm->mem)
        mem_free(vm, vm->trace); /* only now: decrefs above may have run Python code */
    vm->trace = NULL;
    probe_consumers_fini(&vm->consumers);
    signals_fini(vm); /* those above write: a full disk or a lost reader is told */
    gate_requests_clear(&vm->requests, UINT32_MAX);
    debug_vm_remove(vm);
    if (!thread_set_free(vm))
        return; /* daemon threads sleep in calls that have the vm's memory in use */
    frame_stack_fini(vm);
    mem_state_free(vm->mem);
    if (vm->shared)
        shared_leave(vm->shared);
    free(vm);
}
