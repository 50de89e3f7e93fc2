/* sys.h - what the files of the module sys share. */
#ifndef MINIPY_STDLIB_RUNTIME_SYS_H
#define MINIPY_STDLIB_RUNTIME_SYS_H

#include "vm/core/vm.h"
#include "vm/objects/structseq.h"

extern const MethodDef sys_hook_functions[], sys_trace_functions[];
int sys_add_info(MinipyVM *vm, Value module);  /* constants, version, flags, ... */
int sys_add_hooks(MinipyVM *vm, Value module); /* __excepthook__ & co. */
/* The module sys.monitoring, always the same: new; VALUE_NULL: no memory. */
Value monitoring_module(MinipyVM *vm);
/* A float for a table of constants; VALUE_NULL: no memory. */
Value sys_float(MinipyVM *vm, double d);
/* A struct sequence of a type made for it; items stolen. */
Value sys_structseq_steal(MinipyVM *vm, const StructSeqSpec *spec, const Value *items);

#endif
