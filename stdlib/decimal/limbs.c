/* limbs.c - coefficients of more than 38 digits: limbs of 18 decimal digits, the lowest
 * first, in a bytes object that no program sees.
 *
 * So text, shifts by powers of ten, rounding and sums take time as the digits, and no
 * base is changed. Eighteen, not nineteen: 256 products of two limbs fit 128 bits, so
 * that a column of a product is summed up before it is divided. Rejected: an int, whose
 * text took nine times as long as libmpdec's; products and quotients of thousands of
 * digits are still left to ints (GMP): products as polynomials in limbs, without a
 * change of base.
 */
#include "stdlib/decimal/limbs.h"

#define BASE UINT64_C(1000000000000000000)
#define WIDE_BASE ((Uint128)BASE)
enum { DIGITS = LIMB_DIGITS, COLUMN_MOST = 256, DIVIDE_MOST = 4000000 };

_Static_assert(offsetof(BytesObj, data) % sizeof(uint64_t) == 0, "limbs lie in bytes");

static uint64_t *limbs_in(Value block)
{
    return (uint64_t *)(void *)BYTES(block)->data;
}

static Value block_new(MinipyVM *vm, int64_t n)
{
    if (n > INT64_MAX / 16)
        return error_set_oom(vm);
    return bytes_alloc(vm, n * (int64_t)sizeof(uint64_t));
}

static uint64_t small_power(int64_t n)
{
    return (uint64_t)powers_of_ten[n];
}

static int64_t trimmed(const uint64_t *limbs, int64_t n)
{
    while (n > 0 && limbs[n - 1] == 0)
        n--;
    return n;
}

void limbs_view(const Dec *d, Limbs *v)
{
    if (d->big) {
        v->at = limbs_in(d->big);
        v->n = (d->digits + DIGITS - 1) / DIGITS;
        return;
    }
    Uint128 u = d->small;
    v->at = v->own;
    if (u < WIDE_BASE) {
        *v->own = (uint64_t)u;
        v->n = u != 0;
        return;
    }
    for (int i = 0; i < 3; i++, u /= WIDE_BASE)
        v->own[i] = (uint64_t)(u % WIDE_BASE);
    v->n = trimmed(v->own, 3);
}

/* Of n limbs, of which the last is not zero. */
static int64_t digits_in(const uint64_t *limbs, int64_t n)
{
    uint64_t top = limbs[n - 1];
    int digits = (64 - __builtin_clzll(top)) * 1233 >> 12; /* log10(2), just below */
    return (n - 1) * DIGITS + digits + (top >= small_power(digits));
}

/* A block of N limbs and maybe zeros among them becomes the coefficient. */
static bool set_block_steal(MinipyVM *vm, Dec *d, Value block, int64_t n)
{
    if (!block)
        return false;
    const uint64_t *limbs = limbs_in(block);
    n = trimmed(limbs, n);
    if (n <= 2 || (n == 3 && limbs[2] < 100)) {
        Uint128 u = 0;
        for (int64_t i = n; i-- > 0;)
            u = u * WIDE_BASE + limbs[i];
        value_decref(vm, block);
        value_clear(vm, &d->big);
        dec_set_small(d, u);
        return true;
    }
    if (BYTES(block)->size / 16 > n) { /* mostly zeros */
        Value less = bytes_from(vm, limbs, n * (int64_t)sizeof *limbs);
        value_decref(vm, block);
        if (!less)
            return false;
        block = less;
    }
    value_set_steal(vm, &d->big, block);
    d->small = 0;
    d->digits = digits_in(limbs_in(block), n);
    return true;
}

bool limbs_set_wide(MinipyVM *vm, Dec *d, Uint128 u)
{
    Value block = block_new(vm, 3);
    for (int i = 0; block && i < 3; i++, u /= WIDE_BASE)
        limbs_in(block)[i] = (uint64_t)(u % WIDE_BASE);
    return set_block_steal(vm, d, block, 3);
}

bool limbs_set_binary(MinipyVM *vm, Dec *d, mp_limb_t *limbs, mp_size_t n)
{
    int64_t room = (int64_t)n * 20 / DIGITS + 1;
    Value block = block_new(vm, room);
    for (int64_t i = 0; block && i < room; i++)
        limbs_in(block)[i] = mpn_divrem_1(limbs, 0, limbs, n, BASE);
    return set_block_steal(vm, d, block, room);
}

/* ---- by powers of ten ------------------------------------------------------------ */

/* Divides limbs by 10**n, 0 < n <= 18: by the upper half of a product and a shift. */
typedef struct Divisor {
    uint64_t by, factor;
    int shift;
} Divisor;

static Divisor divisor_of(int64_t n)
{
    Divisor d = {.by = small_power(n)};
    int bits = 64 - __builtin_clzll(d.by - 1); /* 4 at least */
    d.factor = (uint64_t)((((Uint128)1 << (60 + bits)) + d.by - 1) / d.by);
    d.shift = bits - 4;
    return d;
}

static inline uint64_t quotient(const Divisor *d, uint64_t limb)
{
    return (uint64_t)((Uint128)limb * d->factor >> 64) >> d->shift;
}

bool limbs_up(MinipyVM *vm, Dec *d, int64_t n)
{
    Limbs a;
    limbs_view(d, &a);
    int64_t whole = n / DIGITS, part = n % DIGITS, size = a.n + whole + 1;
    Value block = n > INT64_MAX / 4 ? error_set_oom(vm) : block_new(vm, size);
    if (!block)
        return false;
    uint64_t *to = limbs_in(block), factor = small_power(part), low = 0;
    memset(to, 0, (size_t)whole * sizeof *to);
    if (part == 0) {
        memcpy(to + whole, a.at, (size_t)a.n * sizeof *to);
        return set_block_steal(vm, d, block, size - 1);
    }
    Divisor cut = divisor_of(DIGITS - part);
    for (int64_t i = 0; i < a.n; i++) {
        uint64_t high = quotient(&cut, a.at[i]);
        to[whole + i] = (a.at[i] - high * cut.by) * factor + low;
        low = high;
    }
    to[size - 1] = low;
    return set_block_steal(vm, d, block, size);
}

/* What the limbs below `whole` and `part` digits of the one there are to the half. */
static int rest_below(const Limbs *a, int64_t whole, uint64_t cut, int64_t part)
{
    uint64_t half = part ? small_power(part - 1) * 5 : BASE / 2;
    if (!part) {
        if (whole == 0)
            return REST_NONE;
        cut = a->at[--whole];
    }
    bool more = trimmed(a->at, whole) > 0;
    return cut > half || (cut == half && more) ? REST_ABOVE_HALF
           : cut == half                       ? REST_HALF
           : cut || more                       ? REST_BELOW_HALF
                                               : REST_NONE;
}

/* SIZE limbs without their last `part` digits, 0 < part < 18. */
static void shift_down(uint64_t *to, const uint64_t *from, int64_t size,
                       const Divisor *cut, int64_t part)
{
    uint64_t above = small_power(DIGITS - part), high = quotient(cut, from[0]);
    for (int64_t i = 0; i < size - 1; i++) {
        uint64_t up = quotient(cut, from[i + 1]);
        to[i] = high + (from[i + 1] - up * cut->by) * above;
        high = up;
    }
    to[size - 1] = high;
}

bool limbs_down(MinipyVM *vm, Dec *d, int64_t n, int *rest)
{
    Limbs a;
    limbs_view(d, &a);
    int64_t whole = n / DIGITS, part = n % DIGITS, size = a.n - whole;
    Divisor cut = divisor_of(part ? part : DIGITS);
    uint64_t first = size > 0 ? a.at[whole] : 0;
    uint64_t below = part ? first - quotient(&cut, first) * cut.by : 0;
    *rest = rest_below(&a, whole, below, part);
    Value block = block_new(vm, size > 0 ? size : 1);
    if (!block)
        return false;
    if (size <= 0)
        size = 0;
    else if (part == 0)
        memcpy(limbs_in(block), a.at + whole, (size_t)size * sizeof *a.at);
    else
        shift_down(limbs_in(block), a.at + whole, size, &cut, part);
    return set_block_steal(vm, d, block, size);
}

bool limbs_add_one(MinipyVM *vm, Dec *d)
{
    int64_t i = 0, n = (d->digits + DIGITS - 1) / DIGITS;
    uint64_t *limbs = limbs_in(d->big);
    while (i < n && limbs[i] == BASE - 1)
        i++;
    if (i < n && value_obj(d->big)->refs == 1) { /* nobody else's */
        limbs[i]++;
        memset(limbs, 0, (size_t)i * sizeof *limbs);
        d->digits = digits_in(limbs, n);
        return true;
    }
    Dec one = {.small = 1, .digits = 1};
    return limbs_add(vm, d, d, &one);
}

bool limbs_keep(MinipyVM *vm, Dec *d, int64_t n)
{
    Limbs a;
    limbs_view(d, &a);
    int64_t whole = n / DIGITS, part = n % DIGITS, size = whole + (part > 0);
    Value block = block_new(vm, size);
    if (!block)
        return false;
    memcpy(limbs_in(block), a.at, (size_t)size * sizeof *a.at);
    if (part)
        limbs_in(block)[whole] %= small_power(part);
    return set_block_steal(vm, d, block, size);
}

int64_t limbs_zeros(const Dec *d)
{
    Limbs a;
    int64_t zeros = 0;
    limbs_view(d, &a);
    while (*a.at == 0) {
        a.at++;
        zeros += DIGITS;
    }
    for (uint64_t limb = *a.at; limb % 10 == 0; limb /= 10)
        zeros++;
    return zeros;
}

/* ---- sums ------------------------------------------------------------------------ */

int limbs_compare(const Dec *x, const Dec *y)
{
    Limbs a, b;
    if (x->digits != y->digits)
        return x->digits < y->digits ? -1 : 1;
    limbs_view(x, &a);
    limbs_view(y, &b);
    for (int64_t i = a.n; i-- > 0;)
        if (a.at[i] != b.at[i])
            return a.at[i] < b.at[i] ? -1 : 1;
    return 0;
}

uint64_t dec_leading(const Dec *d)
{
    Limbs a;
    limbs_view(d, &a);
    if (a.n == 0)
        return 0;
    int64_t missing = a.n * DIGITS - d->digits;
    uint64_t below = a.n > 1 ? a.at[a.n - 2] : 0;
    return a.at[a.n - 1] * small_power(missing) + below / small_power(DIGITS - missing);
}

bool limbs_add(MinipyVM *vm, Dec *r, const Dec *x, const Dec *y)
{
    Limbs a, b;
    limbs_view(x->digits < y->digits ? y : x, &a);
    limbs_view(x->digits < y->digits ? x : y, &b);
    Value block = block_new(vm, a.n + 1);
    if (!block)
        return false;
    uint64_t *to = limbs_in(block), carry = 0;
    int64_t i = 0;
    for (; i < b.n; i++) {
        uint64_t sum = a.at[i] + b.at[i] + carry;
        carry = sum >= BASE;
        to[i] = sum - (carry ? BASE : 0);
    }
    for (; carry && i < a.n; i++) {
        carry = a.at[i] == BASE - 1;
        to[i] = carry ? 0 : a.at[i] + 1;
    }
    if (i < a.n)
        memcpy(to + i, a.at + i, (size_t)(a.n - i) * sizeof *to);
    to[a.n] = carry;
    return set_block_steal(vm, r, block, a.n + 1);
}

bool limbs_subtract(MinipyVM *vm, Dec *r, const Dec *x, const Dec *y)
{
    Limbs a, b;
    limbs_view(x, &a);
    limbs_view(y, &b);
    Value block = block_new(vm, a.n);
    if (!block)
        return false;
    uint64_t *to = limbs_in(block), borrow = 0;
    for (int64_t i = 0; i < a.n; i++) {
        uint64_t less = (i < b.n ? b.at[i] : 0) + borrow;
        borrow = a.at[i] < less;
        to[i] = a.at[i] + (borrow ? BASE : 0) - less;
    }
    return set_block_steal(vm, r, block, a.n);
}

/* ---- products -------------------------------------------------------------------- */

/* *sum divided by the base; the rest. */
static inline uint64_t split_column(Uint128 *sum)
{
    const uint64_t inverse = (uint64_t)(((Uint128)1 << 123) / BASE); /* 2**(64 + 59) */
    Uint128 q = (Uint128)(uint64_t)(*sum >> 64) * inverse >> 59;
    Uint128 rest = *sum - q * WIDE_BASE; /* below 50 times the base */
    uint64_t more = (uint64_t)(rest >> 2) / (BASE / 4);
    *sum = q + more;
    return (uint64_t)(rest - more * WIDE_BASE);
}

/* Column by column; b has at most COLUMN_MOST limbs. */
static void multiply_columns(uint64_t *to, const Limbs *a, const Limbs *b)
{
    Uint128 sum = 0;
    for (int64_t k = 0; k < a->n + b->n; k++) {
        int64_t first = k < a->n ? 0 : k - a->n + 1, last = k < b->n ? k : b->n - 1;
        const uint64_t *p = a->at + k;
        for (int64_t i = first; i <= last; i++)
            sum += (Uint128)p[-i] * b->at[i];
        to[k] = split_column(&sum);
    }
}

enum { SPACING = 3 }; /* binary limbs for a column: 2**192 is more than any sum */

static Value spaced(MinipyVM *vm, const Limbs *a)
{
    IntObj *o = int_alloc(vm, a->n * SPACING);
    if (!o)
        return VALUE_NULL;
    memset(o->limbs, 0, (size_t)(a->n * SPACING) * sizeof *o->limbs);
    for (int64_t i = 0; i < a->n; i++)
        o->limbs[i * SPACING] = a->at[i];
    return int_finish(vm, o, a->n * SPACING, false);
}

/* As polynomials with limbs for coefficients, at a power of two above all sums. */
static bool multiply_spaced(MinipyVM *vm, uint64_t *to, const Limbs *a, const Limbs *b)
{
    Value x = spaced(vm, a);
    Value y = !x ? VALUE_NULL : a->at == b->at ? value_incref(x) : spaced(vm, b);
    Value product = y ? int_mul(vm, x, y) : VALUE_NULL;
    value_xdecref(vm, x);
    value_xdecref(vm, y);
    if (!product)
        return false;
    IntView v;
    int_view(product, &v);
    uint64_t carry[SPACING] = {0};
    for (int64_t k = 0; k < a->n + b->n; k++) {
        mp_limb_t column[SPACING] = {0};
        for (int64_t i = 0; i < SPACING && k * SPACING + i < v.size; i++)
            column[i] = v.limbs[k * SPACING + i];
        mpn_add_n(column, column, carry, SPACING);
        to[k] = mpn_divrem_1(carry, 0, column, SPACING, BASE);
    }
    value_decref(vm, product);
    return true;
}

bool limbs_multiply(MinipyVM *vm, Dec *r, const Dec *x, const Dec *y)
{
    Limbs a, b;
    limbs_view(x->digits < y->digits ? y : x, &a);
    limbs_view(x->digits < y->digits ? x : y, &b);
    if (b.n == 0)
        return value_clear(vm, &r->big), dec_set_small(r, 0), true;
    Value block = block_new(vm, a.n + b.n);
    if (!block)
        return false;
    if (b.n <= COLUMN_MOST) {
        multiply_columns(limbs_in(block), &a, &b);
    } else if (!multiply_spaced(vm, limbs_in(block), &a, &b)) {
        value_decref(vm, block);
        return false;
    }
    return set_block_steal(vm, r, block, a.n + b.n);
}

/* ---- quotients ------------------------------------------------------------------- */

/* A product of two limbs, or a little more, divided by the base; the rest in *rest. */
static inline uint64_t split_product(Uint128 p, uint64_t *rest)
{
    const uint64_t inverse = (uint64_t)(((Uint128)1 << 123) / BASE); /* 2**(57 + 66) */
    uint64_t q = (uint64_t)((Uint128)(uint64_t)(p >> 57) * inverse >> 66);
    Uint128 left = p - q * WIDE_BASE;
    while (left >= WIDE_BASE) {
        left -= WIDE_BASE;
        q++;
    }
    *rest = (uint64_t)left;
    return q;
}

/* to = from * by; the limb above. */
static uint64_t multiply_by(uint64_t *to, const uint64_t *from, int64_t n, uint64_t by)
{
    uint64_t carry = 0;
    for (int64_t i = 0; i < n; i++)
        carry = split_product((Uint128)from[i] * by + carry, &to[i]);
    return carry;
}

static uint64_t divide_by(uint64_t *to, const uint64_t *from, int64_t n, uint64_t by)
{
    uint64_t rest = 0;
    for (int64_t i = n; i-- > 0;) {
        Uint128 u = rest * WIDE_BASE + from[i];
        to[i] = (uint64_t)(u / by);
        rest = (uint64_t)(u % by);
    }
    return rest;
}

/* u -= v * q, both of n limbs and u of one more; true: it was too much. */
static bool subtract_product(uint64_t *u, const uint64_t *v, int64_t n, uint64_t q)
{
    uint64_t carry = 0, borrow = 0, low;
    for (int64_t i = 0; i < n; i++) {
        /* what one limb leaves to the next is short to wait for: two sums */
        uint64_t high = split_product((Uint128)v[i] * q, &low);
        low += carry + borrow;
        high += low >= BASE;
        low -= low >= BASE ? BASE : 0;
        borrow = u[i] < low;
        u[i] += (borrow ? BASE : 0) - low;
        carry = high;
    }
    bool much = u[n] < carry + borrow;
    u[n] += (much ? BASE : 0) - carry - borrow;
    return much;
}

static void add_back(uint64_t *u, const uint64_t *v, int64_t n)
{
    uint64_t carry = 0;
    for (int64_t i = 0; i < n; i++) {
        u[i] += v[i] + carry;
        carry = u[i] >= BASE;
        u[i] -= carry ? BASE : 0;
    }
    u[n] = (u[n] + carry) % BASE;
}

/* Knuth's algorithm D. u (n + m + 1 limbs) becomes the rest, q has m + 1; v has n, at
 * least 2, and its top limb is half of the base or more. */
static void divide_long(uint64_t *q, uint64_t *u, int64_t m, const uint64_t *v,
                        int64_t n)
{
    for (int64_t j = m; j >= 0; j--) {
        Uint128 top = u[j + n] * WIDE_BASE + u[j + n - 1];
        Uint128 guess = u[j + n] == v[n - 1] ? WIDE_BASE - 1 : top / v[n - 1];
        Uint128 left = top - guess * v[n - 1];
        while (left < WIDE_BASE && guess * v[n - 2] > left * WIDE_BASE + u[j + n - 2]) {
            guess--;
            left += v[n - 1];
        }
        q[j] = (uint64_t)guess;
        if (subtract_product(u + j, v, n, q[j])) {
            q[j]--;
            add_back(u + j, v, n);
        }
    }
}

static bool divide_ints(MinipyVM *vm, Dec *q, Dec *rest, const Dec *a, const Dec *b)
{
    Value x = dec_value(vm, a), y = x ? dec_value(vm, b) : VALUE_NULL, quotient, left;
    bool ok = y && int_divmod_floor(vm, x, y, &quotient, &left) == 0;
    if (ok) {
        ok = dec_set_value_steal(vm, q, quotient);
        ok = dec_set_value_steal(vm, rest, left) && ok;
    }
    value_xdecref(vm, x);
    value_xdecref(vm, y);
    return ok;
}

static bool divide_short(MinipyVM *vm, Dec *q, Dec *rest, const Limbs *a, uint64_t by)
{
    Value block = block_new(vm, a->n);
    if (!block)
        return false;
    int64_t n = a->n;
    uint64_t left = divide_by(limbs_in(block), a->at, n, by);
    bool ok = set_block_steal(vm, q, block, n);
    value_clear(vm, &rest->big);
    dec_set_small(rest, left);
    return ok;
}

bool limbs_divide(MinipyVM *vm, Dec *q, Dec *rest, const Dec *x, const Dec *y)
{
    Limbs a, b;
    limbs_view(x, &a);
    limbs_view(y, &b);
    int64_t m = a.n - b.n;
    if (m < 0 || limbs_compare(x, y) < 0) {
        Dec copy = {0};
        dec_copy(&copy, x);
        value_set_steal(vm, &rest->big, copy.big);
        rest->small = copy.small;
        rest->digits = copy.digits;
        return value_clear(vm, &q->big), dec_set_small(q, 0), true;
    }
    if (b.n == 1)
        return divide_short(vm, q, rest, &a, b.at[0]);
    if ((m + 1) * b.n > DIVIDE_MOST)
        return divide_ints(vm, q, rest, x, y);
    Value u = block_new(vm, a.n + 1), v = u ? block_new(vm, b.n) : VALUE_NULL,
          to = v ? block_new(vm, m + 1) : VALUE_NULL;
    bool ok = to != VALUE_NULL;
    if (ok) {
        uint64_t scale = BASE / (b.at[b.n - 1] + 1);
        limbs_in(u)[a.n] = multiply_by(limbs_in(u), a.at, a.n, scale);
        multiply_by(limbs_in(v), b.at, b.n, scale);
        divide_long(limbs_in(to), limbs_in(u), m, limbs_in(v), b.n);
        divide_by(limbs_in(u), limbs_in(u), b.n, scale);
        int64_t n = b.n;
        ok = set_block_steal(vm, q, value_incref(to), m + 1);
        ok = set_block_steal(vm, rest, value_incref(u), n) && ok;
    }
    value_xdecref(vm, u);
    value_xdecref(vm, v);
    value_xdecref(vm, to);
    return ok;
}

/* ---- others ---------------------------------------------------------------------- */

uint64_t limbs_modulo(const Dec *d, uint64_t modulus)
{
    Limbs a;
    Uint128 rest = 0;
    limbs_view(d, &a);
    for (int64_t i = a.n; i-- > 0;)
        rest = (rest * BASE + a.at[i]) % modulus;
    return (uint64_t)rest;
}

static char *put_limb(char *end, uint64_t limb)
{
    for (int i = 0; i < DIGITS / 2; i++, limb /= 100) {
        unsigned pair = (unsigned)(limb % 100);
        *--end = (char)('0' + pair % 10);
        *--end = (char)('0' + pair / 10);
    }
    return end;
}

char *limbs_text(MinipyVM *vm, const Dec *d)
{
    Limbs a;
    limbs_view(d, &a);
    char *room = mem_alloc(vm, (size_t)(a.n * DIGITS) + 1);
    if (!room)
        return NULL;
    char *end = room + a.n * DIGITS;
    *end = '\0';
    for (int64_t i = 0; i < a.n; i++)
        end = put_limb(end, a.at[i]);
    int64_t zeros = a.n * DIGITS - d->digits;
    memmove(room, room + zeros, (size_t)d->digits + 1);
    return room;
}

bool limbs_read(MinipyVM *vm, Dec *d, const char *digits, int64_t n)
{
    int64_t size = (n + DIGITS - 1) / DIGITS;
    Value block = block_new(vm, size);
    const char *end = digits + n;
    for (int64_t i = 0; block && i < size; i++, end -= DIGITS) {
        const char *at = end - digits > DIGITS ? end - DIGITS : digits;
        uint64_t limb = 0;
        for (; at < end; at++)
            limb = limb * 10 + (uint64_t)(*at - '0');
        limbs_in(block)[i] = limb;
    }
    return set_block_steal(vm, d, block, size);
}
