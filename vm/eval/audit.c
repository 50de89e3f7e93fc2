/* audit.c - audit events (audit.h). A hook that raises stops the event and what it
 * guards. */
#include "vm/eval/audit.h"

#include <stdarg.h>

#include "vm/containers/dict.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/eval/trace.h"
#include "vm/containers/list.h"

typedef struct HookLink {
    AuditHook hook;
    void *user;
    struct HookLink *next;
} HookLink;

int audit_tuple(MinipyVM *vm, const char *event, Value args)
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
    if (!vm->audit_hooks)
        return 0;
    Value name = str_from_cstr(vm, event);
    int r = name ? 0 : -1;
    for (int64_t i = 0; r == 0 && i < list_size(vm->audit_hooks); i++) {
        Value hook = value_incref(list_get_borrow(vm->audit_hooks, i));
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
        value_decref(vm, hook);
        value_xdecref(vm, v);
        r = v ? 0 : -1;
    }
    value_xdecref(vm, name);
    return r;
}

int audit(MinipyVM *vm, const char *event, int n, ...)
{
    if (likely(!audit_wanted(vm)))
        return 0;
    Value items[8];
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        items[i] = va_arg(ap, Value);
    va_end(ap);
    Value args = tuple_from(vm, items, n);
    int r = args ? audit_tuple(vm, event, args) : -1;
    value_xdecref(vm, args);
    return r;
}

int audit_import(MinipyVM *vm, Value name)
{
    Value path = dict_get_cstr_borrow(vm, vm->sysdict, "path");
    Value meta = dict_get_cstr_borrow(vm, vm->sysdict, "meta_path");
    Value hooks = dict_get_cstr_borrow(vm, vm->sysdict, "path_hooks");
    return audit(vm, "import", 5, name, VALUE_NONE, path ? path : VALUE_NONE,
                 meta ? meta : VALUE_NONE, hooks ? hooks : VALUE_NONE);
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
    if (!vm->audit_hooks && !(vm->audit_hooks = list_new(vm, 0)))
        return -1;
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

void audit_fini(MinipyVM *vm)
{
    for (HookLink *l = vm->c_audit_hooks, *next; l; l = next) {
        next = l->next;
        mem_free(vm, l);
    }
    vm->c_audit_hooks = NULL;
    value_clear(vm, &vm->audit_hooks);
}
