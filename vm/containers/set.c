/* set.c - the table of sets.
 *
 * Open addressing with short runs of linear probes, then a jump. The order in which a
 * set iterates is the order of its table, and programs' output shows it; so the probes,
 * the moment and the size of growth, and the ways in which whole sets are copied and
 * merged are those of CPython 3.11, which makes the order the same for the same hashes
 * and history. A removed key leaves VALUE_DUMMY with hash -1. Read next: set_type.c.
 */
#include "vm/containers/set_private.h"

#include "vm/bytes/bytes.h"
#include "vm/text/str.h"
#include "vm/containers/set.h"
#include "vm/containers/iter.h"
#include "vm/memory/mem_inline.h"

enum { POLL_MASK = (1 << 16) - 1 }; /* so many places of a table between two polls */
static const uint64_t MOST_PLACES = UINT64_C(1) << 32; /* as 32 bits count */

/* Of a small table only what says that it is empty need be written. */
Value set_alloc(MinipyVM *vm, TypeObj *cls)
{
    Kind kind = (Kind)cls->layout;
    if (unlikely(cls != vm->types[kind]))
        return object_alloc_value(vm, cls);
    SetObj *s = (SetObj *)object_alloc_raw(vm, kind, GC_TRACKED, sizeof *s);
    if (unlikely(!s))
        return VALUE_NULL;
    s->fill = s->used = 0;
    s->places = 0;
    s->table = NULL;
    s->finger = 0;
    gc_link_inline(vm, &s->ob);
    gc_count_new(vm);
    return value_from_obj(s);
}

bool set_next(Value v, int64_t *pos, Value *key)
{
    const SetEntry *e = set_next_entry(SET(v), pos);
    if (!e)
        return false;
    *key = e->key;
    return true;
}

static void few_items(const SetObj *s, Value *to)
{
    uint64_t rest = s->places;
    for (const SetEntry *e; (e = set_next_of_few(s, &rest)) != NULL;)
        if (e->key != VALUE_DUMMY)
            *to++ = value_incref(e->key);
}

void set_items(Value v, Value *to)
{
    const SetEntry *e = SET(v)->table;
    if (!e) {
        few_items(SET(v), to);
        return;
    }
    for (int64_t left = set_size(v); left > 0; e++)
        if (is_live(e)) {
            left--;
            *to++ = value_incref(e->key);
        }
}

/* ---- lookup ---------------------------------------------------------------------- */

/* Whether a place holds key: 1, 0, -1 error; the others: the table changed meanwhile,
 * and the two were not equal, or were. */
enum { MOVED = 4, EQUAL_BUT_MOVED };
static __attribute__((noinline)) int place_matches(MinipyVM *vm, SetObj *s, uint64_t at,
                                                   bool small, Value key)
{
    Value mine = set_place(s, at, small)->key;
    int known = keys_equal_quietly(vm, mine, key);
    if (known != UNSURE)
        return known;
    SetEntry *table = s->table;
    uint64_t mask = set_mask(s, small);
    value_incref(mine);
    int r = object_compare_bool(vm, mine, key, CMP_EQ);
    bool moved = s->table != table || set_mask(s, small) != mask ||
                 set_place(s, at, small)->key != mine;
    value_decref(vm, mine);
    return r < 0 || !moved ? r : r ? EQUAL_BUT_MOVED : MOVED;
}

/* *out, where it is asked for, gets the place of key, or one that it may be put into:
 * the last dummy on the way, else the unused one where the search ended. 1, 0; what
 * else place_matches says, or, where it must be quiet, UNSURE. */
static inline __attribute__((always_inline)) int look(MinipyVM *vm, SetObj *s,
                                                      Value key, int64_t hash,
                                                      uint64_t *out, bool small,
                                                      bool quiet)
{
    enum { NONE = -1 };
    int64_t dummy = NONE;
    uint64_t mask = set_mask(s, small), i = (uint64_t)hash & mask,
             perturb = (uint64_t)hash;
    for (;;) {
        uint64_t at = i, last = set_run_end(i, mask);
        do {
            const SetEntry *e = set_place(s, at, small);
            if (!e->key) {
                if (out)
                    *out = at;
                /* a comparison since may have filled the dummy again */
                if (out && dummy != NONE &&
                    set_place(s, (uint64_t)dummy, small)->key == VALUE_DUMMY)
                    *out = (uint64_t)dummy;
                return 0;
            }
            if (e->hash == hash) {
                int r = e->key == key ? 1
                        : quiet       ? keys_equal_quietly(vm, e->key, key)
                                      : place_matches(vm, s, at, small, key);
                if (r && out)
                    *out = at;
                if (r)
                    return r;
            } else if (out && e->hash == -1) {
                dummy = (int64_t)at;
            }
        } while (at++ != last);
        perturb >>= PERTURB_SHIFT;
        i = (i * 5 + 1 + perturb) & mask;
    }
}

static inline __attribute__((always_inline)) int
look_quietly(MinipyVM *vm, SetObj *s, Value key, int64_t hash, uint64_t *out)
{
    return s->table ? look(vm, s, key, hash, out, false, true)
                    : look(vm, s, key, hash, out, true, true);
}

static __attribute__((noinline)) int look_once(MinipyVM *vm, SetObj *s, Value key,
                                               int64_t hash, uint64_t *out)
{
    return s->table ? look(vm, s, key, hash, out, false, false)
                    : look(vm, s, key, hash, out, true, false);
}

/* *out: as look(). 1, 0, or -1. */
static int lookup(MinipyVM *vm, SetObj *s, Value key, int64_t hash, uint64_t *out)
{
    int r;
    do
        r = look_once(vm, s, key, hash, out);
    while (unlikely(r >= MOVED));
    return r;
}

int set_probe_quietly(MinipyVM *vm, SetObj *s, Value key, int64_t hash)
{
    return look_quietly(vm, s, key, hash, NULL);
}

int set_compare_and_find(MinipyVM *vm, SetObj *s, Value key, int64_t hash)
{
    uint64_t at;
    return lookup(vm, s, key, hash, &at);
}

/* Removes what lives in e; the key is the caller's. */
static inline Value take_out(SetObj *s, SetEntry *e)
{
    Value key = e->key;
    *e = (SetEntry){VALUE_DUMMY, -1};
    s->used--;
    return key;
}

int set_discard_hash(MinipyVM *vm, SetObj *s, Value key, int64_t hash)
{
    uint64_t at;
    int r = lookup(vm, s, key, hash, &at);
    if (r > 0)
        value_decref(vm, take_out(s, set_place(s, at, !s->table)));
    return r;
}

static inline Value take_next(SetObj *s, bool small)
{
    uint64_t mask = set_mask(s, small), i = s->finger & mask;
    while (!is_live(set_place(s, i, small)))
        i = i == mask ? 0 : i + 1;
    s->finger = i + 1;
    return take_out(s, set_place(s, i, small));
}

Value set_take_any(SetObj *s)
{
    return s->table ? take_next(s, false) : take_next(s, true);
}

/* ---- insertion ------------------------------------------------------------------- */

/* Into a table that has room and not this key. */
static inline void insert_clean(SetEntry *table, uint64_t mask, Value key, int64_t hash)
{
    uint64_t perturb = (uint64_t)hash, i = (uint64_t)hash & mask;
    if (likely(!table[i].key)) {
        table[i] = (SetEntry){key, hash};
        return;
    }
    for (;;) {
        SetEntry *e = &table[i], *last = &table[set_run_end(i, mask)];
        do {
            if (!e->key) {
                *e = (SetEntry){key, hash};
                return;
            }
        } while (e++ != last);
        perturb >>= PERTURB_SHIFT;
        i = (i * 5 + 1 + perturb) & mask;
    }
}

/* What lives in one table into another that is empty. -1: the vm was stopped. */
static int insert_all(MinipyVM *vm, SetEntry *table, uint64_t mask, const SetEntry *old,
                      uint64_t old_mask)
{
    for (uint64_t i = 0; i <= old_mask; i++) {
        if (is_live(&old[i]))
            insert_clean(table, mask, old[i].key, old[i].hash);
        if (unlikely((i & POLL_MASK) == POLL_MASK) && limits_poll(vm) < 0)
            return -1;
    }
    return 0;
}

/* A small table as one of the other kind, */
static void spread(const SetObj *s, SetEntry wide[SET_PLACES])
{
    for (uint64_t i = 0; i < SET_PLACES; i++) {
        const SetEntry *e = set_place(s, i, true);
        wide[i] = e->key ? *e : (SetEntry){VALUE_NULL, 0};
    }
}

/* and back; nothing was removed from it. */
static void pack(SetObj *s, const SetEntry wide[SET_PLACES])
{
    uint8_t n = 0;
    s->places = 0;
    for (uint64_t i = 0; i < SET_PLACES; i++)
        if (wide[i].key) {
            s->small[++n] = wide[i];
            s->place[i] = n;
        }
}

/* The places of a table for so many. */
static uint64_t table_size(int64_t min_used)
{
    uint64_t size = SET_PLACES;
    while (size <= (uint64_t)min_used)
        size <<= 1;
    return size;
}

/* Gives s, in place of its own, a table that has what lives in `old`, `used` keys, and
 * room for min_used. */
static int rebuild(MinipyVM *vm, SetObj *s, const SetEntry *old, uint64_t old_mask,
                   int64_t used, int64_t min_used)
{
    uint64_t size = table_size(min_used);
    SetEntry wide[SET_PLACES], *table = wide;
    if (size == SET_PLACES)
        memset(wide, 0, sizeof wide);
    else if (size > MOST_PLACES || !(table = mem_calloc(vm, size * sizeof *table)))
        return error_occurred(vm) ? -1 : (error_set_oom(vm), -1);
    if (insert_all(vm, table, size - 1, old, old_mask) < 0) {
        if (table != wide)
            mem_free(vm, table);
        return -1;
    }
    if (s->table)
        mem_free(vm, s->table);
    s->fill = s->used = (uint32_t)used;
    s->table = table != wide ? table : NULL;
    if (s->table)
        s->mask = size - 1;
    else
        pack(s, wide);
    return 0;
}

static int set_resize(MinipyVM *vm, SetObj *s, int64_t min_used)
{
    SetEntry wide[SET_PLACES];
    if (s->table)
        return rebuild(vm, s, s->table, s->mask, s->used, min_used);
    if (min_used < SET_PLACES && s->fill == s->used)
        return 0;
    spread(s, wide);
    return rebuild(vm, s, wide, SET_PLACES - 1, s->used, min_used);
}

static int64_t room_for_growth(int64_t used)
{
    return used > 50000 ? used * 2 : used * 4;
}

int set_grow_after_removals(MinipyVM *vm, SetObj *s)
{
    return s->fill - s->used <= set_mask(s, !s->table) / 4
               ? 0
               : set_resize(vm, s, room_for_growth(s->used));
}

/* Into a free place of a table that grows by it; the key is stolen. -1: it is not in.
 */
static __attribute__((noinline)) int
insert_growing(MinipyVM *vm, SetObj *s, uint64_t at, Value key, int64_t hash)
{
    SetEntry wide[SET_PLACES], *old = s->table;
    uint64_t mask = set_mask(s, !old);
    int64_t used = (int64_t)s->used + 1;
    if (!old) {
        old = wide;
        spread(s, wide);
    }
    old[at] = (SetEntry){key, hash};
    if (rebuild(vm, s, old, mask, used, room_for_growth(used)) == 0)
        return 0;
    old[at] = (SetEntry){VALUE_NULL, 0};
    value_decref(vm, key);
    return -1;
}

/* Into a place that look() found. */
static inline int insert(MinipyVM *vm, SetObj *s, uint64_t at, Value key, int64_t hash)
{
    bool small = !s->table;
    SetEntry *e = set_place(s, at, small);
    value_incref(key);
    if (e->key) { /* a dummy */
        *e = (SetEntry){key, hash};
        s->used++;
        return 0;
    }
    if (unlikely(set_is_full(s, set_mask(s, small))))
        return insert_growing(vm, s, at, key, hash);
    set_fill_place(s, at, key, hash, small);
    return 0;
}

/* 0, or -1. Of what was equal nothing is added, though the table may not have it now.
 */
static __attribute__((noinline)) int add_comparing(MinipyVM *vm, SetObj *s, Value key,
                                                   int64_t hash)
{
    uint64_t at;
    value_incref(key); /* a comparison could release it */
    int r;
    do
        r = look_once(vm, s, key, hash, &at);
    while (unlikely(r == MOVED));
    if (r == 0)
        r = insert(vm, s, at, key, hash);
    value_decref(vm, key);
    return r < 0 ? -1 : 0;
}

/* Is it worth a try to compare this key without Python code? */
static inline bool may_be_quiet(MinipyVM *vm, Value key)
{
    return !value_is_obj(key) || value_is_exact(vm, key, KIND_STR) ||
           value_is_exact(vm, key, KIND_TUPLE) || value_is_exact(vm, key, KIND_BYTES);
}

int set_add_slowly(MinipyVM *vm, SetObj *s, Value key, int64_t hash, bool quiet)
{
    uint64_t at;
    if (!quiet && !may_be_quiet(vm, key))
        return add_comparing(vm, s, key, hash);
    int r = look_quietly(vm, s, key, hash, &at);
    if (r == 0)
        return insert(vm, s, at, key, hash);
    if (r == UNSURE)
        return quiet ? UNSURE : add_comparing(vm, s, key, hash);
    return 0;
}

/* Into a set that has room and no key yet, not even a removed one. */
static void fill_from(SetObj *s, const SetObj *other)
{
    SetEntry few[SET_FEW], wide[SET_PLACES], *table = s->table;
    uint64_t mask = set_mask(s, !table);
    if (!table)
        table = memset(wide, 0, sizeof wide);
    const SetEntry *e = set_in_order(other, few);
    for (int64_t left = other->used; left > 0; e++)
        if (is_live(e)) {
            left--;
            insert_clean(table, mask, value_incref(e->key), e->hash);
        }
    s->fill = s->used = other->used;
    if (!s->table)
        pack(s, wide);
}

/* Gives s, in which nothing lives, a copy of the table of a set from which nothing was
 * removed. */
static int copy_table(MinipyVM *vm, SetObj *s, const SetObj *other)
{
    SetEntry *table = NULL;
    if (other->table) {
        size_t bytes = (other->mask + 1) * sizeof *table;
        table = mem_alloc(vm, bytes);
        if (!table)
            return -1;
        memcpy(table, other->table, bytes);
    } else {
        memcpy(s->small + 1, other->small + 1, sizeof(SetEntry[SET_FEW]));
    }
    if (s->table)
        mem_free(vm, s->table);
    s->table = table;
    s->places = other->places; /* or the mask */
    s->fill = s->used = other->used;
    const SetEntry *e = table ? table : s->small + 1;
    for (int64_t left = s->used; left > 0; e++)
        if (e->key) {
            left--;
            value_incref(e->key);
        }
    return 0;
}

int set_merge(MinipyVM *vm, SetObj *s, SetObj *other)
{
    if (other == s || other->used == 0)
        return 0;
    uint64_t mask = set_mask(s, !s->table);
    int64_t room = ((int64_t)s->used + other->used) * 2;
    bool grows = ((uint64_t)s->fill + other->used) * 5 >= mask * 3;
    if (grows)
        mask = table_size(room) - 1;
    if (s->used == 0 && (grows || s->fill == 0) && other->fill == other->used &&
        set_mask(other, !other->table) == mask)
        return copy_table(vm, s, other);
    if (grows && set_resize(vm, s, room) < 0)
        return -1;
    if (s->fill == 0) {
        fill_from(s, other);
        return 0;
    }
    SetEntry few[SET_FEW];
    const SetEntry *e = set_in_order(other, few);
    int64_t left = other->used;
    /* as long as nothing must be compared, nobody changes either */
    for (; left > 0; e++)
        if (is_live(e)) {
            int r = set_add_quietly(vm, s, e->key, e->hash);
            if (r < 0)
                return -1;
            if (r == UNSURE)
                break;
            left--;
        }
    if (left == 0)
        return 0;
    int64_t pos = set_behind(other, other->used - left);
    while ((e = set_next_entry(other, &pos)) != NULL)
        if (set_add_hash(vm, s, e->key, e->hash) < 0)
            return -1;
    return 0;
}

void set_clear_all(MinipyVM *vm, SetObj *s)
{
    SetEntry few[SET_FEW], *table = s->table;
    const SetEntry *e = set_in_order(s, few);
    int64_t left = s->used;
    s->table = NULL;
    s->places = 0;
    s->fill = s->used = 0;
    if (s->ob.kind == KIND_FROZENSET)
        s->inverse = 0;
    for (; left > 0; e++)
        if (is_live(e)) {
            left--;
            value_decref(vm, e->key);
        }
    mem_free(vm, table);
}

void set_release(MinipyVM *vm, SetObj *s)
{
    if (!s->table) {
        uint64_t rest = s->places;
        for (const SetEntry *e; (e = set_next_of_few(s, &rest)) != NULL;)
            value_decref(vm, e->key); /* or a dummy */
        return;
    }
    int64_t left = s->used;
    for (const SetEntry *e = s->table; left > 0; e++)
        if (is_live(e)) {
            left--;
            value_decref(vm, e->key);
        }
    mem_free(vm, s->table);
}

static void take_contents(SetObj *s, const SetObj *from)
{
    s->fill = from->fill, s->used = from->used;
    s->places = from->places; /* or the mask */
    s->table = from->table;
    memcpy(s->small + 1, from->small + 1, sizeof(SetEntry[SET_FEW]));
}

void set_swap(SetObj *a, SetObj *b)
{
    SetObj old = *a;
    take_contents(a, b);
    take_contents(b, &old);
}

/* ---- the interface of dict.h ----------------------------------------------------- */

static __attribute__((noinline)) int hash_and_add(MinipyVM *vm, Value v, Value key)
{
    int64_t hash = dict_hash_key(vm, key);
    return hash == -1 ? -1 : set_add_hash(vm, SET(v), key, hash);
}

int set_add(MinipyVM *vm, Value v, Value key)
{
    int64_t hash = dict_known_hash(vm, key);
    return likely(hash != -1) ? set_add_hash(vm, SET(v), key, hash)
                              : hash_and_add(vm, v, key);
}

__attribute__((noinline)) int set_contains_slowly(MinipyVM *vm, Value v, Value key,
                                                  int64_t hash)
{
    if (hash == -1 && (hash = dict_hash_key(vm, key)) == -1)
        return -1;
    int r = look_quietly(vm, SET(v), key, hash, NULL);
    return r != UNSURE ? r : set_compare_and_find(vm, SET(v), key, hash);
}

int set_contains(MinipyVM *vm, Value v, Value key)
{
    return set_contains_inline(vm, v, key, set_contains_slowly);
}

int set_discard(MinipyVM *vm, Value v, Value key)
{
    int64_t hash = dict_hash_key(vm, key);
    return hash == -1 ? -1 : set_discard_hash(vm, SET(v), key, hash);
}

static int update_from_dict(MinipyVM *vm, SetObj *s, Value dict)
{
    int64_t n = dict_size(dict);
    if ((uint64_t)(s->fill + n) * 5 >= set_mask(s, !s->table) * 3 &&
        set_resize(vm, s, (s->used + n) * 2) < 0)
        return -1;
    for (uint32_t i = 0; i < DICT(dict)->nentries; i++) {
        Value key = dict_entry(DICT(dict), i)->key;
        if (key && set_add_hash(vm, s, key, dict_entry_hash(DICT(dict), i)) < 0)
            return -1;
    }
    return 0;
}

/* What comes again out of the first 256 characters, or bytes. */
typedef struct Seen {
    uint64_t bits[4];
} Seen;

static inline bool seen_before(Seen *seen, uint32_t ch)
{
    if (ch > 0xff)
        return false;
    uint64_t *word = &seen->bits[ch / 64], bit = UINT64_C(1) << ch % 64;
    bool before = *word & bit;
    *word |= bit;
    return before;
}

/* The characters of a str, or numbers of a bytes object, into a set that is empty: no
 * Python code can run, and what is there need not be looked for. */
static int fill_from_text(MinipyVM *vm, Value v, Value from)
{
    Seen seen = {{0}};
    bool text = value_is_str(from);
    int64_t n = text ? str_length(from) : BYTES(from)->size;
    for (int64_t i = 0; i < n; i++) {
        uint32_t ch = text ? str_char_at(STR(from), i) : BYTES(from)->data[i];
        if (unlikely((i & POLL_MASK) == POLL_MASK) && limits_poll(vm) < 0)
            return -1;
        if (seen_before(&seen, ch))
            continue;
        Value key = text ? str_from_char(vm, ch) : value_from_imm(ch);
        int error = key ? set_add(vm, v, key) : -1;
        value_xdecref(vm, key);
        if (error < 0)
            return -1;
    }
    return 0;
}

typedef struct SetSink {
    MinipyVM *vm;
    Value set;
} SetSink;

static int take_item(MinipyVM *vm, void *sink, Value item)
{
    int r = set_add(vm, ((SetSink *)sink)->set, item);
    value_decref(vm, item);
    return r;
}

/* What nobody counts, and is compared at hand. */
static bool take_small_int(void *sink, Value item)
{
    const SetSink *to = sink;
    return value_is_int_imm(item) &&
           set_add_at_once(SET(to->set), item, dict_hash_key(to->vm, item));
}

int set_update(MinipyVM *vm, Value v, Value iterable)
{
    if (value_is_anyset(iterable))
        return set_merge(vm, SET(v), SET(iterable));
    if (value_is_exact(vm, iterable, KIND_DICT))
        return update_from_dict(vm, SET(v), iterable);
    if (SET(v)->fill == 0 && (value_is_exact(vm, iterable, KIND_STR) ||
                              value_is_exact(vm, iterable, KIND_BYTES)))
        return fill_from_text(vm, v, iterable);
    Each each = each_of(vm, iterable);
    SetSink sink = {vm, v};
    each_feed(vm, &each, (Sink){take_item, take_small_int, &sink});
    while (each_next(vm, &each))
        if (!take_small_int(&sink, each.item))
            each.status = set_add(vm, v, each.item);
    return each_end(vm, &each);
}

Value set_make(MinipyVM *vm, TypeObj *cls, Value iterable)
{
    Value v = set_alloc(vm, cls);
    if (v && iterable && set_update(vm, v, iterable) < 0) {
        value_decref(vm, v);
        return VALUE_NULL;
    }
    return v;
}

Value set_new(MinipyVM *vm, Value iterable)
{
    return set_make(vm, vm->types[KIND_SET], iterable);
}

Value frozenset_new(MinipyVM *vm, Value iterable)
{
    if (iterable && value_is_exact(vm, iterable, KIND_FROZENSET))
        return value_incref(iterable);
    return set_make(vm, vm->types[KIND_FROZENSET], iterable);
}
