/* coefficient.c - coefficients: 128 bits while they have 38 digits at most, decimal
 * limbs beyond (limbs.c). Products and quotients of two that are short are made of
 * binary limbs on the C stack.
 */
#include "stdlib/decimal/limbs.h"

#define E19 ((Uint128)10000000000000000000u)
#define P(n) ((Uint128)(n##u))
const Uint128 powers_of_ten[SMALL_DIGITS + 1] = {
    P(1),
    P(10),
    P(100),
    P(1000),
    P(10000),
    P(100000),
    P(1000000),
    P(10000000),
    P(100000000),
    P(1000000000),
    P(10000000000),
    P(100000000000),
    P(1000000000000),
    P(10000000000000),
    P(100000000000000),
    P(1000000000000000),
    P(10000000000000000),
    P(100000000000000000),
    P(1000000000000000000),
    E19,
    E19 *P(10),
    E19 *P(100),
    E19 *P(1000),
    E19 *P(10000),
    E19 *P(100000),
    E19 *P(1000000),
    E19 *P(10000000),
    E19 *P(100000000),
    E19 *P(1000000000),
    E19 *P(10000000000),
    E19 *P(100000000000),
    E19 *P(1000000000000),
    E19 *P(10000000000000),
    E19 *P(100000000000000),
    E19 *P(1000000000000000),
    E19 *P(10000000000000000),
    E19 *P(100000000000000000),
    E19 *P(1000000000000000000),
    E19 *E19,
};

static int digits_of(Uint128 u)
{
    uint64_t high = (uint64_t)(u >> 64), low = (uint64_t)u;
    int bits = high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 1;
    int n = bits * 1233 >> 12; /* log10(2), just below */
    return n + (n > SMALL_DIGITS || u >= powers_of_ten[n]) + (u == 0 && n > 0);
}

void dec_clear(MinipyVM *vm, Dec *d)
{
    if (unlikely(d->big != VALUE_NULL))
        value_clear(vm, &d->big);
}

void dec_copy(Dec *to, const Dec *from)
{
    *to = *from;
    value_xincref(to->big);
}

void dec_set_small(Dec *d, Uint128 u)
{
    d->small = u;
    d->digits = u == 0 ? 1 : digits_of(u);
}

void dec_set_special(Dec *d, DecKind kind, int sign)
{
    *d = (Dec){.kind = (uint8_t)kind, .sign = (uint8_t)sign, .digits = 1};
}

static Value value_of_u128(MinipyVM *vm, Uint128 u)
{
    if (u <= (Uint128)INT_IMM_MAX)
        return value_from_imm((int64_t)u);
    return int_from_bytes(vm, (const uint8_t *)&u, sizeof u, true, false);
}

/* Any coefficient. */
static bool set_wide(MinipyVM *vm, Dec *d, Uint128 u)
{
    if (likely(u < powers_of_ten[SMALL_DIGITS])) {
        dec_set_small(d, u);
        return true;
    }
    return limbs_set_wide(vm, d, u);
}

/* The limit for digits is of ints, not of decimals. */
static int without_limit(MinipyVM *vm)
{
    int limit = vm->settings.int_max_str_digits;
    vm->settings.int_max_str_digits = 0;
    return limit;
}

Value dec_value(MinipyVM *vm, const Dec *d)
{
    if (!d->big)
        return value_of_u128(vm, d->small);
    char *text = limbs_text(vm, d);
    if (!text)
        return VALUE_NULL;
    int limit = without_limit(vm);
    Value v = int_from_digits(vm, text, (size_t)d->digits, 10);
    vm->settings.int_max_str_digits = limit;
    mem_free(vm, text);
    return v;
}

Value ten_to(MinipyVM *vm, int64_t n)
{
    if (n <= SMALL_DIGITS)
        return value_of_u128(vm, powers_of_ten[n]);
    if (n > INT64_C(5000000000))
        return error_set_oom(vm);
    return int_pow(vm, value_from_imm(10), value_from_imm(n), VALUE_NONE);
}

bool dec_set_value_steal(MinipyVM *vm, Dec *d, Value v)
{
    IntView view;
    if (!v)
        return false;
    int_view(v, &view);
    if (view.size <= 2) {
        Uint128 u = view.size ? view.limbs[0] : 0;
        if (view.size == 2)
            u |= (Uint128)view.limbs[1] << 64;
        if (u < powers_of_ten[SMALL_DIGITS]) {
            value_decref(vm, v);
            value_clear(vm, &d->big);
            dec_set_small(d, u);
            return true;
        }
    }
    int limit = without_limit(vm);
    Value text = int_to_str(vm, v, 10);
    vm->settings.int_max_str_digits = limit;
    value_decref(vm, v);
    bool ok = text && limbs_read(vm, d, str_data(STR(text)), str_length(text));
    value_xdecref(vm, text);
    return ok;
}

/* ---- limbs on the stack ---------------------------------------------------------- */

typedef struct Wide {
    mp_limb_t limbs[8];
    mp_size_t n; /* without zeros at the top; at least 1 */
} Wide;

static void wide_trim(Wide *w)
{
    while (w->n > 1 && w->limbs[w->n - 1] == 0)
        w->n--;
}

static void wide_set(Wide *w, Uint128 u)
{
    w->limbs[0] = (mp_limb_t)u;
    w->limbs[1] = (mp_limb_t)(u >> 64);
    w->n = 2;
    wide_trim(w);
}

static Uint128 wide_low(const Wide *w)
{
    return w->n > 1 ? (Uint128)w->limbs[1] << 64 | w->limbs[0] : w->limbs[0];
}

/* Row by row: mpn_mul is no faster on so few limbs, and takes no memory this way. */
static void wide_multiply(Wide *w, Uint128 by)
{
    Wide a = *w, b;
    wide_set(&b, by);
    w->limbs[a.n] = mpn_mul_1(w->limbs, a.limbs, a.n, b.limbs[0]);
    w->n = a.n + 1;
    if (b.n > 1) {
        w->limbs[a.n + 1] = mpn_addmul_1(w->limbs + 1, a.limbs, a.n, b.limbs[1]);
        w->n = a.n + 2;
    }
    wide_trim(w);
}

/* Leaves the quotient in w; the rest. by is not 0. */
static Uint128 wide_divide(Wide *w, Uint128 by)
{
    Wide b, q, rest = {{0}, 2};
    wide_set(&b, by);
    if (b.n == 1) {
        mp_limb_t r = mpn_divrem_1(w->limbs, 0, w->limbs, w->n, b.limbs[0]);
        wide_trim(w);
        return r;
    }
    if (w->n < 2) {
        Uint128 r = w->limbs[0];
        wide_set(w, 0);
        return r;
    }
    mpn_tdiv_qr(q.limbs, rest.limbs, 0, w->limbs, w->n, b.limbs, b.n);
    q.n = w->n - b.n + 1;
    wide_trim(&q);
    *w = q;
    return wide_low(&rest);
}

static bool set_limbs(MinipyVM *vm, Dec *d, Wide *w)
{
    if (w->n <= 2)
        return set_wide(vm, d, wide_low(w));
    return limbs_set_binary(vm, d, w->limbs, w->n);
}

/* ---- by powers of ten ------------------------------------------------------------ */

bool coef_up(MinipyVM *vm, Dec *d, int64_t n)
{
    if (n == 0 || dec_is_zero(d))
        return true;
    if (!d->big && d->digits + n <= SMALL_DIGITS) {
        d->small *= powers_of_ten[n];
        d->digits += n;
        return true;
    }
    return limbs_up(vm, d, n);
}

static int rest_of(int order_to_half, bool zero)
{
    return zero                ? REST_NONE
           : order_to_half < 0 ? REST_BELOW_HALF
           : order_to_half > 0 ? REST_ABOVE_HALF
                               : REST_HALF;
}

bool coef_down(MinipyVM *vm, Dec *d, int64_t n, int *rest)
{
    *rest = REST_NONE;
    if (n <= 0 || dec_is_zero(d))
        return true;
    if (n > d->digits) { /* below a tenth */
        value_clear(vm, &d->big);
        dec_set_small(d, 0);
        *rest = REST_BELOW_HALF;
        return true;
    }
    if (d->big)
        return limbs_down(vm, d, n, rest);
    Uint128 ten = powers_of_ten[n], q, r;
    if ((d->small >> 64) == 0 && n < 20) {
        q = (uint64_t)d->small / (uint64_t)ten;
        r = (uint64_t)d->small % (uint64_t)ten;
    } else {
        q = d->small / ten;
        r = d->small - q * ten;
    }
    *rest = rest_of(r * 2 < ten ? -1 : r * 2 > ten, r == 0);
    dec_set_small(d, q);
    return true;
}

bool coef_keep(MinipyVM *vm, Dec *d, int64_t n)
{
    if (n >= d->digits)
        return true;
    if (d->big)
        return limbs_keep(vm, d, n);
    dec_set_small(d, d->small % powers_of_ten[n]);
    return true;
}

static bool strip_big(MinipyVM *vm, Dec *d, int64_t n)
{
    int64_t zeros = limbs_zeros(d), less = zeros < n ? zeros : n;
    int rest;
    if (less <= 0)
        return true;
    d->exp += less;
    return limbs_down(vm, d, less, &rest);
}

bool coef_strip(MinipyVM *vm, Dec *d, int64_t n)
{
    if (d->big)
        return strip_big(vm, d, n);
    if (d->small == 0)
        return true;
    for (int step = 16; step; step /= 2)
        while (step <= n && step < d->digits && d->small % powers_of_ten[step] == 0) {
            d->small /= powers_of_ten[step];
            d->digits -= step;
            d->exp += step;
            n -= step;
        }
    return true;
}

/* ---- arithmetic ------------------------------------------------------------------ */

bool coef_compare(MinipyVM *vm, const Dec *a, const Dec *b, int *order)
{
    if (!a->big && !b->big) {
        *order = (a->small > b->small) - (a->small < b->small);
        return true;
    }
    if (!a->big || !b->big) {
        *order = a->big ? 1 : -1;
        return true;
    }
    (void)vm;
    *order = limbs_compare(a, b);
    return true;
}

int coef_last_digit(MinipyVM *vm, const Dec *d)
{
    Limbs v;
    (void)vm;
    if (!d->big)
        return (int)(d->small % 10);
    limbs_view(d, &v);
    return (int)(v.at[0] % 10);
}

bool coef_is_odd(const Dec *d)
{
    Limbs v;
    if (!d->big)
        return d->small & 1;
    limbs_view(d, &v);
    return v.at[0] & 1;
}

bool coef_add(MinipyVM *vm, Dec *r, const Dec *a, const Dec *b)
{
    if (likely(!a->big && !b->big))
        return set_wide(vm, r, a->small + b->small);
    return limbs_add(vm, r, a, b);
}

bool coef_add_one(MinipyVM *vm, Dec *d)
{
    return d->big ? limbs_add_one(vm, d) : set_wide(vm, d, d->small + 1);
}

bool coef_subtract(MinipyVM *vm, Dec *r, const Dec *a, const Dec *b)
{
    if (likely(!a->big && !b->big))
        return set_wide(vm, r, a->small - b->small);
    return limbs_subtract(vm, r, a, b);
}

bool coef_multiply(MinipyVM *vm, Dec *r, const Dec *a, const Dec *b)
{
    Wide w;
    if (a->big || b->big)
        return limbs_multiply(vm, r, a, b);
    if (a->digits + b->digits <= SMALL_DIGITS)
        return dec_set_small(r, a->small * b->small), true;
    wide_set(&w, a->small);
    wide_multiply(&w, b->small);
    return set_limbs(vm, r, &w);
}

bool coef_divide(MinipyVM *vm, Dec *q, Dec *rest, const Dec *a, const Dec *b)
{
    Wide w;
    if (a->big || b->big)
        return limbs_divide(vm, q, rest, a, b);
    if (!(a->small >> 64) && !(b->small >> 64)) {
        uint64_t x = (uint64_t)a->small, y = (uint64_t)b->small;
        dec_set_small(q, x / y);
        dec_set_small(rest, x % y);
        return true;
    }
    wide_set(&w, a->small);
    dec_set_small(rest, wide_divide(&w, b->small));
    return set_limbs(vm, q, &w);
}

/* a * 10**n / b of short ones, where the quotient is short: *exact tells of a rest. */
bool coef_ratio_short(const Dec *a, int64_t n, const Dec *b, Dec *q, bool *exact)
{
    Wide w;
    if (a->big || b->big || a->digits + n - b->digits >= SMALL_DIGITS ||
        a->digits + n > 2 * SMALL_DIGITS)
        return false;
    if (a->digits + n <= 19 && b->digits <= 19) {
        uint64_t x = (uint64_t)(a->small * powers_of_ten[n]), y = (uint64_t)b->small;
        dec_set_small(q, x / y);
        *exact = x % y == 0;
        return true;
    }
    if (a->digits + n <= SMALL_DIGITS && b->digits <= 19) {
        Uint128 x = a->small * powers_of_ten[n], y = x / (uint64_t)b->small;
        dec_set_small(q, y);
        *exact = y * (uint64_t)b->small == x;
        return true;
    }
    wide_set(&w, a->small);
    for (; n > SMALL_DIGITS; n -= SMALL_DIGITS)
        wide_multiply(&w, powers_of_ten[SMALL_DIGITS]);
    wide_multiply(&w, powers_of_ten[n]);
    *exact = wide_divide(&w, b->small) == 0;
    dec_set_small(q, wide_low(&w));
    return true;
}

/* a * b / 10**n of short ones, as above. */
bool coef_product_short(const Dec *a, const Dec *b, int64_t n, Dec *r, bool *exact)
{
    Wide w;
    if (a->big || b->big || n > SMALL_DIGITS ||
        a->digits + b->digits - n > SMALL_DIGITS)
        return false;
    wide_set(&w, a->small);
    wide_multiply(&w, b->small);
    *exact = wide_divide(&w, powers_of_ten[n]) == 0;
    dec_set_small(r, wide_low(&w));
    return true;
}

/* ---- text ------------------------------------------------------------------------ */

void coef_put_small(const Dec *d, char *text)
{
    Uint128 u = d->small;
    char *p = text + d->digits;
    *p = '\0';
    while (u >> 64) {
        uint64_t low = (uint64_t)(u % E19);
        u /= E19;
        for (int i = 0; i < 19; i++, low /= 10)
            *--p = (char)('0' + low % 10);
    }
    uint64_t low = (uint64_t)u;
    while (p > text) {
        *--p = (char)('0' + low % 10);
        low /= 10;
    }
}

char *coef_text(MinipyVM *vm, const Dec *d)
{
    if (!d->big) {
        char *text = mem_alloc(vm, SMALL_DIGITS + 1);
        if (text)
            coef_put_small(d, text);
        return text;
    }
    return limbs_text(vm, d);
}

bool coef_read(MinipyVM *vm, Dec *d, const char *digits, int64_t n)
{
    for (; n > 1 && *digits == '0'; n--)
        digits++;
    if (n <= SMALL_DIGITS) {
        Uint128 u = 0;
        for (int64_t i = 0; i < n; i++)
            u = u * 10 + (Uint128)(digits[i] - '0');
        dec_set_small(d, u);
        return true;
    }
    return limbs_read(vm, d, digits, n);
}
