/* series.c - exp, ln and log10 of ordinary arguments at ordinary precisions, in binary
 * fixed point: some bits more than the digits need, so that the error is below the last
 * digit that is made, and six digits more than the context keeps. Where those lie so
 * near to a half that the error could decide, and for what is unusual, _pydecimal is
 * asked (transcendental.c). Results are correctly rounded, to even, as CPython's.
 */
#include "stdlib/decimal/dec.h"
#include "vm/numbers/int_big.h"

enum { MORE_DIGITS = 6, MORE_BITS = 40, PREC_MOST = 80, MOST_BITS = 448 };
enum { HALVINGS = 8, ROOTS = 6 };

typedef struct Series {
    IntArgs
        of; /* a: the coefficient; the first, so that a pointer to it is one to this */
    SeriesFunction function;
    int64_t exp, digits;
    bool negative; /* in: the argument; out: the result */
    mp_bitcnt_t bits;
    unsigned places; /* decimal ones of the result, without the exponent */
    long ten;        /* out: its exponent */
} Series;

/* Of ln(10) * 2**448, from the lowest. */
static const uint64_t ln10_limbs[] = {
    0xb1889061042f8b6b, 0x31c32f00b17c35a0, 0x58bc0b5ec6a04173, 0x0f187a0807c0b5ca,
    0x8a3fb3e76977e43a, 0xa95b58ae0b4c28a3, 0x4d763776aaa2b05b, 0x0000000000000002,
};

static void set_ln10(mpz_t z, mp_bitcnt_t bits)
{
    mpz_import(z, sizeof ln10_limbs / sizeof *ln10_limbs, -1, sizeof *ln10_limbs, 0, 0,
               ln10_limbs);
    mpz_tdiv_q_2exp(z, z, MOST_BITS - bits);
}

/* coefficient * 10**exp in fixed point. */
static void set_fixed(mpz_t z, mpz_srcptr coefficient, int64_t exp, mp_bitcnt_t bits)
{
    mpz_t ten;
    mpz_init(ten);
    mpz_ui_pow_ui(ten, 10, (unsigned long)(exp < 0 ? -exp : exp));
    mpz_mul_2exp(z, coefficient, bits);
    if (exp < 0)
        mpz_tdiv_q(z, z, ten);
    else
        mpz_mul(z, z, ten);
    mpz_clear(ten);
}

static void multiply_fixed(mpz_t z, const mpz_t a, const mpz_t b, mp_bitcnt_t bits)
{
    mpz_mul(z, a, b);
    mpz_fdiv_q_2exp(z, z, bits);
}

/* e**x: the part of ln(10) in x is the exponent, the rest is made small by halves, each
 * of which the end squares away. */
static void sum_exp(mpz_t z, mpz_srcptr coefficient, Series *s)
{
    mpz_t x, ln10, term;
    mpz_init(x), mpz_init(ln10), mpz_init(term);
    set_fixed(x, coefficient, s->exp, s->bits);
    if (s->negative)
        mpz_neg(x, x);
    set_ln10(ln10, s->bits);
    mpz_fdiv_qr(term, x, x, ln10);
    s->ten = mpz_get_si(term);
    s->negative = false;
    mpz_fdiv_q_2exp(x, x, HALVINGS);
    mpz_set_ui(term, 1);
    mpz_mul_2exp(term, term, s->bits);
    mpz_set(z, term);
    for (unsigned long i = 1; mpz_sgn(term); i++) {
        multiply_fixed(term, term, x, s->bits);
        mpz_fdiv_q_ui(term, term, i);
        mpz_add(z, z, term);
    }
    for (int i = 0; i < HALVINGS; i++)
        multiply_fixed(z, z, z, s->bits);
    mpz_clear(x), mpz_clear(ln10), mpz_clear(term);
}

/* ln(m) of fixed point, 1 <= m < 10: roots bring m near to 1, where with
 * t = (m - 1) / (m + 1) it is twice the sum of t**n / n for odd n. */
static void sum_ln(mpz_t z, mpz_t m, mp_bitcnt_t bits)
{
    mpz_t one, power, square, term;
    mpz_init_set_ui(one, 1), mpz_init(power), mpz_init(square), mpz_init(term);
    mpz_mul_2exp(one, one, bits);
    for (int i = 0; i < ROOTS; i++) {
        mpz_mul_2exp(m, m, bits);
        mpz_sqrt(m, m);
    }
    mpz_sub(power, m, one);
    mpz_mul_2exp(power, power, bits);
    mpz_add(m, m, one);
    mpz_tdiv_q(power, power, m);
    multiply_fixed(square, power, power, bits);
    mpz_set(z, power);
    for (unsigned long n = 3; mpz_sgn(power); n += 2) {
        multiply_fixed(power, power, square, bits);
        mpz_tdiv_q_ui(term, power, n);
        mpz_add(z, z, term);
    }
    mpz_mul_2exp(z, z, ROOTS + 1);
    mpz_clear(one), mpz_clear(power), mpz_clear(square), mpz_clear(term);
}

static void sum_logarithm(mpz_t z, mpz_srcptr coefficient, Series *s)
{
    mpz_t m, ln10;
    mpz_init(m), mpz_init(ln10);
    set_fixed(m, coefficient, 1 - s->digits, s->bits);
    sum_ln(z, m, s->bits);
    set_ln10(ln10, s->bits);
    int64_t tens = s->exp + s->digits - 1;
    mpz_mul_si(m, ln10, (long)tens);
    mpz_add(z, z, m);
    if (s->function == SERIES_LOG10) {
        mpz_mul_2exp(z, z, s->bits);
        mpz_tdiv_q(z, z, ln10);
    }
    s->negative = mpz_sgn(z) < 0;
    mpz_abs(z, z);
    /* Near to 0 there would be too few digits. */
    s->of.failed = mpz_sizeinbase(z, 2) + HALVINGS < s->bits;
    mpz_clear(m), mpz_clear(ln10);
}

static void compute(mpz_t z, IntArgs *args)
{
    Series *s = (Series *)(void *)args;
    mpz_srcptr coefficient = INT_VIEW_MPZ(args->a);
    mpz_t ten;
    if (s->function == SERIES_EXP)
        sum_exp(z, coefficient, s);
    else
        sum_logarithm(z, coefficient, s);
    mpz_init(ten);
    mpz_ui_pow_ui(ten, 10, s->places);
    multiply_fixed(z, z, ten, s->bits);
    mpz_clear(ten);
}

/* May the last place be wrong by some, and the rounding with it? */
static bool is_near_half(MinipyVM *vm, const Dec *d, int64_t prec, bool *ok)
{
    enum { MARGIN = 8 };
    Dec rest = {0}, q = {0}, ten = {.small = 1, .digits = 1},
        half = {.small = 5, .digits = 1};
    int64_t drop = d->digits - prec;
    *ok = coef_up(vm, &ten, drop) && coef_up(vm, &half, drop - 1) &&
          coef_divide(vm, &q, &rest, d, &ten);
    dec_clear(vm, &q);
    Uint128 a = rest.small, b = half.small;
    return *ok && (a > b ? a - b : b - a) <= MARGIN;
}

/* Is it what the bits were counted for? */
static bool is_ordinary(const Ctx *c, const Dec *a, SeriesFunction function)
{
    enum { MOST_EXP = 5000, MOST_TENS = 10000, MOST_ADJUSTED = 3 };
    if (a->kind != FINITE || a->big || a->small == 0 || c->prec > PREC_MOST ||
        c->emax < MOST_EXP || c->emin > -MOST_EXP)
        return false;
    int64_t adjusted = dec_adjusted(a);
    if (function == SERIES_EXP)
        return adjusted <= MOST_ADJUSTED && adjusted >= -c->prec;
    return !a->sign && adjusted <= MOST_TENS && adjusted >= -MOST_TENS &&
           a->small != powers_of_ten[a->digits - 1];
}

bool dec_by_series(Ctx *c, Dec *r, const Dec *a, SeriesFunction function, bool *done)
{
    MinipyVM *vm = c->vm;
    *done = false;
    if (!is_ordinary(c, a, function))
        return true;
    Series s = {.function = function,
                .exp = a->exp,
                .digits = a->digits,
                .negative = a->sign,
                .places = (unsigned)(c->prec + MORE_DIGITS)};
    s.bits = s.places * 10 / 3 + MORE_BITS;
    Value coefficient = dec_value(vm, a);
    if (!coefficient)
        return false;
    int_view(coefficient, &s.of.a);
    Value v = int_compute(vm, compute, &s.of);
    value_decref(vm, coefficient);
    if (!v)
        return !error_occurred(vm);
    bool ok = dec_set_value_steal(vm, r, v);
    bool near = ok && is_near_half(vm, r, c->prec, &ok);
    if (!ok || near)
        return dec_clear(vm, r), *r = (Dec){0}, ok;
    r->sign = s.negative;
    r->exp = s.ten - (int64_t)s.places;
    Rounding rounding = c->rounding;
    c->rounding = ROUND_HALF_EVEN;
    *done = ok = dec_mark_rest(c, r) && dec_finish(c, r);
    c->rounding = rounding;
    return ok;
}
