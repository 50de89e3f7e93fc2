/* set.h - sets and frozensets. */
#ifndef MINIPY_VM_CONTAINERS_SET_H
#define MINIPY_VM_CONTAINERS_SET_H

#include "vm/core/vm.h"

/* Open addressing with CPython's linear probes, so that they iterate in its order. */
typedef struct SetEntry {
    Value key; /* VALUE_NULL: never used; VALUE_DUMMY: deleted */
    int64_t hash;
} SetEntry;
/* A table of SET_PLACES grows before more than SET_FEW are filled: they lie in the
 * object, as they came, and a byte for each place tells which of them it has. Zeroed
 * memory is an empty set. */
enum { SET_PLACES = 8, SET_FEW = 4 };
typedef struct SetObj {
    Object ob;
    uint32_t fill, used; /* places that have an entry, and how many of these live */
    union {
        uint64_t mask;             /* where there is a table */
        uint8_t place[SET_PLACES]; /* else: the number of an entry in small, */
        uint64_t places;           /* and all of them, the first lowest */
    };
    union {
        struct {
            SetEntry *table; /* NULL: small */
            union {
                uint64_t finger;  /* set: where pop() goes on */
                uint64_t inverse; /* frozenset: ~hash; 0: not known */
            };
        };
        /* Entry 0 is that of free places: its key is `table`, which is NULL then. */
        SetEntry small[1 + SET_FEW];
    };
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
