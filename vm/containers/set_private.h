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
/* As set_discard with a hash that is known. */
int set_discard_hash(MinipyVM *vm, SetObj *s, Value key, int64_t hash);
int set_grow_after_removals(MinipyVM *vm,
                            SetObj *s); /* drops dummies if they are many */
Value set_take_any(SetObj *s);          /* out of one that is not empty: set.pop() */
/* Adds the items of other: 0, or -1 with an exception. */
int set_merge(MinipyVM *vm, SetObj *s, SetObj *other);
Value set_make(MinipyVM *vm, TypeObj *cls, Value iterable_or_null);
/* Empties it; what that releases can run Python code. */
void set_clear_all(MinipyVM *vm, SetObj *s);
void set_swap(SetObj *a, SetObj *b);       /* contents of two sets */
void set_release(MinipyVM *vm, SetObj *s); /* at its end: items and table */
Value set_iter(MinipyVM *vm, Value set);   /* set_iter.c */

/* Most places of a table are free: gcc would work out both comparisons for each of
 * them, to have one branch. */
static inline bool is_live(const SetEntry *e)
{
    Value key = e->key;
    if (!key)
        return false;
    __asm__("" : "+r"(key));
    return likely(key != VALUE_DUMMY);
}

/* ---- places ---------------------------------------------------------------------- */

/* `small`: s has no table. Loops over places are compiled once for each. */
static inline uint64_t set_mask(const SetObj *s, bool small)
{
    return small ? SET_PLACES - 1 : s->mask;
}

/* What a place has. Of a free one nothing but the key may be looked at. */
static inline SetEntry *set_place(const SetObj *s, uint64_t i, bool small)
{
    return small ? (SetEntry *)&s->small[s->place[i]] : &s->table[i];
}

/* Into a free place. There must be room, as fill says. */
static inline void set_fill_place(SetObj *s, uint64_t i, Value key, int64_t hash,
                                  bool small)
{
    uint32_t n = ++s->fill;
    if (small)
        s->place[i] = (uint8_t)n;
    *(small ? &s->small[n] : &s->table[i]) = (SetEntry){key, hash};
    s->used++;
}

/* Does the next one that is filled make the table grow? */
static inline bool set_is_full(const SetObj *s, uint64_t mask)
{
    return ((uint64_t)s->fill + 1) * 5 >= mask * 3;
}

/* The next live entry; NULL at the end. pos starts at 0. */
static inline const SetEntry *set_next_entry(const SetObj *s, int64_t *pos)
{
    int64_t i = *pos;
    if (!s->table) {
        uint64_t rest = i < SET_PLACES ? s->places >> i * 8 : 0;
        for (; rest; rest >>= 8) {
            int skip = __builtin_ctzll(rest) / 8;
            rest >>= skip * 8;
            i += skip + 1;
            const SetEntry *e = &s->small[rest & 0xff];
            if (likely(e->key != VALUE_DUMMY)) {
                *pos = i;
                return e;
            }
        }
        return NULL;
    }
    const SetEntry *end = s->table + s->mask + 1;
    for (const SetEntry *e = s->table + i; e < end; e++)
        if (is_live(e)) {
            *pos = e + 1 - s->table;
            return e;
        }
    return NULL;
}

/* The next entry of a small table, or dummy; NULL at the end. rest: s->places at first.
 */
static inline const SetEntry *set_next_of_few(const SetObj *s, uint64_t *rest)
{
    if (!*rest)
        return NULL;
    *rest >>= __builtin_ctzll(*rest) & ~7;
    const SetEntry *e = &s->small[*rest & 0xff];
    *rest >>= 8;
    return e;
}

/* What s holds, in order: its table, or copies of its few entries, which stay as they
 * are whatever becomes of s. The first `used` that live are all. */
static inline const SetEntry *set_in_order(const SetObj *s, SetEntry few[SET_FEW])
{
    if (s->table)
        return s->table;
    uint64_t rest = s->places;
    SetEntry *to = few;
    for (const SetEntry *e; (e = set_next_of_few(s, &rest)) != NULL;)
        *to++ = *e;
    return few;
}

/* Where set_next_entry goes on behind the first n. */
static inline int64_t set_behind(const SetObj *s, int64_t n)
{
    int64_t pos = 0;
    while (n-- > 0)
        set_next_entry(s, &pos);
    return pos;
}

/* ---- searches that run no Python code -------------------------------------------- */

enum { LINEAR_PROBES = 9, PERTURB_SHIFT = 5 };

/* The last place of a run of probes. */
static inline uint64_t set_run_end(uint64_t i, uint64_t mask)
{
    return i + LINEAR_PROBES <= mask ? i + LINEAR_PROBES : i;
}

/* The entry of the first place where a hash is looked for. */
static inline SetEntry *set_first_place(const SetObj *s, int64_t hash)
{
    return s->table ? set_place(s, (uint64_t)hash & set_mask(s, false), false)
                    : set_place(s, (uint64_t)hash & set_mask(s, true), true);
}

/* set_find_quietly where the first place does not tell. */
int set_probe_quietly(MinipyVM *vm, SetObj *s, Value key, int64_t hash);
/* 1 or 0; UNSURE: set_compare_and_find has to look. */
static inline int set_find_quietly(MinipyVM *vm, SetObj *s, Value key, int64_t hash)
{
    const SetEntry *e = set_first_place(s, hash);
    if (!e->key)
        return 0;
    if (e->key == key && e->hash == hash)
        return 1;
    return set_probe_quietly(vm, s, key, hash);
}

/* Whether the first place has key now: it did, or it was free. */
static inline __attribute__((always_inline)) bool
set_add_to_first(SetObj *s, Value key, int64_t hash, bool small)
{
    uint64_t mask = set_mask(s, small), i = (uint64_t)hash & mask;
    const SetEntry *e = set_place(s, i, small);
    if (e->key)
        return e->key == key && e->hash == hash;
    if (set_is_full(s, mask))
        return false;
    set_fill_place(s, i, value_incref(key), hash, small);
    return true;
}

static inline bool set_add_at_once(SetObj *s, Value key, int64_t hash)
{
    return s->table ? set_add_to_first(s, key, hash, false)
                    : set_add_to_first(s, key, hash, true);
}

/* As set_contains where the first place does not tell; hash: -1, or as it is known. */
int set_contains_slowly(MinipyVM *vm, Value s, Value key, int64_t hash);
/* Where the first place has that same object, or nothing, no register is kept. */
static inline int set_contains_inline(MinipyVM *vm, Value v, Value key,
                                      int (*slowly)(MinipyVM *vm, Value v, Value key,
                                                    int64_t hash))
{
    int64_t hash = dict_known_hash(vm, key);
    const SetEntry *e = set_first_place(SET(v), hash);
    if (unlikely(hash == -1) || (e->key != key && e->key != VALUE_NULL))
        return slowly(vm, v, key, hash);
    return e->key == key;
}

/* The rest of the next two. */
int set_add_slowly(MinipyVM *vm, SetObj *s, Value key, int64_t hash, bool quiet);
/* 0: key is in s now; -1 with an exception; UNSURE: nothing was done, keys must be
 * compared, as set_add_hash does. */
static inline int set_add_quietly(MinipyVM *vm, SetObj *s, Value key, int64_t hash)
{
    return set_add_at_once(s, key, hash) ? 0 : set_add_slowly(vm, s, key, hash, true);
}
static inline int set_add_hash(MinipyVM *vm, SetObj *s, Value key, int64_t hash)
{
    return set_add_at_once(s, key, hash) ? 0 : set_add_slowly(vm, s, key, hash, false);
}

/* Of any keys: 1 or 0, -1 with an exception. */
int set_compare_and_find(MinipyVM *vm, SetObj *s, Value key, int64_t hash);
static inline int set_contains_hash(MinipyVM *vm, SetObj *s, Value key, int64_t hash)
{
    int r = set_find_quietly(vm, s, key, hash);
    return likely(r != UNSURE) ? r : set_compare_and_find(vm, s, key, hash);
}

#endif
