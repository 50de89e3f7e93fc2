/* audit_wanted.h - for those who work out an audit event only if it is seen. */
#ifndef MINIPY_VM_EVAL_AUDIT_WANTED_H
#define MINIPY_VM_EVAL_AUDIT_WANTED_H

#include "probes/report.h"
#include "vm/eval/audit.h"

/* Would anybody (hook or marker) see an event? */
static inline bool audit_wanted(MinipyVM *vm)
{
    return vm->c_audit_hooks || vm->audit_hooks || probes_audit_wanted(&vm->consumers);
}

#endif
