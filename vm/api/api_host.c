/* api_host.c - what ties a vm to its host: weak handles, where text and warnings go,
 * and the lock for threads that come and go.
 */
#include "stdlib/io/io.h"
#include "vm/api/api.h"
#include "vm/containers/dict.h"
#include "vm/core/hooks.h"
#include "vm/import/import.h"
#include "vm/memory/weakref.h"
#include "vm/numbers/int.h"
#include "vm/objects/args.h"
#include "vm/objects/module.h"
#include "vm/objects/signature.h"
#include "vm/text/str.h"
#include "vm/threads/thread.h"

/* ---- weak handles ---------------------------------------------------------------- */

MinipyValue minipy_weak(MinipyVM *vm, MinipyValue v, MinipyValue callback)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    bool given =
        api_value(vm, v, __func__) && (!callback || api_value(vm, callback, __func__));
    return api_left(vm, given ? weakref_new(vm, v, callback) : VALUE_NULL);
}

MinipyValue minipy_weak_get(MinipyVM *vm, MinipyValue weak)
{
    if (!api_usable(vm) || vm->raised || !api_value(vm, weak, __func__))
        return MINIPY_NULL;
    if (value_is_kind(weak, KIND_WEAKREF))
        return weakref_target(weak);
    return error_set(vm, EXC_TypeError, "expected a weak reference, not %T", weak);
}

/* ---- output ---------------------------------------------------------------------- */

int minipy_set_output(MinipyVM *vm, int stream, MinipyWrite write, void *user)
{
    if (!api_enter(vm))
        return -1;
    if (stream != 1 && stream != 2)
        return api_left_int(vm, api_refuse(vm, __func__, "the stream is 1 or 2"));
    return api_left_int(vm, io_set_output(vm, stream, write, user));
}

/* ---- input ----------------------------------------------------------------------- */

int minipy_set_line_reader(MinipyVM *vm, MinipyFunction f, void *user)
{
    if (!api_usable(vm) || vm->raised)
        return -1;
    MinipyValue reader = f ? minipy_function(vm, "read_line", f, user) : VALUE_NULL;
    if (f && !reader)
        return -1;
    value_set_steal(vm, &vm->line_reader, reader);
    return 0;
}

/* ---- warnings -------------------------------------------------------------------- */

int minipy_set_warning_hook(MinipyVM *vm, MinipyWarningHook hook, void *user)
{
    if (!api_usable(vm) || vm->raised)
        return -1;
    vm->warning_hook = hook;
    vm->warning_user = user;
    return 0;
}

static int warn(MinipyVM *vm, const char *category, const char *message, int level)
{
    TypeObj *cls = api_exception_class(vm, category ? category : "UserWarning");
    if (!cls || !type_is_subtype(cls, vm->exc[EXC_Warning]))
        return api_refuse(vm, "minipy_warn", "there is no such class of warnings");
    Value text = str_from_cstr(vm, message);
    int r = text ? warnings_warn(vm, cls, text, level, VALUE_NULL) : -1;
    value_xdecref(vm, text);
    return r;
}

int minipy_warn(MinipyVM *vm, const char *category, const char *message,
                int stack_level)
{
    if (!api_enter(vm))
        return -1;
    return api_left_int(vm, api_pointer(vm, message, __func__)
                                ? warn(vm, category, message, stack_level)
                                : -1);
}

/* ---- the lock -------------------------------------------------------------------- */

enum { WAS_IN, HAS_ENTERED, HAS_ATTACHED };

int minipy_lock(MinipyVM *vm)
{
    if (!vm)
        return -1;
    if (thread_holds_vm(vm))
        return vm->closed ? -1 : WAS_IN;
    Thread *mine = thread_of_caller(vm);
    if (!mine)
        return thread_attach(vm) == 0 ? HAS_ATTACHED : -1;
    thread_enter(vm, mine);
    return HAS_ENTERED;
}

void minipy_unlock(MinipyVM *vm, int state)
{
    if (!api_usable(vm))
        return;
    if (state == HAS_ENTERED)
        thread_leave(vm);
    else if (state == HAS_ATTACHED)
        minipy_thread_detach(vm);
}
