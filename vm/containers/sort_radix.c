/* sort_radix.c - sorting by digits, for list_sort.c, of keys whose comparisons nobody
 * sees: ints of a word, floats of one, texts, tuples that begin with such. Each has an
 * int of the same order, or nearly so: of a text its first letters. From the lowest
 * digit of these to the highest the cells are dealt out to the places of theirs, in the
 * order in which they lie, so that equal ones keep theirs. No branch depends on the
 * keys, where a merge guesses every second comparison of keys in no order wrongly.
 */
#include <math.h>
#include <string.h>

#include "vm/containers/list_private.h"
#include "vm/text/str.h"

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

/* ---- ints of their order --------------------------------------------------------- */

/* The double's bits as an int of the same order; its own inverse. */
static inline int64_t flip(int64_t bits)
{
    return bits ^ (int64_t)((uint64_t)(bits >> 63) >> 1);
}

/* False, and nothing done, where there is a -0.0: as bits it is less than 0.0. */
static bool floats_to_ints(int64_t *order, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        double d = value_float_imm((Value)order[i]);
        if (d == 0 && signbit(d))
            return false;
    }
    for (int64_t i = 0; i < n; i++) {
        double d = value_float_imm((Value)order[i]);
        memcpy(&order[i], &d, sizeof d);
        order[i] = flip(order[i]);
    }
    return true;
}

static void floats_from_ints(int64_t *order, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        int64_t bits = flip(order[i]);
        double d;
        memcpy(&d, &bits, sizeof d);
        order[i] = (int64_t)value_try_float(d);
    }
}

/* So many characters begin all texts. */
static int64_t common_beginning(const int64_t *texts, int64_t n)
{
    const StrObj *first = STR((Value)texts[0]);
    int64_t common = first->length;
    for (int64_t i = 1; i < n && common > 0; i++) {
        const StrObj *s = STR((Value)texts[i]);
        int64_t both = s->length < common ? s->length : common, same = 0;
        while (same < both && str_char_at(s, same) == str_char_at(first, same))
            same++;
        common = same;
    }
    return common;
}

/* Eight letters of a byte each, the first the highest; none is less than any. */
static inline uint64_t narrow_letters(const StrObj *s, int64_t from)
{
    int64_t left = s->length - from;
    const uint8_t *at = (const uint8_t *)s->data + from;
    uint64_t word = 0;
    if (likely(left >= 8)) {
        memcpy(&word, at, sizeof word);
        return __builtin_bswap64(word);
    }
    for (int64_t i = 0; i < left; i++)
        word |= (uint64_t)at[i] << (56 - 8 * i);
    return word;
}

/* Three of any. */
static uint64_t wide_letters(const StrObj *s, int64_t from)
{
    uint64_t word = 0;
    for (int64_t i = from; i < from + 3; i++)
        word = word << 21 | (i < s->length ? str_char_at(s, i) : 0);
    return word;
}

static void texts_to_ints(int64_t *order, int64_t n, bool narrow)
{
    int64_t from = common_beginning(order, n);
    for (int64_t i = 0; i < n; i++) {
        const StrObj *s = STR((Value)order[i]);
        uint64_t word = narrow ? narrow_letters(s, from) : wide_letters(s, from);
        order[i] = (int64_t)(word ^ (uint64_t)1 << 63);
    }
}

/* What all of them are. */
typedef enum Heads { INTS, FLOATS, TEXTS, OTHERS } Heads;

static Heads kind_of(MinipyVM *vm, Value v)
{
    return value_is_int_imm(v)               ? INTS
           : value_is_float_imm(v)           ? FLOATS
           : value_is_exact(vm, v, KIND_STR) ? TEXTS
                                             : OTHERS;
}

bool sort_heads(MinipyVM *vm, int64_t *order, int64_t n)
{
    Heads kind = kind_of(vm, (Value)order[0]);
    bool narrow = true;
    for (int64_t i = 0; i < n; i++) {
        if (kind_of(vm, (Value)order[i]) != kind)
            return false;
        narrow = narrow && (kind != TEXTS || STR((Value)order[i])->width == 1);
    }
    if (kind == TEXTS)
        texts_to_ints(order, n, narrow);
    return kind == FLOATS ? floats_to_ints(order, n) : kind != OTHERS;
}

bool sort_is_quiet(MinipyVM *vm, Value v)
{
    return kind_of(vm, v) != OTHERS;
}

/* ---- dealing --------------------------------------------------------------------- */

/* What is dealt out together; keys and values may be NULL. */
typedef struct Cells {
    int64_t *order;
    Value *keys, *values;
} Cells;

/* Many short runs: few long ones are merged in less time. */
static bool is_in_no_order(const int64_t *order, int64_t n)
{
    int64_t falls = 0, rises = 0;
    for (int64_t i = 1; i < n; i++) {
        falls += order[i] < order[i - 1];
        rises += order[i] > order[i - 1];
    }
    return falls >= n / 8 && rises >= n / 8;
}

/* What of order - base decides: the bits from `low` on to `high`. */
typedef struct Digits {
    int64_t base;
    int low, high;
} Digits;

static Digits find_digits(const int64_t *order, int64_t n)
{
    int64_t least = order[0], most = least;
    uint64_t differ = 0;
    for (int64_t i = 1; i < n; i++) {
        least = order[i] < least ? order[i] : least;
        most = order[i] > most ? order[i] : most;
        differ |= (uint64_t)(order[i] ^ order[0]);
    }
    uint64_t range = (uint64_t)most - (uint64_t)least;
    return (Digits){least, differ ? __builtin_ctzll(differ) : 0,
                    range ? 64 - __builtin_clzll(range) : 0};
}

/* Deals the cells out by the digit at `shift`. False: all have the same, and stay. */
static bool deal(Cells from, Cells to, int64_t n, int64_t base, int shift)
{
    int64_t places[DIGITS] = {0}, at = 0;
    for (int64_t i = 0; i < n; i++)
        places[((uint64_t)from.order[i] - (uint64_t)base) >> shift & (DIGITS - 1)]++;
    for (int d = 0; d < DIGITS; d++) {
        int64_t count = places[d];
        if (count == n)
            return false;
        places[d] = at;
        at += count;
    }
    for (int64_t i = 0; i < n; i++) {
        int64_t order = from.order[i];
        int64_t place =
            places[((uint64_t)order - (uint64_t)base) >> shift & (DIGITS - 1)]++;
        to.order[place] = order;
        if (from.keys)
            to.keys[place] = from.keys[i];
        if (from.values)
            to.values[place] = from.values[i];
    }
    return true;
}

/* NULLs where there is no memory. */
static Cells new_cells(MinipyVM *vm, Cells like, size_t size)
{
    if (!mem_has_room(vm, 3 * size))
        return (Cells){0};
    Cells c = {mem_alloc(vm, size), like.keys ? mem_alloc(vm, size) : NULL,
               like.values ? mem_alloc(vm, size) : NULL};
    if (!c.order || (like.keys && !c.keys) || (like.values && !c.values))
        error_clear(vm);
    return c;
}

static bool deal_all(MinipyVM *vm, Cells cells, int64_t n, Digits digits)
{
    size_t size = (size_t)n * sizeof(Value);
    Cells from = cells, to = new_cells(vm, cells, size), other = to;
    bool ok = to.order && (to.keys || !cells.keys) && (to.values || !cells.values);
    for (int shift = digits.low; ok && shift < digits.high; shift += DIGIT_BITS)
        if (deal(from, to, n, digits.base, shift)) {
            Cells dealt = to;
            to = from;
            from = dealt;
        }
    if (ok && from.order != cells.order) {
        memcpy(cells.order, from.order, size);
        mem_copy(cells.keys, from.keys, cells.keys ? size : 0);
        mem_copy(cells.values, from.values, cells.values ? size : 0);
    }
    mem_free(vm, other.order);
    mem_free(vm, other.keys);
    mem_free(vm, other.values);
    return ok;
}

static bool is_worth_it(int64_t n, Digits digits)
{
    int passes = (digits.high - digits.low + DIGIT_BITS - 1) / DIGIT_BITS;
    int depth = 63 - __builtin_clzll((uint64_t)n);
    return passes * (n + DIGITS) <= 4 * depth * n;
}

bool sort_by_order(MinipyVM *vm, int64_t *order, Value *keys, Value *values, int64_t n)
{
    if (!is_in_no_order(order, n))
        return false;
    Digits digits = find_digits(order, n);
    return is_worth_it(n, digits) &&
           deal_all(vm, (Cells){order, keys, values}, n, digits);
}

bool sort_numbers(MinipyVM *vm, Value *keys, Value *values, int64_t n)
{
    int64_t *order = (int64_t *)keys;
    bool floats = value_is_float_imm(keys[0]);
    if (floats && !floats_to_ints(order, n))
        return false;
    bool done = sort_by_order(vm, order, NULL, values, n);
    if (floats)
        floats_from_ints(order, n);
    return done;
}
