/* sequence.h - any iterable as a list or a tuple (new, VALUE_NULL: an exception), and
 * what sequences and iterators have in common. */
#ifndef MINIPY_VM_CONTAINERS_SEQUENCE_H
#define MINIPY_VM_CONTAINERS_SEQUENCE_H

#include "vm/core/vm.h"

Value sequence_fast(MinipyVM *vm, Value v,
                    const char *msg); /* list or tuple; msg for TypeError or NULL */
Value sequence_list(MinipyVM *vm, Value iterable);  /* new list */
Value sequence_tuple(MinipyVM *vm, Value iterable); /* new or same tuple */

/* The index that an item slot of o wants: negative ones count from the end. False: an
 * exception, too_large for what does not fit. */
bool sequence_index(MinipyVM *vm, Value o, Value key, ExcId too_large, int64_t *out);
/* o[i] by position, by what its class is now (a method may have changed it since it was
 * asked for); a dict has no positions. */
Value sequence_item(MinipyVM *vm, Value o, int64_t i);
int sequence_iter_contains(MinipyVM *vm, Value iterable, Value item); /* by iteration */
Value object_self(MinipyVM *vm, Value self); /* tp_iter of iterators */

#endif
