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

enum { MIN_TABLE = 8 };
enum { POLL_MASK = (1 << 16) - 1 }; /* so many places of a table between two polls */

Value set_alloc(MinipyVM *vm, TypeObj *cls)
{
    Value v = object_alloc_value(vm, cls);
    if (v) {
        SET(v)->mask = MIN_TABLE - 1;
        SET(v)->table = SET(v)->small;
        SET(v)->hash = -1;
    }
    return v;
}

bool set_next(Value v, int64_t *pos, Value *key)
{
    const SetEntry *e = set_next_entry(SET(v), pos);
    if (!e)
        return false;
    *key = e->key;
    return true;
}

void set_items(Value v, Value *to)
{
    const SetEntry *e = SET(v)->table;
    for (int64_t left = SET(v)->used; left > 0; e++)
        if (is_live(e)) {
            left--;
            *to++ = value_incref(e->key);
        }
}

/* ---- lookup ---------------------------------------------------------------------- */

/* Whether e holds key: 1, 0, -1 error, 2: the table changed, start again. */
static int entry_matches(MinipyVM *vm, SetObj *s, SetEntry *e, Value key)
{
    Value mine = e->key;
    int known = keys_equal_quietly(vm, mine, key);
    if (known != UNSURE)
        return known;
    SetEntry *table = s->table;
    uint64_t mask = s->mask;
    value_incref(mine);
    int r = object_compare_bool(vm, mine, key, CMP_EQ);
    bool moved = s->table != table || s->mask != mask || e->key != mine;
    value_decref(vm, mine);
    return r < 0 ? -1 : moved ? 2 : r;
}

/* *out gets the entry of key, or one that it may be put into: the last dummy on the
 * way, else the unused one where the search ended. 1, 0, or -1. */
static int lookup(MinipyVM *vm, SetObj *s, Value key, int64_t hash, SetEntry **out)
{
restart:;
    SetEntry *dummy = NULL;
    uint64_t mask = s->mask, i = (uint64_t)hash & mask, perturb = (uint64_t)hash;
    for (;;) {
        SetEntry *e = &s->table[i];
        int probes = i + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0;
        do {
            if (!e->key) {
                /* a comparison since may have filled the dummy again */
                *out = dummy && dummy->key == VALUE_DUMMY ? dummy : e;
                return 0;
            }
            if (e->hash == hash) {
                int r = entry_matches(vm, s, e, key);
                if (r == 2)
                    goto restart;
                if (r) {
                    *out = e;
                    return r;
                }
            } else if (e->hash == -1) {
                dummy = e;
            }
            e++;
        } while (probes--);
        perturb >>= PERTURB_SHIFT;
        i = (i * 5 + 1 + perturb) & mask;
    }
}

int set_compare_and_find(MinipyVM *vm, SetObj *s, Value key, int64_t hash)
{
    SetEntry *e;
    return lookup(vm, s, key, hash, &e);
}

int set_discard_hash(MinipyVM *vm, SetObj *s, Value key, int64_t hash)
{
    SetEntry *e;
    int r = lookup(vm, s, key, hash, &e);
    if (r <= 0)
        return r;
    Value old = e->key;
    e->key = VALUE_DUMMY;
    e->hash = -1;
    s->used--;
    value_decref(vm, old);
    return 1;
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
        SetEntry *e = &table[i];
        int probes = i + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0;
        do {
            if (!e->key) {
                *e = (SetEntry){key, hash};
                return;
            }
            e++;
        } while (probes--);
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

/* The entries of a table for so many. */
static uint64_t table_size(int64_t min_used)
{
    uint64_t size = MIN_TABLE;
    while (size <= (uint64_t)min_used)
        size <<= 1;
    return size;
}

static int set_resize(MinipyVM *vm, SetObj *s, int64_t min_used)
{
    uint64_t size = table_size(min_used);
    SetEntry *old = s->table, *table, copy[MIN_TABLE];
    uint64_t old_mask = s->mask;
    bool old_is_small = old == s->small;
    if (size == MIN_TABLE) {
        table = s->small;
        if (old_is_small) {
            if (s->fill == s->used)
                return 0;
            memcpy(copy, old, sizeof copy);
            old = copy;
        }
        memset(table, 0, sizeof s->small);
    } else {
        table = size > PTRDIFF_MAX / sizeof *table
                    ? NULL
                    : mem_calloc(vm, size * sizeof *table);
        if (!table)
            return error_occurred(vm) ? -1 : (error_set_oom(vm), -1);
    }
    if (insert_all(vm, table, size - 1, old, old_mask) < 0) {
        mem_free(vm, table); /* a large one: no small one takes so long */
        return -1;
    }
    s->table = table;
    s->mask = size - 1;
    s->fill = s->used;
    if (!old_is_small)
        mem_free(vm, old);
    return 0;
}

static int grow(MinipyVM *vm, SetObj *s)
{
    return set_resize(vm, s, s->used > 50000 ? s->used * 2 : s->used * 4);
}

int set_grow_after_removals(MinipyVM *vm, SetObj *s)
{
    return (uint64_t)(s->fill - s->used) <= s->mask / 4 ? 0 : grow(vm, s);
}

int set_add_hash(MinipyVM *vm, SetObj *s, Value key, int64_t hash)
{
    if (likely(set_add_quietly(vm, s, key, hash)))
        return 0;
    value_incref(key); /* a comparison could release it */
    SetEntry *e;
    int r = lookup(vm, s, key, hash, &e);
    if (r) {
        value_decref(vm, key);
        return r < 0 ? -1 : 0;
    }
    bool reused = e->key == VALUE_DUMMY;
    *e = (SetEntry){key, hash};
    s->used++;
    if (reused)
        return 0;
    s->fill++;
    return (uint64_t)s->fill * 5 < s->mask * 3 ? 0 : grow(vm, s);
}

/* Into a set that has room and no key yet, not even a removed one. same: the table is
 * other's already. */
static void fill_from(SetObj *s, const SetObj *other, bool same)
{
    const SetEntry *e = other->table;
    for (int64_t left = other->used; left > 0; e++)
        if (is_live(e)) {
            left--;
            value_incref(e->key);
            if (!same)
                insert_clean(s->table, s->mask, e->key, e->hash);
        }
    s->fill = s->used = other->used;
}

/* The table of a set in which nothing was removed, for one that is new: 1; 0 if it
 * would get another size, or has one; -1 without memory. */
static int copy_table(MinipyVM *vm, SetObj *s, const SetObj *other)
{
    bool few = other->used * 5 < (MIN_TABLE - 1) * 3;
    uint64_t size = few ? MIN_TABLE : table_size(other->used * 2),
             bytes = size * sizeof(SetEntry);
    if (s->table != s->small || s->fill || size - 1 != other->mask ||
        other->fill != other->used)
        return 0;
    SetEntry *table = size == MIN_TABLE ? s->small : mem_alloc(vm, bytes);
    if (!table)
        return -1;
    s->table = memcpy(table, other->table, bytes);
    s->mask = size - 1;
    return 1;
}

int set_merge(MinipyVM *vm, SetObj *s, SetObj *other)
{
    if (other == s || other->used == 0)
        return 0;
    int copied = copy_table(vm, s, other);
    if (copied < 0)
        return -1;
    if (!copied && (uint64_t)(s->fill + other->used) * 5 >= s->mask * 3 &&
        set_resize(vm, s, (s->used + other->used) * 2) < 0)
        return -1;
    if (s->fill == 0) {
        fill_from(s, other, copied);
        return 0;
    }
    uint64_t i = 0; /* as long as nothing must be compared, nobody changes either */
    for (int64_t left = other->used; left > 0; i++) {
        const SetEntry *e = &other->table[i];
        if (!is_live(e))
            continue;
        if (!set_add_first(s, e->key, e->hash) &&
            !set_add_quietly(vm, s, e->key, e->hash))
            break;
        if (--left == 0)
            return 0;
    }
    for (; i <= other->mask; i++) {
        SetEntry e = other->table[i];
        if (is_live(&e) && set_add_hash(vm, s, e.key, e.hash) < 0)
            return -1;
    }
    return 0;
}

void set_clear_all(MinipyVM *vm, SetObj *s)
{
    SetEntry small[MIN_TABLE], *table = s->table;
    uint64_t mask = s->mask;
    bool was_small = table == s->small;
    if (was_small) {
        memcpy(small, s->small, sizeof small);
        table = small;
    }
    memset(s->small, 0, sizeof s->small);
    s->table = s->small;
    s->mask = MIN_TABLE - 1;
    s->fill = s->used = 0;
    s->hash = -1;
    for (uint64_t i = 0; i <= mask; i++)
        if (is_live(&table[i]))
            value_decref(vm, table[i].key);
    if (!was_small)
        mem_free(vm, table);
}

void set_release(MinipyVM *vm, SetObj *s)
{
    int64_t left = s->used;
    for (SetEntry *e = s->table; left > 0; e++)
        if (is_live(e)) {
            left--;
            value_decref(vm, e->key);
        }
    if (s->table != s->small)
        mem_free(vm, s->table);
}

void set_swap(SetObj *a, SetObj *b)
{
    SetObj t = *a;
    bool a_small = a->table == a->small, b_small = b->table == b->small;
    a->fill = b->fill, a->used = b->used, a->mask = b->mask;
    memcpy(a->small, b->small, sizeof a->small);
    a->table = b_small ? a->small : b->table;
    b->fill = t.fill, b->used = t.used, b->mask = t.mask;
    memcpy(b->small, t.small, sizeof b->small);
    b->table = a_small ? b->small : t.table;
    a->hash = b->hash = -1;
}

/* ---- the interface of dict.h ----------------------------------------------------- */

int set_add(MinipyVM *vm, Value v, Value key)
{
    int64_t hash = dict_hash_key(vm, key);
    return hash == -1 ? -1 : set_add_hash(vm, SET(v), key, hash);
}

static __attribute__((noinline)) int contains_any(MinipyVM *vm, Value v, Value key)
{
    int64_t hash = dict_hash_key(vm, key);
    return hash == -1 ? -1 : set_contains_hash(vm, SET(v), key, hash);
}

/* Where the first place has that same object, or nothing, no register is kept. */
int set_contains(MinipyVM *vm, Value v, Value key)
{
    int64_t hash = dict_known_hash(vm, key);
    const SetEntry *e = &SET(v)->table[(uint64_t)hash & SET(v)->mask];
    if (unlikely(hash == -1) || (e->key != key && e->key != VALUE_NULL))
        return contains_any(vm, v, key);
    return e->key == key;
}

int set_discard(MinipyVM *vm, Value v, Value key)
{
    int64_t hash = dict_hash_key(vm, key);
    return hash == -1 ? -1 : set_discard_hash(vm, SET(v), key, hash);
}

static int update_from_dict(MinipyVM *vm, SetObj *s, Value dict)
{
    int64_t n = dict_size(dict);
    if ((uint64_t)(s->fill + n) * 5 >= s->mask * 3 &&
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
           set_add_quietly(to->vm, SET(to->set), item, dict_hash_key(to->vm, item));
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
