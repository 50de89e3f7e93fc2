/* set_private.h - what set.c (the table) and set_type.c (the types) share. Functions
 * that return int give 1/0 for found or done, -1 with an exception set.
 */
#ifndef MINIPY_VM_CONTAINERS_SET_PRIVATE_H
#define MINIPY_VM_CONTAINERS_SET_PRIVATE_H

#include "vm/containers/dict_private.h"
#include "vm/containers/set.h"

/* An empty one of a class that derives from set or frozenset; VALUE_NULL:
 * MemoryError. */
Value set_alloc(MinipyVM *vm, TypeObj *cls);
/* As set_add and its like, with a hash that is known; discard: 1 if it was there. */
int set_add_hash(MinipyVM *vm, SetObj *s, Value key, int64_t hash);
int set_contains_hash(MinipyVM *vm, SetObj *s, Value key, int64_t hash);
int set_discard_hash(MinipyVM *vm, SetObj *s, Value key, int64_t hash);
int set_grow_after_removals(MinipyVM *vm,
                            SetObj *s); /* drops dummies if they are many */
/* Adds the items of other: 0, or -1 with an exception. */
int set_merge(MinipyVM *vm, SetObj *s, SetObj *other);
Value set_make(MinipyVM *vm, TypeObj *cls, Value iterable_or_null);
/* Empties it; what that releases can run Python code. */
void set_clear_all(MinipyVM *vm, SetObj *s);
void set_swap(SetObj *a, SetObj *b); /* contents */
/* The next live entry; NULL at the end. pos starts at 0. */
const SetEntry *set_next_entry(const SetObj *s, int64_t *pos);
Value set_iter(MinipyVM *vm, Value set); /* set_iter.c */

#endif
