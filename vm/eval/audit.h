/* audit.h - audit events: sys.audit, hooks in C and Python, and the audit marker. */
#ifndef MINIPY_VM_EVAL_AUDIT_H
#define MINIPY_VM_EVAL_AUDIT_H

#include "vm/core/hooks.h"

typedef int (*AuditHook)(const char *event, Value args,
                         void *user); /* non-zero: an exception is set */

/* Reports event with args (a tuple): C hooks, then the marker, then Python hooks; -1: a
 * hook raised. The order is that of docs/PROBES.md. */
int audit_tuple(MinipyVM *vm, const char *event, Value args);
/* What CPython does before a hook in Python can be there: C hooks and the marker alone
 * see it. */
int audit_start(MinipyVM *vm, const char *event, int n, ...);
/* A file is opened: its name or descriptor as it was given. */
int audit_open(MinipyVM *vm, Value name, const char *mode, int flags);
/* The parser gets a text: hooks see its bytes. */
int audit_compile(MinipyVM *vm, const char *text, int64_t size, Value filename);
int audit_add_hook(MinipyVM *vm, Value hook);
int audit_add_c_hook(MinipyVM *vm, AuditHook hook, void *user);
/* The vm ends: hooks are gone, and those in C hear of it. What they raise is dropped.
 */
void audit_end(MinipyVM *vm);
void audit_fini(MinipyVM *vm);

#endif
