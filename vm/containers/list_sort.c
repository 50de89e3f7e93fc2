/* list_sort.c - list.sort: a stable merge sort of natural runs (timsort) with galloping
 * and the powersort rule for which runs to merge, so that comparisons come in
 * CPython 3.11's order and number.
 *
 * While the sort runs the list itself is empty with capacity -1; if that has changed at
 * the end, somebody touched it: ValueError. Keys and values are two parallel arrays
 * (values NULL without a key function). Before sorting, keys that are all of one simple
 * type get a comparison that needs no dispatch; it must give what the general one
 * gives.
 */
#include "vm/objects/args.h"
#include "vm/objects/call.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/containers/list_private.h"
#include "vm/text/str.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"

enum { MAX_PENDING = 85, MIN_GALLOP = 7 };

typedef struct Run {
    int64_t base, length;
    int power;
} Run;

typedef struct Sort Sort;
typedef int (*LessFn)(Sort *s, Value a, Value b); /* 1, 0, -1 */

struct Sort {
    MinipyVM *vm;
    LessFn less;
    CompareSlot compare;  /* of all keys, or of what tuples begin with; may be NULL */
    Value *keys, *values; /* values may be NULL */
    int64_t n;
    int64_t min_gallop;
    Value *temp_keys, *temp_values; /* capacity temp_size each */
    int64_t temp_size;
    int pending;
    int depth, item; /* of what is sorted by digits: of parts of parts, of tuples */
    Run *runs;       /* MAX_PENDING; not in here, where each sort would zero them */
};

/* ---- comparisons ----------------------------------------------------------------- */

static int truth(Sort *s, Value r)
{
    if (!r)
        return -1;
    if (r == VALUE_TRUE || r == VALUE_FALSE)
        return r == VALUE_TRUE;
    int truth = object_is_true(s->vm, r);
    value_decref(s->vm, r);
    return truth;
}

static int less_any(Sort *s, Value a, Value b)
{
    return truth(s, object_compare(s->vm, a, b, CMP_LT));
}

/* Keys of one type: its own comparison first. Where that does not know, as if it had
 * not been asked; programs count. */
static int less_same(Sort *s, Value a, Value b)
{
    if (likely(s->compare && value_type(s->vm, a)->slots.richcompare == s->compare)) {
        Value r = s->compare(s->vm, a, b, CMP_LT);
        if (r != VALUE_NOT_IMPLEMENTED)
            return truth(s, r);
    }
    return less_any(s, a, b);
}

static int less_int(Sort *s, Value a, Value b)
{
    (void)s;
    return (int64_t)a < (int64_t)b;
}

/* Of any size. */
static int less_whole(Sort *s, Value a, Value b)
{
    (void)s;
    return int_compare(a, b) < 0;
}

static int less_float(Sort *s, Value a, Value b)
{
    (void)s;
    return value_float_imm(a) < value_float_imm(b);
}

static int less_str(Sort *s, Value a, Value b)
{
    (void)s;
    return str_compare(a, b) < 0;
}

/* Of one byte a character. */
static int less_narrow(Sort *s, Value a, Value b)
{
    (void)s;
    return bytes_order(STR(a)->data, STR(a)->length, STR(b)->data, STR(b)->length) < 0;
}

/* Tuples that are not empty: what decides is the first item that differs. */
static int less_tuple(Sort *s, Value a, Value b)
{
    int64_t na = tuple_size(a), nb = tuple_size(b);
    for (int64_t i = 0; i < na && i < nb; i++) {
        Value x = tuple_get_borrow(a, i), y = tuple_get_borrow(b, i);
        int order = items_order(s->vm, x, y), r = order == 0;
        if (order == UNORDERED)
            r = object_compare_bool(s->vm, x, y, CMP_EQ);
        else if (order)
            return order < 0;
        if (r <= 0)
            return r < 0 ? -1 : i ? less_any(s, x, y) : less_same(s, x, y);
    }
    return na < nb;
}

/* The comparison of all keys, or of what all begin with, if that is of one type. */
static CompareSlot common_compare(Sort *s, bool tuples)
{
    const TypeObj *t = NULL;
    for (int64_t i = 0; i < s->n; i++) {
        Value key = s->keys[i];
        if (tuples && !tuple_size(key))
            return NULL;
        const TypeObj *other =
            value_type(s->vm, tuples ? tuple_get_borrow(key, 0) : key);
        if (t && other != t)
            return NULL;
        t = other;
    }
    return t->slots.richcompare;
}

static inline bool is_whole(Sort *s, Value key)
{
    return value_is_int_imm(key) || value_is_exact(s->vm, key, KIND_INT);
}

static LessFn choose_less(Sort *s)
{
    const Value *k = s->keys, *end = k + s->n;
    bool narrow = true;
    if (is_whole(s, *k)) {
        while (k < end && value_is_int_imm(*k))
            k++;
        if (k == end)
            return less_int;
        while (k < end && is_whole(s, *k))
            k++;
        return k == end ? less_whole : less_any;
    }
    if (value_is_float_imm(*k)) {
        while (k < end && value_is_float_imm(*k))
            k++;
        return k == end ? less_float : less_any;
    }
    if (value_is_exact(s->vm, *k, KIND_STR)) {
        for (; k < end && value_is_exact(s->vm, *k, KIND_STR); k++)
            narrow = narrow && STR(*k)->width == 1;
        return k < end ? less_any : narrow ? less_narrow : less_str;
    }
    while (k < end && value_is_exact(s->vm, *k, KIND_TUPLE))
        k++;
    s->compare = common_compare(s, k == end);
    return k == end ? less_tuple : less_same;
}

/* ---- moving cells of both arrays ------------------------------------------------- */

static inline void copy_cell(Sort *s, int64_t to, int64_t from)
{
    s->keys[to] = s->keys[from];
    if (s->values)
        s->values[to] = s->values[from];
}

static inline void move_cells(Sort *s, int64_t to, int64_t from, int64_t n)
{
    memmove(s->keys + to, s->keys + from, (size_t)n * sizeof(Value));
    if (s->values)
        memmove(s->values + to, s->values + from, (size_t)n * sizeof(Value));
}

static inline void from_temp(Sort *s, int64_t to, int64_t from, int64_t n)
{
    memcpy(s->keys + to, s->temp_keys + from, (size_t)n * sizeof(Value));
    if (s->values)
        memcpy(s->values + to, s->temp_values + from, (size_t)n * sizeof(Value));
}

/* Puts n cells into the temporary arrays. */
static int to_temp(Sort *s, int64_t from, int64_t n)
{
    if (n > s->temp_size) {
        mem_free(s->vm, s->temp_keys);
        mem_free(s->vm, s->temp_values);
        s->temp_size = 0;
        s->temp_keys = mem_alloc(s->vm, (size_t)n * sizeof(Value));
        s->temp_values = s->values ? mem_alloc(s->vm, (size_t)n * sizeof(Value)) : NULL;
        if (!s->temp_keys || (s->values && !s->temp_values))
            return -1;
        s->temp_size = n;
    }
    memcpy(s->temp_keys, s->keys + from, (size_t)n * sizeof(Value));
    if (s->values)
        memcpy(s->temp_values, s->values + from, (size_t)n * sizeof(Value));
    return 0;
}

static void reverse_cells(Sort *s, int64_t lo, int64_t hi)
{
    for (hi--; lo < hi; lo++, hi--) {
        Value k = s->keys[lo];
        s->keys[lo] = s->keys[hi];
        s->keys[hi] = k;
        if (s->values) {
            Value v = s->values[lo];
            s->values[lo] = s->values[hi];
            s->values[hi] = v;
        }
    }
}

/* ---- runs ------------------------------------------------------------------------ */

/* Sorts lo..hi; lo..start is sorted already. */
static int binary_insertion(Sort *s, int64_t lo, int64_t hi, int64_t start)
{
    if (lo == start)
        start++;
    for (; start < hi; start++) {
        int64_t l = lo, r = start;
        Value pivot = s->keys[r];
        do {
            int64_t p = l + ((r - l) >> 1);
            int less = s->less(s, pivot, s->keys[p]);
            if (less < 0)
                return -1;
            if (less)
                r = p;
            else
                l = p + 1;
        } while (l < r);
        memmove(s->keys + l + 1, s->keys + l, (size_t)(start - l) * sizeof(Value));
        s->keys[l] = pivot;
        if (s->values) {
            Value v = s->values[start];
            memmove(s->values + l + 1, s->values + l,
                    (size_t)(start - l) * sizeof(Value));
            s->values[l] = v;
        }
    }
    return 0;
}

/* Length of the run at lo: ascending, or strictly descending (*descending). -1: error.
 */
static int64_t count_run(Sort *s, int64_t lo, int64_t hi, bool *descending)
{
    *descending = false;
    if (++lo == hi)
        return 1;
    int64_t n = 2;
    int less = s->less(s, s->keys[lo], s->keys[lo - 1]);
    if (less < 0)
        return -1;
    *descending = less;
    for (lo++; lo < hi; lo++, n++) {
        less = s->less(s, s->keys[lo], s->keys[lo - 1]);
        if (less < 0)
            return -1;
        if (less != *descending)
            break;
    }
    return n;
}

/* Whether a cell stands before the place of key: before its equals, or after them. */
static inline int precedes(Sort *s, Value cell, Value key, bool after)
{
    int less = after ? s->less(s, key, cell) : s->less(s, cell, key);
    return less < 0 ? -1 : less != after;
}

/* Where key belongs in the sorted a[0..n), -1 on error; hint: where to begin, in steps
 * that double. */
static inline int64_t gallop(Sort *s, Value key, const Value *a, int64_t n,
                             int64_t hint, bool after)
{
    int64_t last = 0, ofs = 1;
    int right = precedes(s, a[hint], key, after), before;
    if (right < 0)
        return -1;
    int64_t max = right ? n - hint : hint + 1;
    while (ofs < max) {
        before = precedes(s, right ? a[hint + ofs] : a[hint - ofs], key, after);
        if (before < 0)
            return -1;
        if (before != right)
            break;
        last = ofs;
        ofs = (ofs << 1) + 1;
    }
    if (ofs > max)
        ofs = max;
    int64_t lo = right ? last + hint : hint - ofs,
            hi = right ? ofs + hint : hint - last;
    for (lo++; lo < hi;) {
        int64_t m = lo + ((hi - lo) >> 1);
        before = precedes(s, a[m], key, after);
        if (before < 0)
            return -1;
        if (before)
            lo = m + 1;
        else
            hi = m;
    }
    return hi;
}

/* Before its equals. */
static int64_t gallop_left(Sort *s, Value key, const Value *a, int64_t n, int64_t hint)
{
    return gallop(s, key, a, n, hint, false);
}

/* After them. */
static int64_t gallop_right(Sort *s, Value key, const Value *a, int64_t n, int64_t hint)
{
    return gallop(s, key, a, n, hint, true);
}

/* ---- merging --------------------------------------------------------------------- */

/* A merge in progress: `held` cells wait in temp at `temp`, `placed` cells stand at
 * `at`. From the left (step 1) those of the left run are held, from the right (-1)
 * those of the right one. */
typedef struct Merge {
    int64_t dest, temp, held, at, placed;
} Merge;

typedef enum { MERGE_ERROR = -1, MERGE_GO_ON, MERGE_DONE, MERGE_ONE_LEFT } MergeState;

static inline MergeState take_placed(Sort *s, Merge *m, int step)
{
    copy_cell(s, m->dest, m->at);
    m->dest += step, m->at += step;
    return --m->placed == 0 ? MERGE_DONE : MERGE_GO_ON;
}
static inline MergeState take_held(Sort *s, Merge *m, int step)
{
    from_temp(s, m->dest, m->temp, 1);
    m->dest += step, m->temp += step;
    return --m->held == 1 ? MERGE_ONE_LEFT : MERGE_GO_ON;
}

/* One pair at a time until one side wins min_gallop times in a row. */
static inline MergeState merge_pairs(Sort *s, Merge *m, int step)
{
    int64_t placed_wins = 0, held_wins = 0;
    for (;;) {
        Value held = s->temp_keys[m->temp], placed = s->keys[m->at];
        int less = step > 0 ? s->less(s, placed, held) : s->less(s, held, placed);
        if (less < 0)
            return MERGE_ERROR;
        MergeState state;
        if (less) {
            state = take_placed(s, m, step);
            held_wins = 0;
            if (state != MERGE_GO_ON || ++placed_wins >= s->min_gallop)
                return state;
        } else {
            state = take_held(s, m, step);
            placed_wins = 0;
            if (state != MERGE_GO_ON || ++held_wins >= s->min_gallop)
                return state;
        }
    }
}

/* Whole stretches at a time while that pays. */
static MergeState gallop_from_left(Sort *s, Merge *m)
{
    s->min_gallop++;
    int64_t held, placed;
    do {
        s->min_gallop -= s->min_gallop > 1;
        held = gallop_right(s, s->keys[m->at], s->temp_keys + m->temp, m->held, 0);
        if (held < 0)
            return MERGE_ERROR;
        if (held) {
            from_temp(s, m->dest, m->temp, held);
            m->dest += held, m->temp += held, m->held -= held;
            if (m->held == 1)
                return MERGE_ONE_LEFT;
            if (m->held == 0) /* only if the comparison is inconsistent */
                return MERGE_DONE;
        }
        if (take_placed(s, m, 1) == MERGE_DONE)
            return MERGE_DONE;
        placed = gallop_left(s, s->temp_keys[m->temp], s->keys + m->at, m->placed, 0);
        if (placed < 0)
            return MERGE_ERROR;
        if (placed) {
            move_cells(s, m->dest, m->at, placed);
            m->dest += placed, m->at += placed, m->placed -= placed;
            if (m->placed == 0)
                return MERGE_DONE;
        }
        if (take_held(s, m, 1) == MERGE_ONE_LEFT)
            return MERGE_ONE_LEFT;
    } while (held >= MIN_GALLOP || placed >= MIN_GALLOP);
    s->min_gallop++;
    return MERGE_GO_ON;
}

static MergeState gallop_from_right(Sort *s, Merge *m, int64_t base)
{
    s->min_gallop++;
    int64_t placed, held;
    do {
        s->min_gallop -= s->min_gallop > 1;
        int64_t n = m->placed;
        placed = gallop_right(s, s->temp_keys[m->temp], s->keys + base, n, n - 1);
        if (placed < 0)
            return MERGE_ERROR;
        placed = n - placed;
        if (placed) {
            m->dest -= placed, m->at -= placed;
            move_cells(s, m->dest + 1, m->at + 1, placed);
            m->placed -= placed;
            if (m->placed == 0)
                return MERGE_DONE;
        }
        if (take_held(s, m, -1) == MERGE_ONE_LEFT)
            return MERGE_ONE_LEFT;
        n = m->held;
        held = gallop_left(s, s->keys[m->at], s->temp_keys, n, n - 1);
        if (held < 0)
            return MERGE_ERROR;
        held = n - held;
        if (held) {
            m->dest -= held, m->temp -= held;
            from_temp(s, m->dest + 1, m->temp + 1, held);
            m->held -= held;
            if (m->held == 1)
                return MERGE_ONE_LEFT;
            if (m->held == 0) /* only if the comparison is inconsistent */
                return MERGE_DONE;
        }
        if (take_placed(s, m, -1) == MERGE_DONE)
            return MERGE_DONE;
    } while (placed >= MIN_GALLOP || held >= MIN_GALLOP);
    s->min_gallop++;
    return MERGE_GO_ON;
}

/* Takes the first placed cell, then pairs and stretches until one side has run out or
 * has one cell left. */
static inline MergeState merge_most(Sort *s, Merge *m, int64_t base, int step)
{
    MergeState state = take_placed(s, m, step);
    if (state == MERGE_GO_ON && m->held == 1)
        return MERGE_ONE_LEFT;
    while (state == MERGE_GO_ON) {
        state = merge_pairs(s, m, step);
        if (state == MERGE_GO_ON)
            state = step > 0 ? gallop_from_left(s, m) : gallop_from_right(s, m, base);
    }
    return state;
}

/* Merges two neighbouring runs, the left one not longer. */
static int merge_lo(Sort *s, int64_t base, int64_t na, int64_t nb)
{
    if (to_temp(s, base, na) < 0)
        return -1;
    Merge m = {.dest = base, .held = na, .at = base + na, .placed = nb};
    MergeState state = merge_most(s, &m, base, 1);
    if (state == MERGE_ONE_LEFT) { /* the last of the left goes behind all others */
        move_cells(s, m.dest, m.at, m.placed);
        from_temp(s, m.dest + m.placed, m.temp, 1);
        return 0;
    }
    if (m.held)
        from_temp(s, m.dest, m.temp, m.held);
    return state == MERGE_ERROR ? -1 : 0;
}

/* The same, the right one shorter. */
static int merge_hi(Sort *s, int64_t base, int64_t na, int64_t nb)
{
    if (to_temp(s, base + na, nb) < 0)
        return -1;
    Merge m = {base + na + nb - 1, nb - 1, nb, base + na - 1, na};
    MergeState state = merge_most(s, &m, base, -1);
    if (state == MERGE_ONE_LEFT) { /* the first of the right goes before all others */
        m.dest -= m.placed, m.at -= m.placed;
        move_cells(s, m.dest + 1, m.at + 1, m.placed);
        from_temp(s, m.dest, m.temp, 1);
        return 0;
    }
    if (m.held)
        from_temp(s, m.dest - (m.held - 1), 0, m.held);
    return state == MERGE_ERROR ? -1 : 0;
}

/* Merges pending runs i and i + 1. */
static int merge_at(Sort *s, int i)
{
    int64_t base = s->runs[i].base, na = s->runs[i].length, nb = s->runs[i + 1].length;
    int64_t base_b = s->runs[i + 1].base;
    s->runs[i].length = na + nb;
    if (i == s->pending - 3)
        s->runs[i + 1] = s->runs[i + 2];
    s->pending--;
    /* What already stands right at either end stays. */
    int64_t k = gallop_right(s, s->keys[base_b], s->keys + base, na, 0);
    if (k < 0)
        return -1;
    base += k;
    na -= k;
    if (na == 0)
        return 0;
    nb = gallop_left(s, s->keys[base + na - 1], s->keys + base_b, nb, nb - 1);
    if (nb <= 0)
        return (int)nb;
    return na <= nb ? merge_lo(s, base, na, nb) : merge_hi(s, base, na, nb);
}

/* The depth in the ideal merge tree of the border between two runs (powersort). */
static int border_power(int64_t s1, int64_t n1, int64_t n2, int64_t n)
{
    int power = 0;
    int64_t a = 2 * s1 + n1, b = a + n1 + n2;
    for (;;) {
        power++;
        if (a >= n) {
            a -= n;
            b -= n;
        } else if (b >= n) {
            return power;
        }
        a <<= 1;
        b <<= 1;
    }
}

/* A run of length n2 was found behind the pending ones: merges what lies deeper. */
static int found_run(Sort *s, int64_t n2)
{
    if (!s->pending)
        return 0;
    Run *top = &s->runs[s->pending - 1];
    int power = border_power(top->base, top->length, n2, s->n);
    while (s->pending > 1 && s->runs[s->pending - 2].power > power)
        if (merge_at(s, s->pending - 2) < 0)
            return -1;
    s->runs[s->pending - 1].power = power;
    return 0;
}

static int merge_all(Sort *s)
{
    while (s->pending > 1) {
        int i = s->pending - 2;
        if (i > 0 && s->runs[i - 1].length < s->runs[i + 1].length)
            i--;
        if (merge_at(s, i) < 0)
            return -1;
    }
    return 0;
}

static int64_t min_run(int64_t n)
{
    int64_t odd = 0;
    while (n >= 64) {
        odd |= n & 1;
        n >>= 1;
    }
    return n + odd;
}

static int merge_sort(Sort *s)
{
    int64_t lo = 0, left = s->n, minimum = min_run(s->n);
    s->min_gallop = MIN_GALLOP;
    do {
        bool descending;
        int64_t n = count_run(s, lo, lo + left, &descending);
        if (n < 0)
            return -1;
        if (descending)
            reverse_cells(s, lo, lo + n);
        if (n < minimum) {
            int64_t force = left <= minimum ? left : minimum;
            if (binary_insertion(s, lo, lo + force, lo + n) < 0)
                return -1;
            n = force;
        }
        if (found_run(s, n) < 0)
            return -1;
        s->runs[s->pending++] = (Run){lo, n, 0};
        lo += n;
        left -= n;
    } while (left);
    return merge_all(s);
}

/* ---- by digits (sort_radix.c) ---------------------------------------------------- */

/* Neighbours here and there, all in one order: so may be the rest, which merging sees
 * in one walk. Only where comparisons are not seen. */
static bool seems_ordered(Sort *s)
{
    enum { PAIRS = 16 };
    int falls = 0, rises = 0;
    for (int64_t i = 0, at = 0; i < PAIRS; i++, at += s->n / PAIRS) {
        falls += s->less(s, s->keys[at + 1], s->keys[at]);
        rises += s->less(s, s->keys[at], s->keys[at + 1]);
    }
    return falls < 2 || rises < 2;
}

/* Does each item compare with that at its place in `like`, unseen and without fail? */
static bool is_quiet_tuple(MinipyVM *vm, Value t, Value like)
{
    int64_t n = tuple_size(t);
    if (n == 0 || n != tuple_size(like))
        return false;
    for (int64_t i = 0; i < n; i++) {
        Value item = tuple_get_borrow(t, i);
        if (!sort_is_quiet(vm, item) ||
            value_is_str(item) != value_is_str(tuple_get_borrow(like, i)))
            return false;
    }
    return true;
}

static bool are_quiet(Sort *s)
{
    for (int64_t i = 0; i < s->n; i++)
        if (!is_quiet_tuple(s->vm, s->keys[i], s->keys[0]))
            return false;
    return true;
}

/* The texts, or the items of the tuples that come first of those that may differ. */
static bool take_heads(Sort *s, int64_t *order)
{
    for (int64_t i = 0; i < s->n; i++) {
        Value key = s->keys[i];
        if (s->less == less_tuple) {
            if (s->item >= tuple_size(key))
                return false;
            key = tuple_get_borrow(key, s->item);
        }
        order[i] = (int64_t)key;
    }
    return sort_heads(s->vm, order, s->n);
}

/* Is the item of all tuples of the part, whose ints of their order are equal, the same?
 */
static bool same_item(const Sort *part)
{
    Value first = tuple_get_borrow(part->keys[0], part->item);
    if (!value_is_str(first))
        return true;
    for (int64_t i = 1; i < part->n; i++)
        if (!str_equal(tuple_get_borrow(part->keys[i], part->item), first))
            return false;
    return true;
}

static int sort_by_heads(Sort *s);

/* Those that begin alike, once all are in order of what they begin with: by what comes
 * next, where there is much of it. */
static int sort_rest(Sort *s, const int64_t *order)
{
    enum { DEEPEST = 6 };
    int r = 0;
    for (int64_t lo = 0, hi; r >= 0 && lo < s->n; lo = hi) {
        for (hi = lo + 1; hi < s->n && order[hi] == order[lo]; hi++)
            ;
        if (hi - lo < 2)
            continue;
        Sort part = {.vm = s->vm,
                     .less = s->less,
                     .compare = s->compare,
                     .keys = s->keys + lo,
                     .values = s->values ? s->values + lo : NULL,
                     .n = hi - lo,
                     .runs = s->runs,
                     .depth = s->depth + 1,
                     .item = s->item};
        r = 0;
        if (part.n >= SORT_FEWEST && part.depth < DEEPEST) {
            part.item += s->less == less_tuple && same_item(&part);
            r = sort_by_heads(&part);
        }
        r = r ? r : merge_sort(&part);
        mem_free(s->vm, part.temp_keys);
        mem_free(s->vm, part.temp_values);
    }
    return r < 0 ? -1 : 1;
}

/* 1: done. 0: not; the cells are as they were. -1: no memory. */
static int sort_by_heads(Sort *s)
{
    size_t size = (size_t)s->n * sizeof(Value);
    int64_t *order = mem_has_room(s->vm, size) ? mem_alloc(s->vm, size) : NULL;
    int r = 0;
    if (!order)
        error_clear(s->vm);
    else if (take_heads(s, order) &&
             sort_by_order(s->vm, order, s->keys, s->values, s->n))
        r = sort_rest(s, order);
    mem_free(s->vm, order);
    return r;
}

static int sort_cells(Sort *s)
{
    bool numbers = s->less == less_int || s->less == less_float;
    bool texts = s->less == less_narrow || s->less == less_str;
    int r = 0;
    if (s->n < SORT_FEWEST || !(numbers || texts || s->less == less_tuple) ||
        (s->less == less_tuple && !are_quiet(s)) || seems_ordered(s))
        r = 0;
    else if (numbers)
        r = sort_numbers(s->vm, s->keys, s->values, s->n);
    else
        r = sort_by_heads(s);
    return r == 0 ? merge_sort(s) : r < 0 ? -1 : 0;
}

/* ---- the list around it ---------------------------------------------------------- */

/* keys[i] = key(items[i]). On failure what was made is released. */
static int make_keys(Sort *s, Value *items, Value key)
{
    MinipyVM *vm = s->vm;
    s->keys = mem_alloc(vm, (size_t)s->n * sizeof(Value));
    if (!s->keys)
        return -1;
    s->values = items;
    for (int64_t i = 0; i < s->n; i++) {
        s->keys[i] = call(vm, key, &items[i], 1, VALUE_NULL);
        if (!s->keys[i]) {
            while (--i >= 0)
                value_decref(vm, s->keys[i]);
            mem_free(vm, s->keys);
            return -1;
        }
    }
    return 0;
}

static int sort_items(MinipyVM *vm, Value *items, int64_t n, Value key, bool reverse)
{
    Run runs[MAX_PENDING];
    Sort s = {.vm = vm, .keys = items, .n = n, .runs = runs};
    if (key && make_keys(&s, items, key) < 0)
        return -1;
    s.less = n > 0 ? choose_less(&s) : less_any;
    if (reverse && n > 1) /* twice around, so that equal items keep their order */
        reverse_cells(&s, 0, n);
    int r = n > 1 ? sort_cells(&s) : 0;
    if (reverse && n > 1)
        reverse_cells(&s, 0, n);
    if (key) {
        for (int64_t i = 0; i < n; i++)
            value_decref(vm, s.keys[i]);
        mem_free(vm, s.keys);
    }
    mem_free(vm, s.temp_keys);
    mem_free(vm, s.temp_values);
    return r;
}

int list_sort(MinipyVM *vm, Value list, Value key, bool reverse)
{
    ListObj *l = LIST(list);
    Value *items = l->items;
    int64_t n = l->size, capacity = l->capacity;
    l->items = NULL;
    l->size = 0;
    l->capacity = -1;
    int r = sort_items(vm, items, n, key == VALUE_NONE ? VALUE_NULL : key, reverse);
    if (l->capacity != -1 && r == 0) {
        error_set(vm, EXC_ValueError, "list modified during sort");
        r = -1;
    }
    Value *others = l->items;
    int64_t extra = l->size;
    l->items = items;
    l->size = n;
    l->capacity = capacity;
    while (--extra >= 0)
        value_xdecref(vm, others[extra]);
    mem_free(vm, others);
    return r;
}

Value list_method_sort(NATIVE_ARGS)
{
    Value key = GIVEN(0), order = GIVEN(1);
    int reverse = order == VALUE_TRUE;
    if (order && !value_is_bool(order) && !arg_int(vm, order, &reverse))
        return VALUE_NULL;
    return list_sort(vm, self, key, reverse != 0) < 0 ? VALUE_NULL : VALUE_NONE;
}

Value list_sorted_steal(MinipyVM *vm, Value iterable)
{
    Value list = iterable ? sequence_list(vm, iterable) : VALUE_NULL;
    value_xdecref(vm, iterable);
    if (list && list_sort(vm, list, VALUE_NULL, false) < 0)
        value_clear(vm, &list);
    return list;
}
