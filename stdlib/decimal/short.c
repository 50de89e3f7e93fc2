/* short.c - sums, products, quotients and comparisons of Decimals of few digits, as
 * those of accounts are: in registers, into the result. They are exact, or nothing is
 * done and arith.c does it all: what is rounded, zero, near the ends of the exponents.
 */
#include "stdlib/decimal/short.h"

/* Two of them make a product of 64 bits; a sum of two such is one, too. */
enum { SHORT_DIGITS = 18 };

typedef struct Short {
    uint64_t n; /* the coefficient */
    int64_t exp;
    int digits;
    int sign;
} Short;

static inline uint64_t power(int64_t n)
{
    return (uint64_t)powers_of_ten[n];
}

static inline int digits_of(uint64_t n)
{
    int bits = 64 - __builtin_clzll(n | 1), least = bits * 1233 >> 12;
    return least + (least > SHORT_DIGITS || n >= power(least)) + (n == 0);
}

/* A Decimal or a short int, finite. */
static inline bool as_short(Value v, Short *out)
{
    if (value_is_int_imm(v)) {
        int64_t i = value_imm(v);
        out->sign = i < 0;
        out->n = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
        out->exp = 0;
        out->digits = digits_of(out->n);
        return out->digits <= SHORT_DIGITS;
    }
    if (!is_decimal(v))
        return false;
    const Dec *d = &DECIMAL(v)->d;
    if (d->kind != FINITE || d->big || d->digits > SHORT_DIGITS)
        return false;
    out->sign = d->sign;
    out->n = (uint64_t)d->small;
    out->exp = d->exp;
    out->digits = (int)d->digits;
    return true;
}

/* The result, if it is one of that context as it stands and not zero. */
static Value finish(MinipyVM *vm, Value context, const Short *s)
{
    const ContextObj *o = CONTEXT(context);
    int digits = digits_of(s->n);
    int64_t adjusted = s->exp + digits - 1;

    if (s->n == 0 || digits > o->prec || adjusted > o->emax || adjusted < o->emin ||
        o->clamp)
        return VALUE_NULL;
    Value v = object_alloc_value(vm, vm->decimal->decimal);
    if (v) {
        Dec *d = &DECIMAL(v)->d;
        d->small = s->n;
        d->big = VALUE_NULL;
        d->exp = s->exp;
        d->digits = digits;
        d->sign = (uint8_t)s->sign;
        d->kind = FINITE;
    }
    return v;
}

/* Scales what has the higher exponent down to the other's. */
static inline bool align(Short *a, Short *b)
{
    Short *high = a->exp > b->exp ? a : b, *low = high == a ? b : a;
    int64_t n = high->exp - low->exp;

    if (n + high->digits > SHORT_DIGITS)
        return false;
    high->n *= power(n);
    high->exp = low->exp;
    return true;
}

static Value add(MinipyVM *vm, Value context, Short a, Short b)
{
    if (!align(&a, &b))
        return VALUE_NULL;
    if (a.sign == b.sign) {
        a.n += b.n;
    } else if (a.n >= b.n) {
        a.n -= b.n;
    } else {
        a.n = b.n - a.n;
        a.sign = b.sign;
    }
    return finish(vm, context, &a);
}

static Value multiply(MinipyVM *vm, Value context, Short a, Short b)
{
    if (a.digits + b.digits > SHORT_DIGITS)
        return VALUE_NULL;
    a.n *= b.n;
    a.exp += b.exp;
    a.sign ^= b.sign;
    return finish(vm, context, &a);
}

/* The whole part of the quotient, or what is left over. */
static Value divide_whole(MinipyVM *vm, Value context, Short a, Short b, bool rest)
{
    int prec_most = SHORT_DIGITS; /* the quotient has at most so many digits */

    if (b.n == 0 || CONTEXT(context)->prec < prec_most || !align(&a, &b))
        return VALUE_NULL;
    if (rest) {
        a.n %= b.n;
    } else {
        a.n /= b.n;
        a.exp = 0;
        a.sign ^= b.sign;
    }
    return finish(vm, context, &a);
}

Value decimal_short(MinipyVM *vm, ShortOperation operation, Value x, Value y,
                    Value context)
{
    Short a, b;

    if (!as_short(x, &a) || !as_short(y, &b))
        return VALUE_NULL;
    switch (operation) {
    case SHORT_SUBTRACT: b.sign = !b.sign; return add(vm, context, a, b);
    case SHORT_ADD: return add(vm, context, a, b);
    case SHORT_MULTIPLY: return multiply(vm, context, a, b);
    case SHORT_DIVIDE_INT: return divide_whole(vm, context, a, b, false);
    case SHORT_REMAINDER: return divide_whole(vm, context, a, b, true);
    default: return VALUE_NULL;
    }
}

Value decimal_short_signed(MinipyVM *vm, Value x, bool absolute, Value context)
{
    Short a;

    if (!as_short(x, &a))
        return VALUE_NULL;
    a.sign = !absolute && !a.sign;
    return finish(vm, context, &a);
}

bool decimal_short_order(Value x, Value y, int *order)
{
    Short a, b;

    if (!as_short(x, &a) || !as_short(y, &b) || !align(&a, &b))
        return false;
    int64_t left = a.sign ? -(int64_t)a.n : (int64_t)a.n;
    int64_t right = b.sign ? -(int64_t)b.n : (int64_t)b.n;
    *order = (left > right) - (left < right);
    return true;
}
