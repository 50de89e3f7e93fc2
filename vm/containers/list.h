/* list.h - lists. Implementation: list.c, list_sort.c, list_iter.c. */
#ifndef MINIPY_VM_CONTAINERS_LIST_H
#define MINIPY_VM_CONTAINERS_LIST_H

#include "vm/core/vm.h"
#include "vm/containers/tuple.h"

struct ListObj {
    Object ob;
    int64_t size, capacity;
    Value *items; /* strong; mem_alloc'ed; NULL when capacity is 0 */
};

Value list_new(MinipyVM *vm,
               int64_t n); /* size n, items VALUE_NULL to be filled at once */
/* New lists of items that are borrowed, or (steal) taken over in any case, also on
 * failure; VALUE_NULL: MemoryError. */
Value list_from(MinipyVM *vm, const Value *items, int64_t n);
Value list_from_steal(MinipyVM *vm, const Value *items, int64_t n);
/* 0; -1: MemoryError. _steal takes item over in any case. */
int list_append(MinipyVM *vm, Value list, Value item);
int list_append_steal(MinipyVM *vm, Value list, Value item);
/* The same for what a call has just made: -1 too when that is VALUE_NULL. */
static inline int list_append_made(MinipyVM *vm, Value list, Value item)
{
    return item ? list_append_steal(vm, list, item) : -1;
}
int list_insert(MinipyVM *vm, Value list, int64_t i, Value item);
int list_extend(MinipyVM *vm, Value list, Value iterable);
int list_set_slice(MinipyVM *vm, Value list, int64_t lo, int64_t hi, Value v_or_null);
Value list_slice(MinipyVM *vm, Value list, int64_t lo, int64_t hi);
Value list_as_tuple(MinipyVM *vm, Value list);
/* Of what list_extend takes without an iterator: true, and *tuple is new, or VALUE_NULL
 * with an exception. False: it is nothing of that kind. */
bool list_tuple_at_once(MinipyVM *vm, Value from, Value *tuple);
/* Of what else has an iterator. */
Value list_made_tuple(MinipyVM *vm, Value iterable);
/* ... of a new list that is taken over; VALUE_NULL: an error that passes. */
static inline Value list_as_tuple_steal(MinipyVM *vm, Value list)
{
    if (!list)
        return VALUE_NULL;
    int64_t n = LIST(list)->size;
    LIST(list)->size = 0; /* its references go to the tuple */
    Value t = tuple_from_stack(vm, LIST(list)->items, n);
    value_decref(vm, list);
    return t;
}
int list_sort(MinipyVM *vm, Value list, Value key_or_null, bool reverse);
/* What iterable holds, sorted: a new list. Takes it over; VALUE_NULL: an error passes.
 */
Value list_sorted_steal(MinipyVM *vm, Value iterable);
int list_reverse(MinipyVM *vm, Value list);
Value list_pop(MinipyVM *vm, Value list, int64_t i); /* i in range */
static inline int64_t list_size(Value l)
{
    return LIST(l)->size;
}
static inline Value list_get_borrow(Value l, int64_t i)
{
    return LIST(l)->items[i];
}
/* list or tuple: its items and size (sequence_fast results). */
static inline Value *seq_items(Value v)
{
    return value_is_list(v) ? LIST(v)->items : TUPLE(v)->items;
}
static inline int64_t seq_size(Value v)
{
    return value_is_list(v) ? LIST(v)->size : TUPLE(v)->size;
}

/* The list (taken over), or VALUE_NULL where filling it failed: error is not 0. */
static inline Value list_unless_steal(MinipyVM *vm, Value list, int error)
{
    if (error == 0)
        return list;
    value_decref(vm, list);
    return VALUE_NULL;
}

/* The truth of a op b, which are exactly lists; -1: exception. */
int lists_compare(MinipyVM *vm, Value a, Value b, CompareOp op);

#endif
