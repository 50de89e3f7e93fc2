/* api_host.c - what ties a vm to its host: weak handles, where text and warnings go,
 * and the lock for threads that come and go.
 */
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

/* What stands in sys.stdout or sys.stderr and hands the text to the host. */
typedef struct HostOutput {
    Object ob;
    MinipyWrite write;
    void *user;
} HostOutput;

FN(output_write)
{
    const HostOutput *o = (const HostOutput *)value_obj(self);
    int64_t size;
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "write() argument must be str, not %T",
                         args[0]);
    const char *text = str_utf8(vm, args[0], &size);
    if (!text)
        return VALUE_NULL;
    o->write(o->user, text, (size_t)size);
    return vm->raised ? VALUE_NULL : int_new(vm, str_length(args[0]));
}

FN(output_flush)
{
    return VALUE_NONE;
}

FN(output_no)
{
    return VALUE_FALSE;
}

FN(output_yes)
{
    return VALUE_TRUE;
}

GETTER(output_encoding)
{
    return str_from_cstr(vm, "utf-8");
}

GETTER(output_errors)
{
    return str_from_cstr(vm, "strict");
}

static METHODS(output_methods,
    {"write", output_write, 0, "($self, text, /)", NULL},
    {"flush", output_flush, 0, "($self, /)", NULL},
    {"isatty", output_no, 0, "($self, /)", NULL},
    {"readable", output_no, 0, "($self, /)", NULL},
    {"writable", output_yes, 0, "($self, /)", NULL},
);
static GETSETS(output_getsets,
    GETS("encoding", output_encoding),
    GETS("errors", output_errors),
);
static TYPE_SPEC(host_output_spec,
    .name = "minipy.host_output",
    .flags = TYPE_NO_NEW, .basicsize = sizeof(HostOutput),
    .methods = output_methods, .getsets = output_getsets,
);

static Value output_new(MinipyVM *vm, MinipyWrite write, void *user)
{
    TypeObj *t = module_type_made_borrow(vm, &host_output_spec);
    HostOutput *o = t ? (HostOutput *)object_alloc(vm, t, 0) : NULL;
    if (!o)
        return VALUE_NULL;
    o->write = write;
    o->user = user;
    return value_from_obj(o);
}

static int set_output(MinipyVM *vm, int stream, MinipyWrite write, void *user)
{
    bool out = stream == 1;
    Value v = write ? output_new(vm, write, user)
                    : value_xincref(dict_get_cstr_borrow(
                          vm, vm->sysdict, out ? "__stdout__" : "__stderr__"));
    if (!write && !v)
        v = VALUE_NONE;
    return dict_set_cstr_steal(vm, vm->sysdict, out ? "stdout" : "stderr", v);
}

int minipy_set_output(MinipyVM *vm, int stream, MinipyWrite write, void *user)
{
    if (!api_enter(vm))
        return -1;
    if (stream != 1 && stream != 2)
        return api_left_int(vm, api_refuse(vm, __func__, "the stream is 1 or 2"));
    return api_left_int(vm, set_output(vm, stream, write, user));
}

/* ---- warnings -------------------------------------------------------------------- */

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
