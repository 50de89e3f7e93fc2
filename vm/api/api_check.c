/* api_check.c - what the public functions ask before they do anything, because the
 * caller is not ours: is the vm there and this thread's, may it be used now, are the
 * values its own. Every public function that may run Python code or call the host back
 * stands between api_enter and api_left, so that nobody ends the vm meanwhile. What
 * cannot be seen without keeping a list of all vms and all references, which nobody
 * would want to pay for, is the caller's: a vm that was freed, a value that was
 * released. Read next: api.c.
 */
#include "vm/api/api.h"
#include "vm/memory/memstate.h"
#include "vm/threads/thread.h"

/* ---- the vm ---------------------------------------------------------------------- */

const char *api_why_unusable(MinipyVM *vm)
{
    if (!vm)
        return "minipy: there is no vm\n";
    if (!thread_holds_vm(vm))
        return "minipy: the calling thread is not in the vm\n";
    if (vm->closed)
        return "minipy: the vm has ended\n";
    return NULL;
}

bool api_enter_first(MinipyVM *vm)
{
    if (!api_usable(vm) || vm->raised || c_stack_check(vm) < 0)
        return false;
    if (vm->api_depth == 0 && limits_stopped(vm) != STOP_NONE)
        return limits_raise(vm), false;
    if (vm->api_depth++ == 0)
        limits_run_begins(vm);
    return true;
}

void api_stopped(MinipyVM *vm, MinipyValue result)
{
    value_xdecref(vm, result);
    limits_raise(vm);
}

int api_refuse(MinipyVM *vm, const char *func, const char *why)
{
    if (api_usable(vm) && !vm->raised)
        error_set(vm, EXC_SystemError, "%s: %s", func, why);
    return -1;
}

/* ---- what is handed in ----------------------------------------------------------- */

static const char bad_argument[] = "bad argument to internal function";

bool api_value_is_elsewhere(MinipyVM *vm, MinipyValue v)
{
    Object *o = value_obj(v);
    return mem_is_own(vm, o->gc & GC_HAS_HEAD ? (void *)gc_head(o) : (void *)o);
}

bool api_value_refused(MinipyVM *vm, MinipyValue v, const char *func)
{
    api_refuse(vm, func, value_is_obj(v) ? "a value of another vm" : bad_argument);
    return false;
}

bool api_values(MinipyVM *vm, const MinipyValue *items, size_t n, const char *func)
{
    if ((n && !items) || n > PTRDIFF_MAX / sizeof *items)
        return api_refuse(vm, func, bad_argument), false;
    for (size_t i = 0; i < n; i++)
        if (unlikely(!api_value_is_own(vm, items[i])))
            return api_value_refused(vm, items[i], func);
    return true;
}

/* ---- what comes back ------------------------------------------------------------- */

static void set_cause(MinipyVM *vm, const char *name, const char *what)
{
    if (vm->raised)
        error_set_from_cause(vm, EXC_SystemError, "%s %s", name, what);
    else
        error_set(vm, EXC_SystemError, "%s %s", name, what);
}

int api_status(MinipyVM *vm, int r, const char *name)
{
    if (likely((r != 0) == (vm->raised != VALUE_NULL)))
        return r ? -1 : 0;
    set_cause(vm, name,
              r ? "failed without setting an exception"
                : "returned without failure with an exception set");
    return -1;
}

Value api_result(MinipyVM *vm, Value r, const char *name)
{
    bool own = r && api_value_is_own(vm, r);
    if (likely(own ? !vm->raised : !r && vm->raised))
        return r;
    const char *what = !r    ? "returned NULL without setting an exception"
                       : own ? "returned a result with an exception set"
                             : "returned a value that is none of the vm's";
    Value cause = error_fetch(vm);
    if (own)
        value_decref(vm, r);
    error_restore_steal(vm, cause);
    set_cause(vm, name, what);
    return VALUE_NULL;
}

/* ---- the configuration ----------------------------------------------------------- */

/* Anything that a newer host asks for and this library does not know? */
static bool asks_for_more(const MinipyConfig *c)
{
    const char *bytes = (const char *)c;
    for (size_t i = sizeof *c; i < c->struct_size; i++)
        if (bytes[i])
            return true;
    return false;
}

static const char *size_error(const MinipyConfig *c)
{
    if (c->struct_size < 2 * sizeof(size_t) || c->struct_size > API_CONFIG_MAX ||
        c->struct_size % _Alignof(MinipyConfig))
        return "struct_size is not the size of a MinipyConfig: call "
               "minipy_config_init first";
    if (asks_for_more(c))
        return "the configuration has a field that this version of minipy does not "
               "know";
    return NULL;
}

static const char *field_error(const MinipyConfig *c)
{
    if (c->argc < 0)
        return "argc is negative";
    for (int i = 0; c->argv && i < c->argc; i++)
        if (!c->argv[i])
            return "argv has fewer entries than argc says";
    if (c->optimize < 0)
        return "optimize is negative";
    if (c->int_max_str_digits < -1 ||
        (c->int_max_str_digits > 0 && c->int_max_str_digits < 640))
        return "int_max_str_digits is neither 0 nor at least 640";
    if (c->recursion_limit < 0)
        return "recursion_limit is negative";
    if (c->confined && (c->handle_signals || c->fault_handler) &&
        !(c->allow & MINIPY_ALLOW_HOST))
        return "handle_signals and fault_handler are the whole process's: a confined "
               "program needs MINIPY_ALLOW_HOST for them";
    return NULL;
}

/* An older host's configuration is shorter: what it lacks has its default. */
static void widen(const MinipyConfig *given, MinipyConfig *full)
{
    size_t n = given->struct_size < sizeof *full ? given->struct_size : sizeof *full;
    minipy_config_init(full);
    memcpy(full, given, n);
    full->struct_size = sizeof *full;
}

const char *api_config(const MinipyConfig *given, MinipyConfig *full)
{
    if (!given) {
        minipy_config_init(full);
        return NULL;
    }
    const char *error = size_error(given);
    if (error)
        return error;
    widen(given, full);
    return field_error(full);
}

const char *minipy_config_error(const MinipyConfig *config)
{
    MinipyConfig full;
    return api_config(config, &full);
}
