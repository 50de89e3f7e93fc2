/* audit.h - audit events: sys.audit, hooks in C and Python, and the audit marker. */
#ifndef MINIPY_VM_EVAL_AUDIT_H
#define MINIPY_VM_EVAL_AUDIT_H

#include "vm/core/vm.h"

typedef int (*AuditHook)(const char *event, Value args,
                         void *user); /* non-zero: an exception is set */

/* Would anybody (hook or marker) see an event? */
static inline bool audit_wanted(MinipyVM *vm)
{
    return vm->c_audit_hooks || vm->audit_hooks || probes_audit_wanted(&vm->consumers);
}
/* Reports event with args (a tuple): C hooks, then the marker, then Python hooks; -1: a
 * hook raised. The order is that of docs/PROBES.md. */
int audit_tuple(MinipyVM *vm, const char *event, Value args);
/* n borrowed Values; cheap when nobody listens. */
int audit(MinipyVM *vm, const char *event, int n, ...);
int audit_import(MinipyVM *vm, Value name); /* the `import` event */
int audit_add_hook(MinipyVM *vm, Value hook);
int audit_add_c_hook(MinipyVM *vm, AuditHook hook, void *user);
void audit_fini(MinipyVM *vm);

#endif
