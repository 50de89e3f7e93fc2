/* list_private.h - what list*.c and tuple.c share. */
#ifndef MINIPY_VM_CONTAINERS_LIST_PRIVATE_H
#define MINIPY_VM_CONTAINERS_LIST_PRIVATE_H

#include "vm/objects/signature.h"
#include "vm/containers/tuple.h"
#include "vm/memory/mem_gmp.h"
#include "vm/text/str.h"

/* tp_iter of list and tuple (list_iter.c). */
Value list_iter(MinipyVM *vm, Value list);
Value tuple_iter(MinipyVM *vm, Value tuple);
Value list_reversed(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                    Value kwnames);

/* The index after `at` in a slice: may run past the last one, even past the range. */
static inline int64_t slice_next(int64_t at, int64_t step)
{
    return (int64_t)((uint64_t)at + (uint64_t)step);
}

/* Copies the n values of a slice, each a new reference: where they lie is not looked up
 * anew behind each count. */
static inline void slice_copy(Value *to, const Value *from, int64_t n, int64_t start,
                              int64_t step)
{
    for (int64_t i = 0, at = start; i < n; i++, at = slice_next(at, step))
        to[i] = value_incref(from[at]);
}

/* How two sequences compare whose common part is equal. */
static inline bool list_compare_sizes(int64_t a, int64_t b, CompareOp op)
{
    switch (op) {
    case CMP_LT: return a < b;
    case CMP_LE: return a <= b;
    case CMP_EQ: return a == b;
    case CMP_NE: return a != b;
    case CMP_GT: return a > b;
    default: return a >= b;
    }
}

/* How x stands to y: -1, 0, 1, or UNORDERED: not known without asking the items. */
enum { UNORDERED = 2 };
static inline int items_order(MinipyVM *vm, Value x, Value y)
{
    if (x == y)
        return 0;
    if (value_both_int_imm(x, y))
        return (int64_t)x < (int64_t)y ? -1 : 1;
    if (value_is_exact(vm, x, KIND_STR) && value_is_exact(vm, y, KIND_STR) &&
        likely(str_length(x) < LEAVABLE_BYTES))
        return str_compare(x, y);
    return UNORDERED;
}

/* The optional start and stop of index(value[, start[, stop]]), made absolute. */
bool list_index_bounds(MinipyVM *vm, const Value *args, size_t nargs, int64_t size,
                       int64_t *start, int64_t *stop);
/* Sorting by digits (sort_radix.c), for so many keys and more. */
enum { SORT_FEWEST = 64 };
/* Sorts n keys, all ints or all floats that are immediate, stably, and the values (or
 * NULL) that go with them. False: they are as they were, as merging is faster, or there
 * is no memory. */
bool sort_numbers(MinipyVM *vm, Value *keys, Value *values, int64_t n);
/* The same of keys by ints that are given, and sorted with them. */
bool sort_by_order(MinipyVM *vm, int64_t *order, Value *keys, Value *values, int64_t n);
/* Makes ints of n Values that are all ints, all floats, or all texts, such that what
 * has the lesser is less; equal ones of texts decide nothing. False: they are not such;
 * what is in order then is of no use. */
bool sort_heads(MinipyVM *vm, int64_t *order, int64_t n);
/* Is it one of these, whose comparisons with its like nobody sees, and never fail? */
bool sort_is_quiet(MinipyVM *vm, Value v);
/* list.sort(*, key=None, reverse=False) (list_sort.c) */
Value list_method_sort(NATIVE_ARGS);

#endif
