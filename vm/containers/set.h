/* set.h - sets and frozensets. */
#ifndef MINIPY_VM_CONTAINERS_SET_H
#define MINIPY_VM_CONTAINERS_SET_H

#include "vm/core/vm.h"

/* Open addressing with CPython's linear probes, so that they iterate in its order. */
typedef struct SetEntry {
    Value key; /* VALUE_NULL: never used; VALUE_DUMMY: deleted */
    int64_t hash;
} SetEntry;
typedef struct SetObj {
    Object ob;
    int64_t fill, used;
    uint64_t mask;
    SetEntry *table; /* small, or mem_alloc'ed */
    int64_t hash;    /* frozenset; -1: not computed */
    int64_t finger;
    SetEntry small[8];
} SetObj;
#define SET(v) ((SetObj *)(uintptr_t)(v))
#define value_is_anyset(v)                                                             \
    (value_is_kind((v), KIND_SET) || value_is_kind((v), KIND_FROZENSET))

/* Writes the items, each a new reference, to `to`, which has room for set_size. */
void set_items(Value s, Value *to);
/* Of the items; VALUE_NULL: exception, of the iterable or of a hash. */
Value set_new(MinipyVM *vm, Value iterable_or_null);
Value frozenset_new(MinipyVM *vm, Value iterable_or_null);
/* Hash and compare, so they can run Python code. Add: 0; contains: 1 or 0; -1:
 * exception. */
int set_add(MinipyVM *vm, Value s, Value key);
int set_contains(MinipyVM *vm, Value s, Value key);
int set_discard(MinipyVM *vm, Value s, Value key); /* 1 removed, 0 absent, -1 */
/* Adds all items: 0, or -1 with an exception (those before it stay added). */
int set_update(MinipyVM *vm, Value s, Value iterable);
/* The next key, borrowed, from *pos (0 at first) on; false: the end. The set must
 * not change. */
bool set_next(Value s, int64_t *pos, Value *key);
static inline int64_t set_size(Value s)
{
    return SET(s)->used;
}

#endif
