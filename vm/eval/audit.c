/* audit.c - audit events (audit.h). A hook that raises stops the event and what it
 * guards. */
#include "vm/eval/audit_wanted.h"

#include <stdarg.h>

#include "vm/bytes/bytes.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/eval/trace.h"
#include "vm/containers/list.h"
#include "vm/objects/call.h"

typedef struct HookLink {
    AuditHook hook;
    void *user;
    struct HookLink *next;
} HookLink;

/* C hooks, then the marker. */
static int tell_c(MinipyVM *vm, const char *event, Value args)
{
    for (HookLink *l = vm->c_audit_hooks; l; l = l->next) {
        int r = l->hook(event, args, l->user);
        if (r == 0 && !error_occurred(vm))
            continue;
        if (r == 0)
            error_set_from_cause(vm, EXC_SystemError,
                                 "audit hook returned a result with an exception set");
        else if (!error_occurred(vm))
            error_set(vm, EXC_RuntimeError, "audit hook refused %s", event);
        return -1;
    }
    if (probes_audit_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_audit(&vm->consumers, event, value_obj(args)));
    return 0;
}

static int tell_python(MinipyVM *vm, Value hook, Value name, Value args)
{
    Value traceable =
        VALUE_NULL; /* __cantrace__: the hook wants to be seen by tracers */
    int can = object_lookup_attr(vm, hook, NAME(vm, __cantrace__), &traceable);
    if (can > 0)
        can = object_is_true(vm, traceable);
    value_xdecref(vm, traceable);
    if (can == 0)
        trace_hide(vm);
    Value v = can < 0 ? VALUE_NULL : call2(vm, hook, name, args);
    if (can == 0)
        trace_unhide(vm);
    value_xdecref(vm, v);
    return v ? 0 : -1;
}

int audit_tuple(MinipyVM *vm, const char *event, Value args)
{
    if (tell_c(vm, event, args) < 0)
        return -1;
    if (!vm->audit_hooks)
        return 0;
    Value name = str_from_cstr(vm, event);
    int r = name ? 0 : -1;
    for (int64_t i = 0; r == 0 && i < list_size(vm->audit_hooks); i++) {
        Value hook = value_incref(list_get_borrow(vm->audit_hooks, i));
        r = tell_python(vm, hook, name, args);
        value_decref(vm, hook);
    }
    value_xdecref(vm, name);
    return r;
}

static int audit_list(MinipyVM *vm, int (*tell)(MinipyVM *, const char *, Value),
                      const char *event, int n, va_list ap)
{
    Value items[9];
    for (int i = 0; i < n; i++)
        items[i] = va_arg(ap, Value);
    Value args = tuple_from(vm, items, n);
    int r = args ? tell(vm, event, args) : -1;
    value_xdecref(vm, args);
    return r;
}

int audit(MinipyVM *vm, const char *event, int n, ...)
{
    va_list ap;
    if (likely(!audit_wanted(vm)))
        return 0;
    va_start(ap, n);
    int r = audit_list(vm, audit_tuple, event, n, ap);
    va_end(ap);
    return r;
}

int audit_start(MinipyVM *vm, const char *event, int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int r = audit_list(vm, tell_c, event, n, ap);
    va_end(ap);
    return r;
}

/* object.EVENT of obj's attribute; value VALUE_NULL: the event has none. */
static int audit_attribute(MinipyVM *vm, const char *event, Value obj, const char *name,
                           Value value)
{
    Value s = str_from_cstr(vm, name);
    int r = s ? audit(vm, event, value ? 3 : 2, obj, s, value) : -1;
    value_xdecref(vm, s);
    return r;
}

int audit_getattr(MinipyVM *vm, Value obj, const char *name)
{
    return likely(!audit_wanted(vm))
               ? 0
               : audit_attribute(vm, "object.__getattr__", obj, name, VALUE_NULL);
}

int audit_setattr(MinipyVM *vm, Value obj, const char *name, Value value)
{
    return likely(!audit_wanted(vm))
               ? 0
               : audit_attribute(vm,
                                 value ? "object.__setattr__" : "object.__delattr__",
                                 obj, name, value);
}

int audit_compile(MinipyVM *vm, const char *text, int64_t size, Value filename)
{
    if (!audit_wanted(vm))
        return 0;
    Value bytes = bytes_from(vm, text, size);
    int r = bytes ? audit(vm, "compile", 2, bytes, filename) : -1;
    value_xdecref(vm, bytes);
    return r;
}

int audit_open(MinipyVM *vm, Value name, const char *mode, int flags)
{
    if (!audit_wanted(vm))
        return 0;
    Value s = str_from_cstr(vm, mode);
    int r = s ? audit(vm, "open", 3, name, s, value_from_imm(flags)) : -1;
    value_xdecref(vm, s);
    return r;
}

/* Adding a hook is itself an event; a hook that objects by an Exception keeps it out,
 * silently. */
int audit_add_hook(MinipyVM *vm, Value hook)
{
    if (audit(vm, "sys.addaudithook", 0) < 0) {
        if (!error_matches(vm, EXC_Exception))
            return -1;
        error_clear(vm);
        return 0;
    }
    if (!vm->audit_hooks) {
        if (!(vm->audit_hooks = value_hide(list_new(vm, 0))))
            return -1;
    }
    return list_append(vm, vm->audit_hooks, hook);
}

int audit_add_c_hook(MinipyVM *vm, AuditHook hook, void *user)
{
    HookLink *l = mem_alloc(vm, sizeof *l), **last = (HookLink **)&vm->c_audit_hooks;
    if (!l)
        return -1;
    *l = (HookLink){hook, user, NULL};
    while (*last)
        last = &(*last)->next;
    *last = l;
    return 0;
}

void audit_end(MinipyVM *vm)
{
    value_clear(vm, &vm->audit_hooks);
    if (audit(vm, "cpython._PySys_ClearAuditHooks", 0) < 0)
        error_clear(vm);
    audit_fini(vm);
}

void audit_fini(MinipyVM *vm)
{
    for (HookLink *l = vm->c_audit_hooks, *next; l; l = next) {
        next = l->next;
        mem_free(vm, l);
    }
    vm->c_audit_hooks = NULL;
    value_clear(vm, &vm->audit_hooks);
}
