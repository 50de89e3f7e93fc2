/* structseq.h - struct sequence types. */
#ifndef MINIPY_VM_OBJECTS_STRUCTSEQ_H
#define MINIPY_VM_OBJECTS_STRUCTSEQ_H

#include "vm/core/vm.h"

/* struct sequence types (sys.version_info, time.struct_time, os.stat_result...): tuple
 * subclasses with names. */
typedef struct StructSeqSpec {
    const char *name; /* "time.struct_time" */
    const char *doc;
    const char *const *fields; /* NULL-terminated; visible ones first */
    int visible;
} StructSeqSpec;
TypeObj *structseq_type(MinipyVM *vm, const StructSeqSpec *spec);
/* Calls of the type go to new_, not to structseq's own. 0, or -1 with an exception. */
int structseq_set_new(MinipyVM *vm, const StructSeqSpec *spec, NewSlot new_);
/* No calls make instances any more: the type of something of which there is one. */
int structseq_close(MinipyVM *vm, const StructSeqSpec *spec);
void structseq_fini(MinipyVM *vm); /* end of the vm, after its types */
/* An instance with these fields, None behind them: new. Takes the items over; one that
 * is VALUE_NULL: an error that passes through. */
Value structseq_new_steal(MinipyVM *vm, TypeObj *t, const Value *items, int n);
/* The same of the spec's type; VALUE_NULL among the items: an error that passes. */
Value structseq_make_steal(MinipyVM *vm, const StructSeqSpec *spec, const Value *items,
                           int n);

#endif
