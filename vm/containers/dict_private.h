/* dict_private.h - what dict*.c share: lookup by position and the types of views. */
#ifndef MINIPY_VM_CONTAINERS_DICT_PRIVATE_H
#define MINIPY_VM_CONTAINERS_DICT_PRIVATE_H

#include "vm/bytes/bytes.h"
#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"

enum { DICT_ABSENT = -1, DICT_ERROR = -3 };

/* The hash of entry i, which is no hole. */
static inline int64_t dict_entry_hash(const DictObj *d, uint64_t i)
{
    return d->hashed ? ((DictHashedEntry *)d->entries)[i].hash
                     : STR(((DictEntry *)d->entries)[i].key)->hash;
}

/* The position of key's entry, DICT_ABSENT, or DICT_ERROR. Can run Python code. */
int64_t dict_find(MinipyVM *vm, DictObj *d, Value key, int64_t hash);
/* Of two keys with one hash, or items of such: 1, 0, or UNSURE: only __eq__ can tell.
 */
enum { UNSURE = 3 };
int tuples_equal_quietly(MinipyVM *vm, Value a, Value b);
static inline int scalars_equal_quietly(MinipyVM *vm, Value a, Value b)
{
    if (a == b)
        return 1;
    if (value_both_int_imm(a, b))
        return 0;
    if (value_is_exact(vm, a, KIND_STR) && value_is_exact(vm, b, KIND_STR))
        return str_equal(a, b);
    if (value_is_exact(vm, a, KIND_BYTES) && value_is_exact(vm, b, KIND_BYTES))
        return BYTES(a)->size == BYTES(b)->size &&
               memcmp(BYTES(a)->data, BYTES(b)->data, (size_t)BYTES(a)->size) == 0;
    return UNSURE;
}
static inline int keys_equal_quietly(MinipyVM *vm, Value a, Value b)
{
    int known = scalars_equal_quietly(vm, a, b);
    if (known == UNSURE && value_is_exact(vm, a, KIND_TUPLE) &&
        value_is_exact(vm, b, KIND_TUPLE))
        return tuples_equal_quietly(vm, a, b);
    return known;
}

/* dict_merge of what is no dict, or has an __iter__ of its own. */
int dict_merge_mapping(MinipyVM *vm, Value d, Value other, int override);
/* d[name] = value of n names. -1: exception, and some may be there. */
int dict_put_names(MinipyVM *vm, Value d, const Value *names, const Value *values,
                   uint32_t n);
/* Hash of any key, quick for str and small ints; -1: TypeError. */
int64_t dict_hash_key(MinipyVM *vm, Value key);
/* The hash of a str that knows it, or of a small int, else -1. */
static inline int64_t dict_known_hash(MinipyVM *vm, Value key)
{
    if (value_is_exact(vm, key, KIND_STR))
        return STR(key)->hash;
    bool is_own = value_is_int_imm(key) && (uint64_t)value_imm(key) < HASH_MODULUS;
    return likely(is_own) ? value_imm(key) : -1;
}
/* Takes the entry out; *key and *value get its references (VALUE_NULL pointers:
 * released). */
void dict_remove_at(MinipyVM *vm, DictObj *d, int64_t at, Value *key, Value *value);
/* The last entry, removed: false if the dict is empty. */
bool dict_pop_last(MinipyVM *vm, DictObj *d, Value *key, Value *value);
Value dict_alloc(MinipyVM *vm, TypeObj *cls); /* empty */
/* A table for n keys in all; not all are str unless it says so. 0, or -1: memory. */
int dict_make_room(MinipyVM *vm, DictObj *d, int64_t n, bool str_keys);
int64_t dict_memory(DictObj *d); /* bytes besides the object */

/* dict_views.c */
/* Views and iterators over d; VALUE_NULL: MemoryError. */
Value dict_iter(MinipyVM *vm, Value d);
typedef struct DictViewObj {
    Object ob;
    Value dict; /* strong */
} DictViewObj;
#define DICT_VIEW(v) ((DictViewObj *)(uintptr_t)(v))
Value dict_view_of(MinipyVM *vm, TypeObj *cls, Value d); /* a view of that type */
Value dict_view_new(MinipyVM *vm, Kind kind, Value d);
Value dict_iter_new(MinipyVM *vm, Kind kind, Value d);

/* dict_type.c */
/* Slots of dict, for types that derive from it in C. */
int dict_init_slot(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                   Value kwnames);
Value dict_repr(MinipyVM *vm, Value self);
void dict_dealloc(MinipyVM *vm, Object *o);
void dict_death(MinipyVM *vm, Object *o);
int dict_traverse(Object *o, VisitFn visit, void *arg);
void dict_clear_slot(MinipyVM *vm, Object *o);

/* Sets as an array of entries (set.c). */
int set_difference_update(MinipyVM *vm, Value s, Value other);
int set_symmetric_difference_update(MinipyVM *vm, Value s, Value other);

#endif
