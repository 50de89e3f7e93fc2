/* sort_radix.c - sorting by digits, for list_sort.c: keys that are all ints of a word, or
 * all floats of one, whose comparisons nobody sees. From the lowest digit to the highest
 * the cells are dealt out to the places of theirs, in the order in which they lie, so
 * that equal ones keep theirs. No branch depends on the keys, where a merge guesses
 * every second comparison of keys in no order wrongly.
 */
#include <math.h>
#include <string.h>

#include "vm/containers/list_private.h"

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS, FEWEST = 64 };

/* The cells as they are, and as they are dealt out to; values are NULL without a key
 * function. */
typedef struct Cells {
    int64_t *keys;
    Value *values;
} Cells;

/* The double's bits as an int of the same order; its own inverse. */
static inline int64_t flip(int64_t bits)
{
    return bits ^ (int64_t)((uint64_t)(bits >> 63) >> 1);
}

/* False, and nothing done, where there is a -0.0: as bits it is less than 0.0. */
static bool floats_to_ints(int64_t *keys, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        double d = value_float_imm((Value)keys[i]);
        if (d == 0 && signbit(d))
            return false;
    }
    for (int64_t i = 0; i < n; i++) {
        double d = value_float_imm((Value)keys[i]);
        memcpy(&keys[i], &d, sizeof d);
        keys[i] = flip(keys[i]);
    }
    return true;
}

static void floats_from_ints(int64_t *keys, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        int64_t bits = flip(keys[i]);
        double d;
        memcpy(&d, &bits, sizeof d);
        keys[i] = (int64_t)value_try_float(d);
    }
}

/* Many short runs: few long ones are merged in less time. */
static bool is_in_no_order(const int64_t *keys, int64_t n)
{
    int64_t falls = 0, rises = 0;
    for (int64_t i = 1; i < n; i++) {
        falls += keys[i] < keys[i - 1];
        rises += keys[i] > keys[i - 1];
    }
    return falls >= n / 8 && rises >= n / 8;
}

/* What of a key minus base decides: the bits from `low` on to `high`. */
typedef struct Digits {
    int64_t base;
    int low, high;
} Digits;

static Digits find_digits(const int64_t *keys, int64_t n)
{
    int64_t least = keys[0], most = least;
    uint64_t differ = 0;
    for (int64_t i = 1; i < n; i++) {
        least = keys[i] < least ? keys[i] : least;
        most = keys[i] > most ? keys[i] : most;
        differ |= (uint64_t)(keys[i] ^ keys[0]);
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
        places[((uint64_t)from.keys[i] - (uint64_t)base) >> shift & (DIGITS - 1)]++;
    for (int d = 0; d < DIGITS; d++) {
        int64_t count = places[d];
        if (count == n)
            return false;
        places[d] = at;
        at += count;
    }
    for (int64_t i = 0; i < n; i++) {
        int64_t key = from.keys[i];
        int64_t place =
            places[((uint64_t)key - (uint64_t)base) >> shift & (DIGITS - 1)]++;
        to.keys[place] = key;
        if (from.values)
            to.values[place] = from.values[i];
    }
    return true;
}

static bool deal_all(MinipyVM *vm, Cells cells, int64_t n, Digits digits)
{
    size_t size = (size_t)n * sizeof(Value);
    Cells from = cells, to = {mem_alloc(vm, size),
                              cells.values ? mem_alloc(vm, size) : NULL},
          other = to;
    bool ok = to.keys && (to.values || !cells.values);
    for (int shift = digits.low; ok && shift < digits.high; shift += DIGIT_BITS)
        if (deal(from, to, n, digits.base, shift)) {
            Cells dealt = to;
            to = from;
            from = dealt;
        }
    if (ok && from.keys != cells.keys) {
        memcpy(cells.keys, from.keys, size);
        if (cells.values)
            memcpy(cells.values, from.values, size);
    }
    mem_free(vm, other.keys);
    mem_free(vm, other.values);
    if (!ok)
        error_clear(vm);
    return ok;
}

bool sort_by_digits(MinipyVM *vm, Value *keys, Value *values, int64_t n, bool floats)
{
    Cells cells = {(int64_t *)keys, values};
    if (n < FEWEST || (floats && !floats_to_ints(cells.keys, n)))
        return false;
    bool done = false;
    if (is_in_no_order(cells.keys, n)) {
        Digits digits = find_digits(cells.keys, n);
        int passes = (digits.high - digits.low + DIGIT_BITS - 1) / DIGIT_BITS;
        int depth = 63 - __builtin_clzll((uint64_t)n);
        if (passes * (n + DIGITS) <= 4 * depth * n)
            done = deal_all(vm, cells, n, digits);
    }
    if (floats)
        floats_from_ints(cells.keys, n);
    return done;
}
