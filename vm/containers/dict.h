/* dict.h - the compact, insertion-ordered hash table. Implementation: dict*.c.
 *
 * The entries stand in insertion order with holes (key VALUE_NULL) where keys were
 * deleted; a separate index table of 1, 2 or 4 byte cells maps hashes to entries. The
 * entries of a dict that is not large and has only strs leave out the hash, which a str
 * has itself, so that who goes through them asks dict_entry(). Any change of the keys
 * (insert, delete, resize, clear; not a mere change of a value) drops keys_version to
 * 0, so that inline caches may remember an entry's position.
 */
#ifndef MINIPY_VM_CONTAINERS_DICT_H
#define MINIPY_VM_CONTAINERS_DICT_H

#include "vm/core/vm.h"

typedef struct DictEntry {
    Value key; /* strong; VALUE_NULL: deleted */
    Value value;
} DictEntry;

typedef struct DictHashedEntry {
    DictEntry entry;
    int64_t hash;
} DictHashedEntry;

struct DictObj {
    Object ob;
    int64_t used;          /* live entries */
    uint32_t nentries;     /* entries so far, holes included */
    uint32_t capacity;     /* entries that there is room for */
    uint32_t keys_version; /* 0: none assigned */
    uint8_t log2_index;    /* of the cells that it has, not of CPython's */
    bool hashed;           /* the entries have their hashes, which is so... */
    bool str_keys;         /* ...unless every key since clear is exactly a str */
    uint8_t of_class : 6;  /* DICT_OF_*: class_dict.h */
    uint8_t is_sparse : 1; /* there are twice as many cells as CPython has */
    uint8_t is_short : 1;  /* its block is a literal's of few keys: capacity is less */
    uint32_t version;      /* counts every change of the keys */
    uint32_t first;        /* no live entry stands before it: queues stay linear */
    void *entries; /* DictHashedEntry if hashed, else DictEntry; NULL when empty */
    union {
        int8_t few[8]; /* the cells themselves if there are no more */
        void *cells;   /* in the block of the entries, behind them */
    } index;
};

/* CPython's index would have 2 to this power of cells. */
static inline int dict_cpythons_log2(const DictObj *d)
{
    return d->log2_index - d->is_sparse;
}

/* Entry i of those that there are. */
static inline DictEntry *dict_entry(const DictObj *d, uint64_t i)
{
    return d->hashed ? &((DictHashedEntry *)d->entries)[i].entry
                     : &((DictEntry *)d->entries)[i];
}

/* The place of entry i's value as inline caches remember it, and the value there: right
 * as long as the keys are those that they were. */
static inline uint32_t dict_value_place(const DictObj *d, uint32_t i)
{
    return (d->hashed ? 3 * i : 2 * i) + 1;
}

static inline Value dict_value_at(const DictObj *d, uint32_t place)
{
    return ((const Value *)d->entries)[place];
}

/* New dicts; presized: n keys fit in without growing, all of them exactly strs if it
 * says so. A copy has the same order and is a plain dict. VALUE_NULL: MemoryError. */
Value dict_new(MinipyVM *vm);
Value dict_new_presized(MinipyVM *vm, int64_t n, bool str_keys);
/* Of n pairs, at every step-th place of both. VALUE_NULL: exception. */
Value dict_from_pairs(MinipyVM *vm, const Value *keys, const Value *values,
                      uint32_t step, uint32_t n);
Value dict_copy(MinipyVM *vm, Value d);
/* Lookups that return borrowed values; VALUE_NULL: absent, or error if error_occurred.
 */
Value dict_get_borrow(MinipyVM *vm, Value d, Value key);
Value dict_get_hash_borrow(MinipyVM *vm, Value d, Value key, int64_t hash);
/* key is an exact str (interned keys compare by identity first): never fails, never
 * runs Python. */
Value dict_get_str_borrow(MinipyVM *vm, DictObj *d, Value key);
/* The same by the ASCII text of the key. */
Value dict_get_cstr_borrow(MinipyVM *vm, Value d, const char *key);
int dict_set(MinipyVM *vm, Value d, Value key, Value value);
/* The same for who has done with the value, which it takes over: what the key had
 * before, or None, the caller's to release; VALUE_NULL: an exception, and the value is
 * still the caller's. */
Value dict_put(MinipyVM *vm, Value d, Value key, Value value);
/* The same of a str that is mostly there: what variables of a module are set by. */
int dict_set_name(MinipyVM *vm, DictObj *d, Value name, Value value);
int dict_set_hash(MinipyVM *vm, Value d, Value key, int64_t hash, Value value);
/* d[key] += 1, where that is a small int and the key is found without a comparison that
 * a program could see; false: nothing was done. */
bool dict_increment(MinipyVM *vm, Value d, Value key, int64_t hash);
int dict_set_cstr(MinipyVM *vm, Value d, const char *key, Value value);
int dict_set_cstr_steal(MinipyVM *vm, Value d, const char *key, Value value);
/* 1: deleted, 0: absent (no error), -1: error */
int dict_delete(MinipyVM *vm, Value d, Value key);
/* Sets it, or with VALUE_NULL deletes it: 0; 1: absent (no error), -1: error */
int dict_assign(MinipyVM *vm, Value d, Value key, Value value_or_null);
int dict_contains(MinipyVM *vm, Value d, Value key);
Value dict_pop(MinipyVM *vm, Value d,
               Value key); /* new ref; VALUE_NULL: absent or error */
Value dict_pop_hash(MinipyVM *vm, Value d, Value key, int64_t hash);
Value dict_setdefault_borrow(MinipyVM *vm, Value d, Value key, Value def);
int dict_update(MinipyVM *vm, Value d, Value other); /* mapping, override */
int dict_merge(MinipyVM *vm, Value d, Value other,
               int override); /* 0 keep, 1 override, 2 KeyError(key) on duplicate */
void dict_clear(MinipyVM *vm, Value d);
/* Iteration: pos starts at 0; false at the end; borrowed key/value (either may be NULL
 * pointer). */
bool dict_next(Value d, int64_t *pos, Value *key, Value *value);
static inline int64_t dict_size(Value d)
{
    return DICT(d)->used;
}
Value dict_keys_list(MinipyVM *vm, Value d);
Value dict_values_list(MinipyVM *vm, Value d);
Value dict_items_list(MinipyVM *vm, Value d);
/* For inline caches: the position of a str's entry or -1 (never an error). */
int64_t dict_entry_index(MinipyVM *vm, DictObj *d, Value key);
uint32_t dict_keys_version(MinipyVM *vm, DictObj *d); /* assigns; 0 when tags ran out */
/* Whether it holds something that could be part of a cycle (for the collector). */
bool dict_needs_tracking(MinipyVM *vm, const DictObj *d);

#endif
