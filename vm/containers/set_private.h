/* set_private.h - what set.c (the table) and set_type.c (the types) share. Functions
 * that return int give 1/0 for found or done, -1 with an exception set.
 */
#ifndef MINIPY_VM_CONTAINERS_SET_PRIVATE_H
#define MINIPY_VM_CONTAINERS_SET_PRIVATE_H

#include "vm/containers/dict_private.h"
#include "vm/containers/set.h"
#include "vm/text/str.h"

/* An empty one of a class that derives from set or frozenset; VALUE_NULL:
 * MemoryError. */
Value set_alloc(MinipyVM *vm, TypeObj *cls);
/* As set_add and its like, with a hash that is known; discard: 1 if it was there. */
int set_add_hash(MinipyVM *vm, SetObj *s, Value key, int64_t hash);
int set_discard_hash(MinipyVM *vm, SetObj *s, Value key, int64_t hash);
int set_grow_after_removals(MinipyVM *vm,
                            SetObj *s); /* drops dummies if they are many */
/* Adds the items of other: 0, or -1 with an exception. */
int set_merge(MinipyVM *vm, SetObj *s, SetObj *other);
Value set_make(MinipyVM *vm, TypeObj *cls, Value iterable_or_null);
/* Empties it; what that releases can run Python code. */
void set_clear_all(MinipyVM *vm, SetObj *s);
void set_swap(SetObj *a, SetObj *b);       /* contents */
void set_release(MinipyVM *vm, SetObj *s); /* at its end: items and table */
Value set_iter(MinipyVM *vm, Value set);   /* set_iter.c */

static inline bool is_live(const SetEntry *e)
{
    return e->key && e->key != VALUE_DUMMY;
}

/* The next live entry; NULL at the end. pos starts at 0. */
static inline const SetEntry *set_next_entry(const SetObj *s, int64_t *pos)
{
    int64_t i = *pos, end = (int64_t)s->mask + 1;
    for (const SetEntry *e = s->table + i; i < end; i++, e++)
        if (is_live(e)) {
            *pos = i + 1;
            return e;
        }
    return NULL;
}

/* ---- searches that run no Python code -------------------------------------------- */

enum { LINEAR_PROBES = 9, PERTURB_SHIFT = 5 };

/* The rest of set_find_quietly, past what the first place tells. */
static inline int set_probe_quietly(MinipyVM *vm, const SetObj *s, Value key,
                                    int64_t hash)
{
    uint64_t mask = s->mask, i = (uint64_t)hash & mask, perturb = (uint64_t)hash;
    for (;;) {
        const SetEntry *e = &s->table[i],
                       *last = i + LINEAR_PROBES <= mask ? e + LINEAR_PROBES : e;
        do {
            if (!e->key)
                return 0;
            if (e->hash == hash) {
                int r = keys_equal_quietly(vm, e->key, key);
                if (r)
                    return r;
            }
        } while (e++ != last);
        perturb >>= PERTURB_SHIFT;
        i = (i * 5 + 1 + perturb) & mask;
    }
}

/* 1 or 0; UNSURE: set_compare_and_find has to look. */
static inline int set_find_quietly(MinipyVM *vm, const SetObj *s, Value key,
                                   int64_t hash)
{
    const SetEntry *e = &s->table[(uint64_t)hash & s->mask];
    if (!e->key)
        return 0;
    if (e->key == key && e->hash == hash)
        return 1;
    return set_probe_quietly(vm, s, key, hash);
}

/* Puts a key where its first place is free; false: it is not. There must be room, as
 * fill says. */
static inline bool set_add_first(SetObj *s, Value key, int64_t hash)
{
    SetEntry *e = &s->table[(uint64_t)hash & s->mask];
    if (e->key)
        return false;
    *e = (SetEntry){value_incref(key), hash};
    s->fill++;
    s->used++;
    return true;
}

/* Whether key is in s now. false: nothing was done, set_add_hash has to look: keys must
 * be compared, the table grow, or a removed entry be used again. */
static inline bool set_add_quietly(MinipyVM *vm, SetObj *s, Value key, int64_t hash)
{
    uint64_t mask = s->mask, i = (uint64_t)hash & mask, perturb = (uint64_t)hash;
    for (;;) {
        SetEntry *e = &s->table[i],
                 *last = i + LINEAR_PROBES <= mask ? e + LINEAR_PROBES : e;
        do {
            if (!e->key) {
                if ((uint64_t)(s->fill + 1) * 5 >= mask * 3)
                    return false;
                *e = (SetEntry){value_incref(key), hash};
                s->fill++;
                s->used++;
                return true;
            }
            if (e->hash == hash) {
                int r = keys_equal_quietly(vm, e->key, key);
                if (r)
                    return r == 1;
            } else if (e->hash == -1) {
                return false;
            }
        } while (e++ != last);
        perturb >>= PERTURB_SHIFT;
        i = (i * 5 + 1 + perturb) & mask;
    }
}

/* Of any keys: 1 or 0, -1 with an exception. */
int set_compare_and_find(MinipyVM *vm, SetObj *s, Value key, int64_t hash);
static inline int set_contains_hash(MinipyVM *vm, SetObj *s, Value key, int64_t hash)
{
    int r = set_find_quietly(vm, s, key, hash);
    return likely(r != UNSURE) ? r : set_compare_and_find(vm, s, key, hash);
}

#endif
