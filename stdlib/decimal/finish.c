/* finish.c - what every operation ends with: rounding to the precision, and to what the
 * exponents can be.
 */
#include "stdlib/decimal/dec.h"

bool dec_invalid(Ctx *c, Dec *r, uint32_t condition)
{
    dec_clear(c->vm, r);
    dec_set_special(r, QUIET_NAN, 0);
    c->status |= condition;
    return true;
}

/* Does what was cut off make the last digit one more? -1: exception. */
static int rounds_up(const Ctx *c, const Dec *d, int rest)
{
    if (rest == REST_NONE)
        return 0;
    switch (c->rounding) {
    case ROUND_UP: return 1;
    case ROUND_CEILING: return !d->sign;
    case ROUND_FLOOR: return d->sign;
    case ROUND_HALF_UP: return rest >= REST_HALF;
    case ROUND_HALF_DOWN: return rest > REST_HALF;
    case ROUND_HALF_EVEN:
        return rest > REST_HALF || (rest == REST_HALF && coef_is_odd(d));
    case ROUND_05UP: {
        int digit = coef_last_digit(c->vm, d);
        return digit < 0 ? -1 : digit == 0 || digit == 5;
    }
    default: return 0;
    }
}

bool dec_cut(Ctx *c, Dec *d, int64_t n)
{
    int rest;
    if (!coef_down(c->vm, d, n, &rest))
        return false;
    d->exp += n;
    c->status |= ROUNDED | (rest ? INEXACT : 0);
    int up = rounds_up(c, d, rest);
    return up <= 0 ? up == 0 : coef_add_one(c->vm, d);
}

bool dec_mark_rest(Ctx *c, Dec *d)
{
    int digit = coef_last_digit(c->vm, d);
    if (digit < 0)
        return false;
    return digit == 0 || digit == 5 ? coef_add_one(c->vm, d) : true;
}

bool dec_largest(Ctx *c, Dec *d, int sign)
{
    dec_clear(c->vm, d);
    *d = (Dec){.sign = (uint8_t)sign, .exp = ctx_etop(c)};
    Dec one = {.small = 1, .digits = 1};
    dec_set_small(d, 1);
    return coef_up(c->vm, d, c->prec) && coef_subtract(c->vm, d, d, &one);
}

static bool overflow(Ctx *c, Dec *d)
{
    bool to_infinity = true;
    int sign = d->sign;
    switch (c->rounding) {
    case ROUND_DOWN:
    case ROUND_05UP: to_infinity = false; break;
    case ROUND_CEILING: to_infinity = !sign; break;
    case ROUND_FLOOR: to_infinity = sign; break;
    default: break;
    }
    c->status |= OVERFLOW_ | INEXACT | ROUNDED;
    if (!to_infinity)
        return dec_largest(c, d, sign);
    dec_clear(c->vm, d);
    dec_set_special(d, INFINITE, sign);
    return true;
}

static bool finish_zero(Ctx *c, Dec *d)
{
    int64_t most = c->clamp ? ctx_etop(c) : c->emax, least = ctx_etiny(c);
    if (d->exp > most)
        d->exp = most, c->status |= CLAMPED;
    else if (d->exp < least)
        d->exp = least, c->status |= CLAMPED;
    return true;
}

/* As much of a payload as the precision has room for. */
static bool finish_nan(Ctx *c, Dec *d)
{
    int64_t most = c->prec - c->clamp;
    if (d->digits <= most || (!d->big && d->small == 0))
        return true;
    if (most == 0)
        return dec_clear(c->vm, d), dec_set_small(d, 0), true;
    char *text = coef_text(c->vm, d);
    bool ok = text != NULL;
    if (ok) {
        int64_t n = d->digits;
        dec_clear(c->vm, d);
        ok = coef_read(c->vm, d, text + n - most, most);
    }
    mem_free(c->vm, text);
    return ok;
}

static bool finish_subnormal(Ctx *c, Dec *d)
{
    c->status |= SUBNORMAL;
    int64_t etiny = ctx_etiny(c);
    if (d->exp >= etiny)
        return true;
    uint32_t before = c->status;
    c->status &= ~(uint32_t)INEXACT;
    bool ok = dec_cut(c, d, etiny - d->exp);
    if (c->status & INEXACT)
        c->status |= UNDERFLOW_;
    c->status |= before;
    d->exp = etiny;
    if (dec_is_zero(d))
        c->status |= CLAMPED;
    return ok;
}

bool dec_finish(Ctx *c, Dec *d)
{
    if (unlikely(d->kind != FINITE))
        return d->kind == INFINITE || finish_nan(c, d);
    if (dec_is_zero(d))
        return finish_zero(c, d);
    int64_t adjusted = dec_adjusted(d);
    if (adjusted > c->emax)
        return overflow(c, d);
    if (c->clamp && d->exp > ctx_etop(c)) {
        int64_t n = d->exp - ctx_etop(c);
        c->status |= CLAMPED;
        d->exp -= n;
        if (!coef_up(c->vm, d, n))
            return false;
    }
    if (adjusted < c->emin)
        return finish_subnormal(c, d);
    if (d->digits <= c->prec)
        return true;
    if (!dec_cut(c, d, d->digits - c->prec))
        return false;
    if (d->digits > c->prec) { /* 9.99 became 10.0 */
        int rest;
        if (!coef_down(c->vm, d, 1, &rest))
            return false;
        d->exp++;
    }
    return dec_adjusted(d) <= c->emax || overflow(c, d);
}

bool dec_copy_finish(Ctx *c, Dec *r, const Dec *a)
{
    dec_copy(r, a);
    return dec_finish(c, r);
}

bool dec_nans(Ctx *c, Dec *r, const Dec *a, const Dec *b, bool *ok)
{
    if (likely(!dec_is_nan(a) && !dec_is_nan(b)))
        return false;
    const Dec *from = a->kind == SIGNALING_NAN   ? a
                      : b->kind == SIGNALING_NAN ? b
                      : dec_is_nan(a)            ? a
                                                 : b;
    if (from->kind == SIGNALING_NAN)
        c->status |= INVALID_OPERATION;
    *ok = dec_copy_finish(c, r, from);
    r->kind = QUIET_NAN;
    return true;
}
