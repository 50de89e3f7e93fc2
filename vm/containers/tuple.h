/* tuple.h - tuples. */
#ifndef MINIPY_VM_CONTAINERS_TUPLE_H
#define MINIPY_VM_CONTAINERS_TUPLE_H

#include "vm/core/vm.h"

struct TupleObj {
    Object ob;
    int64_t size;
    Value items[]; /* strong */
};
Value tuple_alloc(
    MinipyVM *vm,
    int64_t n); /* items VALUE_NULL, to be filled; n == 0: the empty tuple */
Value tuple_from(MinipyVM *vm, const Value *items,
                 int64_t n); /* takes new references */
/* Both take the items over, also on failure. Items of the first may be VALUE_NULL, an
 * exception being set: then it returns VALUE_NULL, too. */
Value tuple_from_steal(MinipyVM *vm, const Value *items, int64_t n);
Value tuple_from_stack(MinipyVM *vm, const Value *items, int64_t n);
Value tuple_pack(MinipyVM *vm, int n, ...); /* borrowed Values */
Value tuple_slice(MinipyVM *vm, Value t, int64_t start, int64_t end);
Value tuple_concat(MinipyVM *vm, Value a, Value b);
static inline int64_t tuple_size(Value t)
{
    return TUPLE(t)->size;
}
static inline Value tuple_get_borrow(Value t, int64_t i)
{
    return TUPLE(t)->items[i];
}
/* The new tuple t with item, which it takes over, in place i. An item that could not be
 * made is the end of t: VALUE_NULL, and the exception passes. */
static inline Value tuple_put_made(MinipyVM *vm, Value t, int64_t i, Value item)
{
    if (item) {
        TUPLE(t)->items[i] = item;
        return t;
    }
    value_decref(vm, t);
    return VALUE_NULL;
}

/* The truth of a op b, which are exactly tuples; -1: exception. */
int tuples_compare(MinipyVM *vm, Value a, Value b, CompareOp op);

#endif
