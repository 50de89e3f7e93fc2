/* pair.h - the pairs that iterators give: enumerate, the items of a dict. In tuple.c.
 */
#ifndef MINIPY_VM_CONTAINERS_PAIR_H
#define MINIPY_VM_CONTAINERS_PAIR_H

#include "vm/containers/tuple.h"

/* The pair of a and b, which it takes over, for iterators: *kept once more if nobody
 * else holds it, else a new one, and that is what *kept becomes where it is VALUE_NULL.
 */
Value tuple_pair_steal(MinipyVM *vm, Value *kept, Value a, Value b);

#endif
