/* sequence.h - any iterable as a list or a tuple: new, VALUE_NULL is an exception. */
#ifndef MINIPY_VM_CONTAINERS_SEQUENCE_H
#define MINIPY_VM_CONTAINERS_SEQUENCE_H

#include "vm/core/object.h"

Value sequence_fast(MinipyVM *vm, Value v,
                    const char *msg); /* list or tuple; msg for TypeError or NULL */
Value sequence_list(MinipyVM *vm, Value iterable);  /* new list */
Value sequence_tuple(MinipyVM *vm, Value iterable); /* new or same tuple */

#endif
