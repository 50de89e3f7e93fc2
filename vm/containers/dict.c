/* dict.c - the dict's table: lookup, insertion, deletion, growth, copies.
 *
 * The entries and the index table are one block, but for an index of 8 cells, which
 * lies in the dict. A cell holds the position of an entry, IX_EMPTY or IX_DUMMY;
 * probing starts at the low bits of the hash and mixes in the rest. A key that is
 * exactly a str is compared without running Python code as long as str_keys holds; any
 * other comparison may change the dict: if that moves the entry in question, the lookup
 * starts again. capacity counts the entries the index has room for, dummies included,
 * so an entry that popitem takes off the end lowers capacity as well. Read next:
 * dict_update.c, dict_type.c.
 */
#include "vm/containers/dict_private.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/dict.h"
#include "vm/containers/list.h"
#include "vm/memory/mem_inline.h"
#include "vm/text/short_text.h"

enum { IX_EMPTY = -1, IX_DUMMY = -2, MIN_LOG2 = 3 };

/* ---- the index ------------------------------------------------------------------- */

/* As many entries as CPython's has room for lie behind twice as many cells, but in the
 * smallest and in those that no near cache holds: a key that is not found at the first
 * cell costs a branch guessed wrong. */
enum { SPARSE_LOG2 = 14 }; /* of CPython's cells, at most */
static inline bool has_sparse_index(int log2)
{
    return log2 > MIN_LOG2 && log2 <= SPARSE_LOG2;
}

static inline void *index_cells(const DictObj *d)
{
    return d->log2_index == MIN_LOG2 ? (void *)d->index.few : d->index.cells;
}

/* Bytes of a cell; it holds the number of an entry, or a negative one. */
static inline size_t cell_width(int log2)
{
    return log2 <= 8 ? 1 : log2 < 16 ? 2 : 4;
}

static inline int64_t cell_get(const void *cells, size_t width, uint64_t i)
{
    return likely(width == 1) ? ((const int8_t *)cells)[i]
           : width == 2       ? ((const int16_t *)cells)[i]
                              : ((const int32_t *)cells)[i];
}

static inline void cell_set(void *cells, size_t width, uint64_t i, int64_t ix)
{
    if (likely(width == 1))
        ((int8_t *)cells)[i] = (int8_t)ix;
    else if (width == 2)
        ((int16_t *)cells)[i] = (int16_t)ix;
    else
        ((int32_t *)cells)[i] = (int32_t)ix;
}

/* What a search needs of the index. */
typedef struct Index {
    const void *cells;
    size_t width;
    uint64_t mask;
} Index;

static inline Index index_of(const DictObj *d)
{
    return (Index){index_cells(d), cell_width(d->log2_index),
                   ((uint64_t)1 << d->log2_index) - 1};
}

static inline int64_t index_get(const Index *index, uint64_t i)
{
    return cell_get(index->cells, index->width, i & index->mask);
}

static inline void index_set(DictObj *d, uint64_t i, int64_t ix)
{
    cell_set(index_cells(d), cell_width(d->log2_index), i, ix);
}

static size_t index_bytes(int log2)
{
    return ((size_t)1 << log2) * cell_width(log2);
}

static inline uint64_t index_mask(const DictObj *d)
{
    return ((uint64_t)1 << d->log2_index) - 1;
}
static inline void probe_next(uint64_t *i, uint64_t *perturb)
{
    *perturb >>= 5;
    *i = *i * 5 + *perturb + 1;
}

static inline bool is_exact_str(MinipyVM *vm, Value v)
{
    return value_is_exact(vm, v, KIND_STR);
}

int64_t dict_hash_key(MinipyVM *vm, Value key)
{
    if (likely(is_exact_str(vm, key))) {
        int64_t h = STR(key)->hash;
        return likely(h != -1) ? h : str_hash_leavable(vm, key);
    }
    if (value_is_int_imm(key) && likely((uint64_t)value_imm(key) < HASH_MODULUS))
        return value_imm(key);
    return object_hash(vm, key);
}

/* ---- lookup ---------------------------------------------------------------------- */

enum { NOT_SURE = DICT_ERROR - 1 };

static inline uint64_t word_at(const uint8_t *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

/* Of two strs of one hash. Without a call, so that who looks for a key keeps no
 * registers: a long text by words, of which the last overlaps the one before. */
static inline bool same_text(Value a, Value b)
{
    const StrObj *x = STR(a), *y = STR(b);
    if (x->length != y->length || x->width != y->width)
        return false;
    size_t n = (size_t)(x->length * x->width);
    if (likely(n <= SHORT_TEXT))
        return short_texts_same(x, y, n);
    for (size_t i = 0; i < n - 8; i += 8)
        if (word_at(x->data + i) != word_at(y->data + i))
            return false;
    return word_at(x->data + n - 8) == word_at(y->data + n - 8);
}

/* Where a search stands: at cell i of the index. */
typedef struct Probe {
    uint64_t i, perturb;
} Probe;

static inline Probe probe_first(int64_t hash)
{
    return (Probe){(uint64_t)hash, (uint64_t)hash};
}

static inline DictHashedEntry *hashed_entry(const DictObj *d, int64_t ix)
{
    return &((DictHashedEntry *)d->entries)[ix];
}

static inline DictEntry *bare_entry(const DictObj *d, int64_t ix)
{
    return &((DictEntry *)d->entries)[ix];
}

/* The entry of a key that is exactly a str in a dict of such. Absent: *at is where it
 * may be put. */
static inline __attribute__((always_inline)) int64_t
find_str(const DictObj *d, Value key, int64_t hash, Probe *at)
{
    const Index index = index_of(d);
    bool hashed = d->hashed;
    for (;;) {
        int64_t ix = index_get(&index, at->i);
        if (ix >= 0) {
            Value mine =
                hashed ? hashed_entry(d, ix)->entry.key : bare_entry(d, ix)->key;
            if (mine == key)
                return ix;
            int64_t other = hashed ? hashed_entry(d, ix)->hash : STR(mine)->hash;
            if (unlikely(other == hash) && same_text(mine, key))
                return ix;
        } else if (ix == IX_EMPTY) {
            return DICT_ABSENT;
        }
        probe_next(&at->i, &at->perturb);
    }
}

static __attribute__((noinline)) int equal_quietly(MinipyVM *vm, Value a, Value b)
{
    return keys_equal_quietly(vm, a, b);
}

/* Of what is no str: is it worth a try to compare it quietly? */
static inline bool is_quiet(MinipyVM *vm, Value key)
{
    return value_is_exact(vm, key, KIND_TUPLE) || value_is_exact(vm, key, KIND_BYTES);
}

/* The entry of a key in a dict whose keys are not all strs, as far as that can be told
 * without running Python code. NOT_SURE: the key at `at` has this hash and must be
 * compared. */
static inline __attribute__((always_inline)) int64_t
find_same(MinipyVM *vm, const DictObj *d, Value key, int64_t hash, Probe *at)
{
    const Index index = index_of(d);
    for (;;) {
        int64_t ix = index_get(&index, at->i);
        if (ix >= 0) {
            const DictHashedEntry *e = hashed_entry(d, ix);
            if (e->entry.key == key)
                return ix;
            if (unlikely(e->hash == hash)) {
                int same =
                    is_quiet(vm, key) ? equal_quietly(vm, e->entry.key, key) : UNSURE;
                if (same)
                    return same == 1 ? ix : NOT_SURE;
            }
        } else if (ix == IX_EMPTY) {
            return DICT_ABSENT;
        }
        probe_next(&at->i, &at->perturb);
    }
}

/* The entry of a key that is exactly a str among keys of which some are none: they are
 * passed by without running Python code, and a str subclass counts as its text. */
static int64_t find_text(const DictObj *d, Value key, int64_t hash)
{
    const Index index = index_of(d);
    uint64_t i = (uint64_t)hash, perturb = (uint64_t)hash;
    for (;;) {
        int64_t ix = index_get(&index, i);
        if (ix >= 0) {
            const DictHashedEntry *e = hashed_entry(d, ix);
            Value mine = e->entry.key;
            if (mine == key ||
                (e->hash == hash && value_is_str(mine) && same_text(mine, key)))
                return ix;
        } else if (ix == IX_EMPTY) {
            return DICT_ABSENT;
        }
        probe_next(&i, &perturb);
    }
}

/* Items in their order, as ==: the first two that differ decide, before the lengths. */
int tuples_equal_quietly(MinipyVM *vm, Value a, Value b)
{
    int64_t na = tuple_size(a), nb = tuple_size(b);
    for (int64_t i = 0; i < na && i < nb; i++) {
        int r = scalars_equal_quietly(vm, TUPLE(a)->items[i], TUPLE(b)->items[i]);
        if (r != 1)
            return r;
    }
    return na == nb;
}

/* Whether entry ix has this key: 1, 0, DICT_ERROR, or 2: the entry is no longer there.
 * Other changes do not matter, and a lookup that began anew for them would compare more
 * often than CPython's. */
static int entry_matches(MinipyVM *vm, DictObj *d, int64_t ix, Value key, int64_t hash)
{
    Value mine = dict_entry(d, ix)->key;
    if (mine == key)
        return 1;
    if (dict_entry_hash(d, ix) != hash)
        return 0;
    int known = keys_equal_quietly(vm, mine, key);
    if (known != UNSURE)
        return known;
    const void *entries = d->entries, *cells = index_cells(d);
    uint8_t log2 = d->log2_index;
    value_incref(mine);
    int r = object_compare_bool(vm, mine, key, CMP_EQ);
    bool moved = d->entries != entries || index_cells(d) != cells ||
                 d->log2_index != log2 || ix >= d->nentries ||
                 dict_entry(d, ix)->key != mine;
    value_decref(vm, mine);
    return r < 0 ? DICT_ERROR : moved ? 2 : r;
}

/* From `at` on, where what lies before is known to be others. */
static __attribute__((noinline)) int64_t find_any(MinipyVM *vm, DictObj *d, Value key,
                                                  int64_t hash, Probe at)
{
restart:;
    const Index index = index_of(d);
    for (;;) {
        int64_t ix = index_get(&index, at.i);
        if (ix >= 0) {
            int r = entry_matches(vm, d, ix, key, hash);
            if (r == 1)
                return ix;
            if (r == 2) {
                at = probe_first(hash);
                goto restart;
            }
            if (r < 0)
                return r;
        } else if (ix == IX_EMPTY) {
            return DICT_ABSENT;
        }
        probe_next(&at.i, &at.perturb);
    }
}

/* As dict_find. Absent: *free_cell, if asked for, is the place in the index for it, or
 * ANY_CELL. */
enum { ANY_CELL = -1 };
static inline __attribute__((always_inline)) int64_t
find_with_cell(MinipyVM *vm, DictObj *d, Value key, int64_t hash, int64_t *free_cell)
{
    Probe at = probe_first(hash);
    int64_t ix = likely(d->str_keys && is_exact_str(vm, key))
                     ? find_str(d, key, hash, &at)
                 : d->str_keys ? NOT_SURE
                               : find_same(vm, d, key, hash, &at);
    if (free_cell)
        *free_cell = (int64_t)(at.i & index_mask(d));
    if (likely(ix != NOT_SURE))
        return ix;
    if (free_cell)
        *free_cell = ANY_CELL; /* what compares may change the index */
    return find_any(vm, d, key, hash, at);
}

static __attribute__((noinline)) int64_t
find_or_cell(MinipyVM *vm, DictObj *d, Value key, int64_t hash, int64_t *free_cell)
{
    return find_with_cell(vm, d, key, hash, free_cell);
}

static inline __attribute__((always_inline)) int64_t find(MinipyVM *vm, DictObj *d,
                                                          Value key, int64_t hash)
{
    return find_with_cell(vm, d, key, hash, NULL);
}

int64_t dict_find(MinipyVM *vm, DictObj *d, Value key, int64_t hash)
{
    return find(vm, d, key, hash);
}

bool dict_increment(MinipyVM *vm, Value v, Value key, int64_t hash)
{
    Probe at = probe_first(hash);
    const DictObj *d = DICT(v);
    int64_t ix = !d->str_keys            ? find_same(vm, d, key, hash, &at)
                 : is_exact_str(vm, key) ? find_str(d, key, hash, &at)
                                         : NOT_SURE;
    if (ix < 0)
        return false;
    DictEntry *e = dict_entry(d, ix);
    if (!value_is_int_imm(e->value) || value_imm(e->value) == INT_IMM_MAX)
        return false;
    e->value = value_from_imm(value_imm(e->value) + 1);
    return true;
}

/* For keys that are exactly str: runs no Python code whatever else is in the dict. */
static inline __attribute__((always_inline)) int64_t
find_str_quiet(MinipyVM *vm, DictObj *d, Value key)
{
    int64_t hash = STR(key)->hash;
    if (unlikely(hash == -1))
        hash = str_hash(vm, key);
    Probe at = probe_first(hash);
    return likely(d->str_keys) ? find_str(d, key, hash, &at) : find_text(d, key, hash);
}

Value dict_get_hash_borrow(MinipyVM *vm, Value v, Value key, int64_t hash)
{
    int64_t ix = find(vm, DICT(v), key, hash);
    return ix >= 0 ? dict_entry(DICT(v), ix)->value : VALUE_NULL;
}

/* What a lookup mostly comes to is told by functions that call nothing but at their
 * end, so that no register is kept: the key's hash is known, and no entry has it, or
 * one that has the same object, or an equal str. Everything else is looked for anew. */

/* The first entry with that key or another one of its hash from `at` on, or NULL. */
static inline __attribute__((always_inline)) DictEntry *
find_hash_at(const DictObj *d, Value key, int64_t hash, Probe *at)
{
    const Index index = index_of(d);
    if (likely(!d->hashed)) {
        for (;; probe_next(&at->i, &at->perturb)) {
            int64_t ix = index_get(&index, at->i);
            if (ix >= 0) {
                DictEntry *e = bare_entry(d, ix);
                if (e->key == key || STR(e->key)->hash == hash)
                    return e;
            } else if (ix == IX_EMPTY) {
                return NULL;
            }
        }
    }
    for (;; probe_next(&at->i, &at->perturb)) {
        int64_t ix = index_get(&index, at->i);
        if (ix >= 0 && hashed_entry(d, ix)->hash == hash)
            return &hashed_entry(d, ix)->entry;
        if (ix == IX_EMPTY)
            return NULL;
    }
}

static inline __attribute__((always_inline)) DictEntry *
find_hash(const DictObj *d, Value key, int64_t hash)
{
    Probe at = probe_first(hash);
    return find_hash_at(d, key, hash, &at);
}

static inline bool are_equal_strs(MinipyVM *vm, Value a, Value b)
{
    return is_exact_str(vm, a) && is_exact_str(vm, b) && same_text(a, b);
}

static __attribute__((noinline)) Value get_any(MinipyVM *vm, Value v, Value key)
{
    int64_t hash = dict_hash_key(vm, key);
    return hash == -1 ? VALUE_NULL : dict_get_hash_borrow(vm, v, key, hash);
}

static __attribute__((noinline)) Value get_equal(MinipyVM *vm, Value v, Value key,
                                                 const DictEntry *e)
{
    return likely(are_equal_strs(vm, e->key, key)) ? e->value : get_any(vm, v, key);
}

Value dict_get_borrow(MinipyVM *vm, Value v, Value key)
{
    int64_t hash = dict_known_hash(vm, key);
    if (unlikely(hash == -1))
        return get_any(vm, v, key);
    const DictEntry *e = find_hash(DICT(v), key, hash);
    if (e == NULL)
        return VALUE_NULL;
    return likely(e->key == key) ? e->value : get_equal(vm, v, key, e);
}

static __attribute__((noinline)) Value get_str_any(MinipyVM *vm, DictObj *d, Value key)
{
    int64_t ix = find_str_quiet(vm, d, key);
    return ix >= 0 ? dict_entry(d, ix)->value : VALUE_NULL;
}

Value dict_get_str_borrow(MinipyVM *vm, DictObj *d, Value key)
{
    int64_t hash = STR(key)->hash;
    if (unlikely(hash == -1))
        return get_str_any(vm, d, key);
    const DictEntry *e = find_hash(d, key, hash);
    if (e == NULL)
        return VALUE_NULL;
    return likely(e->key == key) ? e->value : get_str_any(vm, d, key);
}

int64_t dict_entry_index(MinipyVM *vm, DictObj *d, Value key)
{
    return find_str_quiet(vm, d, key);
}

/* A str of ASCII stores and hashes the text as it is: none has to be made to look for,
 * so that out of memory is not taken for absent. */
Value dict_get_cstr_borrow(MinipyVM *vm, Value v, const char *key)
{
    DictObj *d = DICT(v);
    int64_t hash = str_cstr_hash(vm, key);
    const Index index = index_of(d);
    uint64_t i = (uint64_t)hash, perturb = (uint64_t)hash;
    for (;;) {
        int64_t ix = index_get(&index, i);
        if (ix >= 0) {
            const DictEntry *e = dict_entry(d, ix);
            if (dict_entry_hash(d, ix) == hash && value_is_str(e->key) &&
                str_equal_ascii(e->key, key))
                return e->value;
        } else if (ix == IX_EMPTY) {
            return VALUE_NULL;
        }
        probe_next(&i, &perturb);
    }
}

static __attribute__((noinline)) int contains_any(MinipyVM *vm, Value v, Value key)
{
    int64_t hash = dict_hash_key(vm, key);
    if (hash == -1)
        return -1;
    int64_t ix = dict_find(vm, DICT(v), key, hash);
    return ix >= 0 ? 1 : ix == DICT_ABSENT ? 0 : -1;
}

static __attribute__((noinline)) int contains_equal(MinipyVM *vm, Value v, Value key,
                                                    const DictEntry *e)
{
    return likely(are_equal_strs(vm, e->key, key)) ? 1 : contains_any(vm, v, key);
}

int dict_contains(MinipyVM *vm, Value v, Value key)
{
    int64_t hash = dict_known_hash(vm, key);
    if (unlikely(hash == -1))
        return contains_any(vm, v, key);
    const DictEntry *e = find_hash(DICT(v), key, hash);
    return e == NULL ? 0 : likely(e->key == key) ? 1 : contains_equal(vm, v, key, e);
}

uint32_t dict_keys_version(MinipyVM *vm, DictObj *d)
{
    if (!d->keys_version && vm->next_keys_version != UINT32_MAX)
        d->keys_version = vm->next_keys_version++;
    return d->keys_version;
}

/* ---- making and growing ---------------------------------------------------------- */

static inline void keys_changed(DictObj *d)
{
    d->keys_version = 0;
    d->version++;
}

/* A plain dict is not tracked by the collector until something that could be part of a
 * cycle is put in. */
static inline bool may_be_tracked(MinipyVM *vm, Value v)
{
    return value_is_obj(v) && value_obj(v)->gc &&
           (value_obj(v)->gc & GC_TRACKED ||
            value_obj(v)->type != vm->types[KIND_TUPLE]);
}

static inline void maintain_tracking(MinipyVM *vm, DictObj *d, Value key, Value value)
{
    if (!(d->ob.gc & GC_TRACKED) &&
        (may_be_tracked(vm, value) || may_be_tracked(vm, key)))
        gc_track(vm, &d->ob);
}

bool dict_needs_tracking(MinipyVM *vm, const DictObj *d)
{
    for (uint32_t i = 0; i < d->nentries; i++) {
        const DictEntry *e = dict_entry(d, i);
        if (e->key && (may_be_tracked(vm, e->value) ||
                       (!d->str_keys && may_be_tracked(vm, e->key))))
            return true;
    }
    return false;
}

/* Without a block an index is there all the same, so that who looks need not ask. */
static inline void no_entries(DictObj *d)
{
    d->entries = NULL;
    d->used = d->nentries = d->capacity = d->first = 0;
    d->is_short = d->is_sparse = 0;
    d->hashed = false;
    d->str_keys = true;
    d->log2_index = MIN_LOG2;
    memset(d->index.few, 0xff, sizeof d->index.few);
}

Value dict_alloc(MinipyVM *vm, TypeObj *cls)
{
    Object *o;
    if (likely(cls == vm->types[KIND_DICT])) {
        if (likely(vm->gc.ready[GC_FREE_DICT] != NULL))
            return value_from_obj(
                object_alloc_ready(vm, KIND_DICT, 0, sizeof(DictObj), GC_FREE_DICT));
        o = object_alloc_anew(vm, KIND_DICT, 0, sizeof(DictObj), GC_FREE_DICT);
        if (likely(o != NULL))
            memset(o + 1, 0, sizeof(DictObj) - sizeof(Object));
    } else {
        o = object_alloc(vm, cls, 0);
    }
    if (!o)
        return VALUE_NULL;
    no_entries((DictObj *)o);
    return value_from_obj(o);
}

Value dict_new(MinipyVM *vm)
{
    return dict_alloc(vm, vm->types[KIND_DICT]);
}

/* Entries: two thirds of CPython's cells may be in use. */
static uint32_t usable(int log2)
{
    return (uint32_t)(((uint64_t)1 << log2) * 2 / 3);
}

static inline size_t entry_size(const DictObj *d)
{
    return d->hashed ? sizeof(DictHashedEntry) : sizeof(DictEntry);
}

/* Into a cell of the block that is free. A str comes with its hash known. */
static inline void put_entry(DictObj *d, uint32_t ix, DictEntry entry, int64_t hash)
{
    if (d->hashed)
        *hashed_entry(d, ix) = (DictHashedEntry){entry, hash};
    else
        *bare_entry(d, ix) = entry;
}

/* The place of one that went will do, but where no entry is a hole: see
 * dict_pop_last().
 */
static void index_insert(DictObj *d, int64_t hash, int64_t ix)
{
    const Index index = index_of(d);
    bool holes = d->used < d->nentries;
    uint64_t i = (uint64_t)hash, perturb = (uint64_t)hash;
    for (int64_t cell;
         (cell = index_get(&index, i)) >= 0 || (cell != IX_EMPTY && !holes);)
        probe_next(&i, &perturb);
    index_set(d, i & index.mask, ix);
}

/* An empty dict's block has room for 5 entries, as CPython's; that of a literal for 3
 * if it needs no more, which saves a third of what a record of three fields takes. */
enum { SHORT = 3, CELLS = 1 << MIN_LOG2, ENTRIES = CELLS * 2 / 3 };

/* What capacity would be in a block of the usual length, as CPython's. */
static uint32_t usual_capacity(const DictObj *d)
{
    return d->capacity + (d->is_short ? ENTRIES - SHORT : 0);
}

/* -1: the vm was stopped, which is looked for between pieces: each page of a new block
 * may cost what a thousand instructions do. */
static int clear_index(MinipyVM *vm, DictObj *d)
{
    enum { PIECE = 4 << 20 };
    size_t left = index_bytes(d->log2_index);
    char *at = (char *)index_cells(d);
    for (; left > PIECE; at += PIECE, left -= PIECE) {
        memset(at, 0xff, PIECE);
        if (limits_poll(vm) < 0)
            return -1;
    }
    memset(at, 0xff, left);
    return 0;
}

/* The entries from `from` on into the index, which has no removed ones. */
static inline __attribute__((always_inline)) void index_from(DictObj *d, uint32_t from,
                                                             size_t width)
{
    void *cells = index_cells(d);
    uint64_t mask = index_mask(d);
    for (uint32_t i = from; i < d->nentries; i++) {
        Probe at = probe_first(dict_entry_hash(d, i));
        while (cell_get(cells, width, at.i & mask) != IX_EMPTY)
            probe_next(&at.i, &at.perturb);
        cell_set(cells, width, at.i & mask, i);
    }
}

/* The live entries of old from begin to end into d's block, with their hashes or
 * without. */
static void move_some(DictObj *d, const DictObj *old, uint32_t begin, uint32_t end)
{
    uint32_t from = d->nentries;
    if (old->used == old->nentries && old->hashed == d->hashed) {
        size_t size = entry_size(d);
        memcpy((char *)d->entries + from * size, (char *)old->entries + begin * size,
               (end - begin) * size);
        d->nentries += end - begin;
    } else {
        for (uint32_t i = begin; i < end; i++) {
            const DictEntry *e = dict_entry(old, i);
            if (likely(e->key != VALUE_NULL))
                put_entry(d, d->nentries++, *e, dict_entry_hash(old, i));
        }
    }
    switch (cell_width(d->log2_index)) {
    case 1: index_from(d, from, 1); break;
    case 2: index_from(d, from, 2); break;
    default: index_from(d, from, 4); break;
    }
}

/* The live entries of old into d's block, which is new. -1: the vm was stopped. */
static int move_live(MinipyVM *vm, DictObj *d, const DictObj *old)
{
    enum { PIECE = 1 << 16 }; /* so many between two polls */
    if (unlikely(clear_index(vm, d) < 0))
        return -1;
    d->nentries = 0;
    for (uint32_t i = 0; i < old->nentries; i += PIECE) {
        uint32_t left = old->nentries - i;
        move_some(d, old, i, i + (left < PIECE ? left : PIECE));
        if (unlikely(left > PIECE) && limits_poll(vm) < 0)
            return -1;
    }
    return 0;
}

/* Where the strs of a table with more cells would no longer be in the caches nearby,
 * keys that are not the one looked for are told by the hash in the entry. */
enum { BARE_LOG2 = 10 };

/* A new block for so many entries, and the index that does not lie in the dict. log2 is
 * that of CPython's cells, as everywhere but in log2_index. */
static inline bool block_new(MinipyVM *vm, DictObj *d, uint32_t room, int log2,
                             bool str_keys)
{
    bool hashed = !str_keys || log2 > BARE_LOG2;
    bool sparse = has_sparse_index(log2);
    int own_log2 = log2 + sparse;
    size_t entry_bytes = room * (hashed ? sizeof(DictHashedEntry) : sizeof(DictEntry)),
           cells = log2 == MIN_LOG2 ? 0 : index_bytes(own_log2);
    char *block = mem_alloc_inline(vm, entry_bytes + cells);
    if (!block)
        return false;
    d->entries = block;
    if (cells)
        d->index.cells = block + entry_bytes;
    d->log2_index = (uint8_t)own_log2;
    d->hashed = hashed;
    d->str_keys = str_keys;
    d->capacity = room;
    d->is_short = room == SHORT;
    d->is_sparse = sparse;
    return true;
}

/* The block that d had before. */
static void block_back(DictObj *d, const DictObj *before)
{
    d->entries = before->entries;
    d->nentries = before->nentries;
    d->index = before->index;
    d->log2_index = before->log2_index;
    d->hashed = before->hashed;
    d->str_keys = before->str_keys;
    d->capacity = before->capacity;
    d->is_short = before->is_short;
    d->is_sparse = before->is_sparse;
}

/* Moves the live entries to a new block. */
static int resize(MinipyVM *vm, DictObj *d, int log2, bool str_keys)
{
    if (log2 > 31)
        return error_set_oom(vm), -1;
    const DictObj before = *d;
    if (!block_new(vm, d, usable(log2), log2, str_keys && d->str_keys))
        return -1;
    if (unlikely(move_live(vm, d, &before) < 0)) {
        mem_free(vm, d->entries);
        block_back(d, &before);
        return -1;
    }
    d->first = 0;
    mem_free(vm, before.entries);
    keys_changed(d);
    return 0;
}

/* Asked for 1 to 7 or for 32 cells CPython takes the next size up: getsizeof shows it.
 */
static int log2_for_cells(uint64_t cells)
{
    int log2 = MIN_LOG2;
    while (((uint64_t)1 << log2) < (cells | 1 << MIN_LOG2))
        log2++;
    return log2;
}

static int log2_for_entries(int64_t n)
{
    return log2_for_cells(((uint64_t)n * 3 + 1) / 2);
}

static inline int first_block(MinipyVM *vm, DictObj *d, uint32_t room, bool str_keys)
{
    return block_new(vm, d, room, MIN_LOG2, str_keys) ? 0 : -1;
}

/* The short block's entries, holes included, move to one of the usual length. */
static int lengthen(MinipyVM *vm, DictObj *d)
{
    void *old = d->entries;
    uint32_t capacity = usual_capacity(d);
    if (!block_new(vm, d, ENTRIES, MIN_LOG2, d->str_keys))
        return -1;
    d->capacity = capacity;
    memcpy(d->entries, old, (size_t)d->nentries * entry_size(d));
    mem_free(vm, old);
    return 0;
}

/* str_keys: the key that needs the room is exactly a str. CPython makes a table that
 * has been of str alone anew for the first other key. */
static int grow(MinipyVM *vm, DictObj *d, bool str_keys)
{
    if (!d->entries)
        return first_block(vm, d, ENTRIES, str_keys);
    if (d->is_short && str_keys == d->str_keys)
        return lengthen(vm, d);
    return resize(vm, d, log2_for_cells((uint64_t)d->used * 3), str_keys);
}

Value dict_new_presized(MinipyVM *vm, int64_t n, bool str_keys)
{
    Value v = dict_new(vm);
    if (!v || n == 0)
        return v;
    int r = n <= ENTRIES
                ? first_block(vm, DICT(v), n <= SHORT ? SHORT : ENTRIES, str_keys)
                : resize(vm, DICT(v), log2_for_entries(n), str_keys);
    if (r < 0)
        value_clear(vm, &v);
    return v;
}

/* The first of so many pairs into a dict that has room for them and is empty: as long
 * as the keys are strs that know their hashes, which differ. How many there were. */
static uint32_t fill_few(MinipyVM *vm, DictObj *d, const Value *keys,
                         const Value *values, uint32_t step, uint32_t n)
{
    int8_t *cells = d->index.few;
    uint32_t i = 0;
    for (; i < n && is_exact_str(vm, keys[i * step]); i++) {
        Value key = keys[i * step], value = values[i * step];
        int64_t hash = STR(key)->hash;
        Probe at = probe_first(hash);
        for (int8_t ix; (ix = cells[at.i % CELLS]) >= 0; probe_next(&at.i, &at.perturb))
            if (STR(bare_entry(d, ix)->key)->hash == hash)
                goto filled;
        if (unlikely(hash == -1))
            break;
        maintain_tracking(vm, d, key, value);
        *bare_entry(d, i) = (DictEntry){value_incref(key), value_incref(value)};
        cells[at.i % CELLS] = (int8_t)i;
    }
filled:
    d->nentries = i;
    d->used = i;
    keys_changed(d);
    return i;
}

int dict_put_names(MinipyVM *vm, Value v, const Value *names, const Value *values,
                   uint32_t n)
{
    DictObj *d = DICT(v);
    uint32_t i = 0;
    if (!d->entries && n && n <= ENTRIES && is_exact_str(vm, names[0])) {
        if (first_block(vm, d, ENTRIES, true) < 0)
            return -1;
        i = fill_few(vm, d, names, values, 1, n);
    }
    for (; i < n; i++)
        if (dict_set(vm, v, names[i], values[i]) < 0)
            return -1;
    return 0;
}

Value dict_from_pairs(MinipyVM *vm, const Value *keys, const Value *values,
                      uint32_t step, uint32_t n)
{
    uint32_t looked_at = n <= ENTRIES ? n > 0 : n; /* as CPython: getsizeof shows it */
    bool str_keys = true;
    for (uint32_t i = 0; i < looked_at; i++)
        str_keys &= is_exact_str(vm, keys[i * step]);
    Value v = dict_new_presized(vm, n, str_keys);
    uint32_t put = v && str_keys && n && n <= ENTRIES
                       ? fill_few(vm, DICT(v), keys, values, step, n)
                       : 0;
    for (uint32_t i = put * step; v && i < n * step; i += step)
        if (dict_set(vm, v, keys[i], values[i]) < 0)
            value_clear(vm, &v);
    return v;
}

int dict_make_room(MinipyVM *vm, DictObj *d, int64_t n, bool str_keys)
{
    return resize(vm, d, log2_for_entries(n), str_keys);
}

int64_t dict_memory(DictObj *d)
{
    if (!d->entries)
        return 0;
    int log2 = dict_cpythons_log2(d);
    size_t cells = index_bytes(d->log2_index) >> (d->log2_index - log2);
    return 32 + (int64_t)cells + usable(log2) * (d->str_keys ? 16 : 24);
}

/* key is known to be absent, and to be put at that cell of the index; takes over key
 * and value, also on failure. */
static int insert_absent_steal(MinipyVM *vm, DictObj *d, Value key, int64_t hash,
                               Value value, int64_t cell)
{
    bool str_keys = d->str_keys && is_exact_str(vm, key);
    if (unlikely(str_keys != d->str_keys || d->nentries >= d->capacity)) {
        bool first = d->entries == NULL;
        if (grow(vm, d, str_keys) < 0) {
            value_decref(vm, key);
            value_decref(vm, value);
            return -1;
        }
        if (!first)
            cell = ANY_CELL;
    }
    maintain_tracking(vm, d, key, value);
    put_entry(d, d->nentries, (DictEntry){key, value}, hash);
    if (likely(cell != ANY_CELL && d->used == d->nentries))
        index_set(d, (uint64_t)cell, d->nentries);
    else
        index_insert(d, hash, d->nentries);
    d->nentries++;
    d->used++;
    keys_changed(d);
    return 0;
}

/* Whether a value can be put into d without that the collector hears of it. */
static inline bool goes_untracked(const DictObj *d, Value value)
{
    return d->ob.gc & GC_TRACKED || !value_is_obj(value) || !value_obj(value)->gc;
}

/* A pair whose key d has not and its entries can hold, where nothing must be called for
 * it; false: nothing was done. */
static inline bool put_at_hand(DictObj *d, Value key, int64_t hash, Value value,
                               const Probe *at)
{
    uint32_t n = d->nentries;
    if (unlikely(n >= d->capacity || d->used != n || !goes_untracked(d, value) ||
                 !goes_untracked(d, key)))
        return false;
    put_entry(d, n, (DictEntry){value_incref(key), value_incref(value)}, hash);
    index_set(d, at->i & index_mask(d), n);
    d->nentries = n + 1;
    d->used++;
    keys_changed(d);
    return true;
}

/* CPython makes a table of strs anew for another key before it knows whether the dict
 * has that: getsizeof shows it. */
static inline int fit_key(MinipyVM *vm, DictObj *d, Value key)
{
    bool fits = !d->str_keys || !d->entries || is_exact_str(vm, key);
    return likely(fits) ? 0 : grow(vm, d, false);
}

/* The value of a pair that is there, likewise. */
static inline bool swap_at_hand(MinipyVM *vm, const DictObj *d, DictEntry *e,
                                Value value)
{
    if (unlikely(!goes_untracked(d, value)))
        return false;
    Value old = e->value;
    e->value = value_incref(value);
    value_decref(vm, old);
    return true;
}

static __attribute__((noinline)) int set_any(MinipyVM *vm, Value v, Value key,
                                             int64_t hash, Value value)
{
    DictObj *d = DICT(v);
    if (fit_key(vm, d, key) < 0)
        return -1;
    value_incref(key);
    value_incref(value); /* the lookup can run code that releases them */
    int64_t cell, ix = find_or_cell(vm, d, key, hash, &cell);
    if (ix == DICT_ABSENT)
        return insert_absent_steal(vm, d, key, hash, value, cell);
    if (ix >= 0) {
        maintain_tracking(vm, d, key, value);
        value_set_steal(vm, &dict_entry(d, ix)->value, value);
    } else {
        value_decref(vm, value);
    }
    value_decref(vm, key);
    return ix >= 0 ? 0 : -1;
}

static inline int set_hash(MinipyVM *vm, Value v, Value key, int64_t hash, Value value)
{
    DictObj *d = DICT(v);
    if (!d->entries)
        return insert_absent_steal(vm, d, value_incref(key), hash, value_incref(value),
                                   (int64_t)((uint64_t)hash & index_mask(d)));
    if (d->nentries >= d->capacity || (d->str_keys && !is_exact_str(vm, key)))
        return set_any(vm, v, key, hash, value);
    Probe at = probe_first(hash);
    DictEntry *e = find_hash_at(d, key, hash, &at);
    if (e ? e->key != key || !swap_at_hand(vm, d, e, value)
          : !put_at_hand(d, key, hash, value, &at))
        return set_any(vm, v, key, hash, value);
    return 0;
}

int dict_set_hash(MinipyVM *vm, Value v, Value key, int64_t hash, Value value)
{
    return set_hash(vm, v, key, hash, value);
}

int dict_set(MinipyVM *vm, Value v, Value key, Value value)
{
    int64_t hash = dict_hash_key(vm, key);
    return hash == -1 ? -1 : set_hash(vm, v, key, hash, value);
}

static __attribute__((noinline)) Value
put_absent(MinipyVM *vm, DictObj *d, Value key, int64_t hash, Value value, int64_t cell)
{
    if (insert_absent_steal(vm, d, value_incref(key), hash, value_incref(value), cell) <
        0)
        return VALUE_NULL;
    value_decref(vm, value);
    return VALUE_NONE;
}

static inline Value exchange(MinipyVM *vm, DictObj *d, DictEntry *e, Value value)
{
    Value old = e->value;
    maintain_tracking(vm, d, e->key, value);
    e->value = value;
    return old;
}

static __attribute__((noinline)) Value put_any(MinipyVM *vm, DictObj *d, Value key,
                                               Value value)
{
    int64_t hash = dict_hash_key(vm, key);
    if (hash == -1 || fit_key(vm, d, key) < 0)
        return VALUE_NULL;
    value_incref(key);
    value_incref(value); /* the lookup can run code that releases them */
    int64_t cell, ix = find_or_cell(vm, d, key, hash, &cell);
    Value old = ix >= 0             ? exchange(vm, d, dict_entry(d, ix), value)
                : ix == DICT_ABSENT ? put_absent(vm, d, key, hash, value, cell)
                                    : VALUE_NULL;
    value_decref(vm, value);
    value_decref(vm, key);
    return old;
}

static __attribute__((noinline)) Value put_equal(MinipyVM *vm, DictObj *d, Value key,
                                                 Value value, DictEntry *e)
{
    return likely(e->key == key || are_equal_strs(vm, e->key, key))
               ? exchange(vm, d, e, value)
               : put_any(vm, d, key, value);
}

Value dict_put(MinipyVM *vm, Value v, Value key, Value value)
{
    DictObj *d = DICT(v);
    int64_t hash = dict_known_hash(vm, key);
    if (unlikely(hash == -1))
        return put_any(vm, d, key, value);
    Probe at = probe_first(hash);
    DictEntry *e = find_hash_at(d, key, hash, &at);
    if (e == NULL)
        return put_absent(vm, d, key, hash, value, (int64_t)(at.i & index_mask(d)));
    if (unlikely(e->key != key || !goes_untracked(d, value)))
        return put_equal(vm, d, key, value, e);
    Value old = e->value;
    e->value = value;
    return old;
}

static __attribute__((noinline)) int set_name_any(MinipyVM *vm, DictObj *d, Value name,
                                                  Value value)
{
    int64_t ix = find_str_quiet(vm, d, name);
    if (ix < 0)
        return dict_set(vm, value_from_obj(d), name, value);
    maintain_tracking(vm, d, name, value);
    value_set_steal(vm, &dict_entry(d, ix)->value, value_incref(value));
    return 0;
}

int dict_set_name(MinipyVM *vm, DictObj *d, Value name, Value value)
{
    DictEntry *e = find_hash(d, name, STR(name)->hash);
    if (unlikely(e == NULL || e->key != name || !swap_at_hand(vm, d, e, value)))
        return set_name_any(vm, d, name, value);
    return 0;
}

int dict_set_cstr(MinipyVM *vm, Value v, const char *key, Value value)
{
    Value s = str_intern_cstr(vm, key);
    int r = s ? dict_set(vm, v, s, value) : -1;
    value_xdecref(vm, s);
    return r;
}

int dict_set_cstr_steal(MinipyVM *vm, Value v, const char *key, Value value)
{
    int r = value ? dict_set_cstr(vm, v, key, value) : -1;
    value_xdecref(vm, value);
    return r;
}

Value dict_setdefault_borrow(MinipyVM *vm, Value v, Value key, Value def)
{
    DictObj *d = DICT(v);
    int64_t hash = dict_hash_key(vm, key);
    if (hash == -1 || fit_key(vm, d, key) < 0)
        return VALUE_NULL;
    int64_t cell, ix = find_or_cell(vm, d, key, hash, &cell);
    if (ix >= 0)
        return dict_entry(d, ix)->value;
    if (ix != DICT_ABSENT || insert_absent_steal(vm, d, value_incref(key), hash,
                                                 value_incref(def), cell) < 0)
        return VALUE_NULL;
    return def;
}

/* ---- removal --------------------------------------------------------------------- */

static uint64_t index_cell_of(const DictObj *d, int64_t hash, int64_t ix)
{
    const Index index = index_of(d);
    uint64_t i = (uint64_t)hash, perturb = (uint64_t)hash;
    while (index_get(&index, i) != ix)
        probe_next(&i, &perturb);
    return i & index.mask;
}

/* cell: what its cell in the index becomes. */
static void remove_at(MinipyVM *vm, DictObj *d, int64_t at, Value *key, Value *value,
                      int cell)
{
    DictEntry *e = dict_entry(d, at);
    Value k = e->key, v = e->value;
    index_set(d, index_cell_of(d, dict_entry_hash(d, at), at), cell);
    e->key = e->value = VALUE_NULL;
    d->used--;
    if (at == d->first)
        while (d->first < d->nentries && !dict_entry(d, d->first)->key)
            d->first++;
    keys_changed(d);
    if (key)
        *key = k;
    else
        value_decref(vm, k);
    if (value)
        *value = v;
    else
        value_decref(vm, v);
}

void dict_remove_at(MinipyVM *vm, DictObj *d, int64_t at, Value *key, Value *value)
{
    remove_at(vm, d, at, key, value, IX_DUMMY);
}

/* Where no entry is a hole the last one took a cell that was empty (index_insert), and
 * what was looked for past it came later and is gone: it is empty again, so that a dict
 * that is filled and emptied at its end does not wear out. */
bool dict_pop_last(MinipyVM *vm, DictObj *d, Value *key, Value *value)
{
    if (d->used == 0)
        return false;
    while (!dict_entry(d, d->nentries - 1)->key) {
        d->nentries--;
        d->capacity--;
    }
    remove_at(vm, d, d->nentries - 1, key, value,
              d->used == d->nentries ? IX_EMPTY : IX_DUMMY);
    d->nentries--;
    d->capacity--;
    if (d->first > d->nentries)
        d->first = d->nentries;
    return true;
}

/* 1: found and removed with the value in *value (or released), 0 absent, -1 error. */
static int remove_key(MinipyVM *vm, Value v, Value key, int64_t hash, Value *value)
{
    if (hash == -1)
        return -1;
    int64_t ix = dict_find(vm, DICT(v), key, hash);
    if (ix < 0)
        return ix == DICT_ABSENT ? 0 : -1;
    dict_remove_at(vm, DICT(v), ix, NULL, value);
    return 1;
}

int dict_delete(MinipyVM *vm, Value v, Value key)
{
    return remove_key(vm, v, key, dict_hash_key(vm, key), NULL);
}

int dict_assign(MinipyVM *vm, Value d, Value key, Value value_or_null)
{
    if (value_or_null)
        return dict_set(vm, d, key, value_or_null);
    int deleted = dict_delete(vm, d, key);
    return deleted < 0 ? -1 : !deleted;
}

Value dict_pop_hash(MinipyVM *vm, Value v, Value key, int64_t hash)
{
    Value value = VALUE_NULL;
    return remove_key(vm, v, key, hash, &value) == 1 ? value : VALUE_NULL;
}

Value dict_pop(MinipyVM *vm, Value v, Value key)
{
    return dict_pop_hash(vm, v, key, dict_hash_key(vm, key));
}

void dict_clear(MinipyVM *vm, Value v)
{
    DictObj *d = DICT(v);
    char *entries = d->entries;
    uint32_t n = d->nentries;
    size_t size = entry_size(d);
    if (!entries)
        return;
    no_entries(d);
    keys_changed(d);
    for (uint32_t i = 0; i < n; i++) {
        const DictEntry *e = (const DictEntry *)(entries + i * size);
        value_xdecref(vm, e->key);
        value_xdecref(vm, e->value);
    }
    mem_free_inline(vm, entries);
}

void dict_dealloc(MinipyVM *vm, Object *o)
{
    dict_clear(vm, value_from_obj(o));
    if (o->type == vm->types[KIND_DICT])
        gc_count_kept(vm, GC_FREE_DICT, GC_FREE_LIST_MOST);
}

/* The block is left as an empty dict's, for dict_alloc. */
void dict_death(MinipyVM *vm, Object *o)
{
    if (unlikely(vm->dealloc_depth >= DEALLOC_DEPTH_FULL)) {
        object_death(vm, o);
        return;
    }
    DictObj *d = (DictObj *)o;
    unlink_dying(o);
    vm->dealloc_depth++;
    if (d->entries)
        dict_clear(vm, value_from_obj(o));
    d->keys_version = 0;
    object_keep_block(vm, o, GC_FREE_DICT, GC_FREE_LIST_MOST);
    dealloc_leave(vm);
}

void dict_clear_slot(MinipyVM *vm, Object *o)
{
    dict_clear(vm, value_from_obj(o));
}

int dict_traverse(Object *o, VisitFn visit, void *arg)
{
    DictObj *d = (DictObj *)o;
    for (uint32_t i = 0; i < d->nentries; i++) {
        const DictEntry *e = dict_entry(d, i);
        GC_VISIT(e->key);
        GC_VISIT(e->value);
    }
    return 0;
}

/* ---- iteration, copies, lists ---------------------------------------------------- */

bool dict_next(Value v, int64_t *pos, Value *key, Value *value)
{
    DictObj *d = DICT(v);
    int64_t i = *pos < d->first ? d->first : *pos;
    while (i < d->nentries && !dict_entry(d, i)->key)
        i++;
    if (i >= d->nentries)
        return false;
    const DictEntry *e = dict_entry(d, i);
    if (key)
        *key = e->key;
    if (value)
        *value = e->value;
    *pos = i + 1;
    return true;
}

static void copy_entries(DictObj *d, const DictObj *other)
{
    const uint32_t n = other->nentries;
    const DictEntry *from = other->entries;
    DictEntry *to = d->entries;
    if (d->hashed) {
        memcpy(d->entries, other->entries, n * sizeof(DictHashedEntry));
        for (uint32_t i = 0; i < n; i++) {
            value_xincref(hashed_entry(d, i)->entry.key);
            value_xincref(hashed_entry(d, i)->entry.value);
        }
        return;
    }
    for (const DictEntry *end = from + n; from < end; from++, to++)
        *to = (DictEntry){value_xincref(from->key), value_xincref(from->value)};
}

/* Makes the empty dict d a copy of other's table. */
static int clone_table(MinipyVM *vm, DictObj *d, const DictObj *other)
{
    int log2 = dict_cpythons_log2(other);
    void *before = d->entries;
    if (!block_new(vm, d, usable(log2), log2, other->str_keys))
        return -1;
    mem_free(vm, before);
    if (log2 == MIN_LOG2)
        memcpy(d->index.few, other->index.few, sizeof d->index.few);
    else
        memcpy((void *)index_cells(d), index_cells(other),
               index_bytes(other->log2_index));
    d->used = other->used;
    d->nentries = other->nentries;
    d->first = other->first;
    d->capacity = usual_capacity(other);
    copy_entries(d, other);
    if (other->ob.gc & GC_TRACKED || other->ob.type != vm->types[KIND_DICT])
        gc_track(vm, &d->ob);
    keys_changed(d);
    return 0;
}

/* A dict whose iteration no subclass has overridden. */
static bool dict_is_plain(MinipyVM *vm, Value other)
{
    return value_is_dict(other) && value_type(vm, other)->slots.iter == dict_iter;
}

Value dict_copy(MinipyVM *vm, Value v)
{
    Value copy = dict_new(vm);
    if (!copy)
        return VALUE_NULL;
    DictObj *d = DICT(v);
    bool clone = d->used >= d->nentries * 2 / 3 && dict_is_plain(vm, v);
    int r = d->used == 0 ? 0
            : clone      ? clone_table(vm, DICT(copy), d)
                         : dict_merge(vm, copy, v, 1);
    if (r == 0)
        return copy;
    value_decref(vm, copy);
    return VALUE_NULL;
}

typedef enum { LIST_KEYS, LIST_VALUES, LIST_ITEMS } ListWhat;

static Value list_of(MinipyVM *vm, Value v, ListWhat what)
{
    DictObj *d = DICT(v);
    Value list = list_new(vm, d->used), key, value;
    if (!list)
        return VALUE_NULL;
    int64_t n = 0;
    for (int64_t pos = 0; dict_next(v, &pos, &key, &value); n++) {
        Value item = what == LIST_KEYS     ? value_incref(key)
                     : what == LIST_VALUES ? value_incref(value)
                                           : tuple_pack(vm, 2, key, value);
        if (!item) {
            value_decref(vm, list);
            return VALUE_NULL;
        }
        LIST(list)->items[n] = item;
    }
    return list;
}

Value dict_keys_list(MinipyVM *vm, Value v)
{
    return list_of(vm, v, LIST_KEYS);
}
Value dict_values_list(MinipyVM *vm, Value v)
{
    return list_of(vm, v, LIST_VALUES);
}
Value dict_items_list(MinipyVM *vm, Value v)
{
    return list_of(vm, v, LIST_ITEMS);
}

/* ---- merging --------------------------------------------------------------------- */

/* One pair under the rules of dict_merge. */
static int merge_one(MinipyVM *vm, Value v, Value key, int64_t hash, Value value,
                     int override)
{
    if (override == 1)
        return dict_set_hash(vm, v, key, hash, value);
    int64_t ix = dict_find(vm, DICT(v), key, hash);
    if (ix == DICT_ABSENT)
        return insert_absent_steal(vm, DICT(v), value_incref(key), hash,
                                   value_incref(value), ANY_CELL);
    if (ix < 0)
        return -1;
    if (override == 2)
        return error_set_value(vm, EXC_KeyError, key), -1;
    return 0;
}

static int merge_dict(MinipyVM *vm, Value v, Value other, int override)
{
    DictObj *d = DICT(v), *o = DICT(other);
    if (d == o || o->used == 0)
        return 0;
    if (d->used == 0 && o->used == o->nentries &&
        usual_capacity(o) == usable(dict_cpythons_log2(o)) &&
        (o->log2_index == MIN_LOG2 || usable(dict_cpythons_log2(o) - 1) < o->used))
        return clone_table(vm, d, o);
    if ((!d->entries || usable(dict_cpythons_log2(d)) < o->used) &&
        dict_make_room(vm, d, d->used + o->used, o->str_keys) < 0)
        return -1;
    uint32_t version = o->version;
    for (uint32_t i = 0; i < o->nentries; i++) {
        DictEntry e = *dict_entry(o, i);
        if (!e.key)
            continue;
        value_incref(e.key);
        value_incref(e.value);
        int r = merge_one(vm, v, e.key, dict_entry_hash(o, i), e.value, override);
        value_decref(vm, e.key);
        value_decref(vm, e.value);
        if (r < 0)
            return -1;
        if (unlikely(o->version != version))
            return error_set(vm, EXC_RuntimeError, "dict mutated during update"), -1;
    }
    return 0;
}

int dict_merge(MinipyVM *vm, Value d, Value other, int override)
{
    if (dict_is_plain(vm, other))
        return merge_dict(vm, d, other, override);
    return dict_merge_mapping(vm, d, other, override);
}
