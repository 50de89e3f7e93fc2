/* arith.c - sums, products, quotients, remainders, roots: the arithmetic that programs
 * do all day.
 */
#include "stdlib/decimal/dec.h"
#include "vm/core/hooks.h"
#include "vm/numbers/int_big.h"
#include "vm/objects/call.h"

/* ---- sums ------------------------------------------------------------------------ */

/* +0, or -0 where it is rounded down, is what two of the same size and other signs
 * leave. */
static bool add_aligned(Ctx *c, Dec *r, const Dec *a, int sign_a, const Dec *b,
                        int sign_b)
{
    int order;
    r->sign = (uint8_t)sign_a;
    if (sign_a == sign_b)
        return coef_add(c->vm, r, a, b);
    if (!coef_compare(c->vm, a, b, &order))
        return false;
    if (order == 0)
        r->sign = c->rounding == ROUND_FLOOR;
    else if (order < 0)
        r->sign = (uint8_t)sign_b;
    return order < 0 ? coef_subtract(c->vm, r, b, a) : coef_subtract(c->vm, r, a, b);
}

/* What lies so far below the last digit that counts need not be added up: any number
 * there does the same. */
static const Dec *brought_near(const Ctx *c, const Dec *high, const Dec *low, Dec *near)
{
    if (dec_is_zero(high) || high->exp == low->exp)
        return low;
    int64_t exp = high->exp - 1;
    if (high->digits <= c->prec)
        exp += high->digits - c->prec - 1;
    if (dec_adjusted(low) >= exp)
        return low;
    *near = (Dec){.small = !dec_is_zero(low), .digits = 1, .exp = exp};
    return near;
}

/* More digits than this never decide how what is short is rounded. */
enum { SHORT_PREC = 36 };

/* high, scaled up by n, would be long where low goes on behind it. What is so far
 * behind only says that something is there: low ends at the 38th digit of high, behind
 * its own last one, which what says so must not make one more. False: they may take
 * each other away. */
static bool cut_low(Ctx *c, const Dec *high, const Dec *low, int64_t n, Dec *near)
{
    int rest;
    int64_t most = SMALL_DIGITS - high->digits;
    if (high->big || low->big || c->prec > SHORT_PREC || most < 1 || n <= most ||
        dec_adjusted(low) > dec_adjusted(high) - 2 || dec_is_zero(high))
        return false;
    *near = *low;
    near->exp += n - most;
    return coef_down(c->vm, near, n - most, &rest) &&
           (rest == REST_NONE || dec_mark_rest(c, near));
}

static bool add_finite(Ctx *c, Dec *r, const Dec *a, int sign_a, const Dec *b,
                       int sign_b)
{
    if (a->exp < b->exp) {
        const Dec *other = a;
        int sign = sign_a;
        a = b, b = other;
        sign_a = sign_b, sign_b = sign;
    }
    Dec near, nearer, high = {0};
    b = brought_near(c, a, b, &near);
    if (cut_low(c, a, b, a->exp - b->exp, &nearer))
        b = &nearer;
    if (a->exp == b->exp) {
        r->exp = b->exp;
        return add_aligned(c, r, a, sign_a, b, sign_b) && dec_finish(c, r);
    }
    dec_copy(&high, a);
    r->exp = b->exp;
    bool ok = coef_up(c->vm, &high, a->exp - b->exp) &&
              add_aligned(c, r, &high, sign_a, b, sign_b) && dec_finish(c, r);
    dec_clear(c->vm, &high);
    return ok;
}

static bool add_signed(Ctx *c, Dec *r, const Dec *a, const Dec *b, int sign_b)
{
    bool ok = true;
    if (likely(a->kind == FINITE && b->kind == FINITE))
        return add_finite(c, r, a, a->sign, b, sign_b);
    if (dec_nans(c, r, a, b, &ok))
        return ok;
    if (a->kind == INFINITE && b->kind == INFINITE && a->sign != sign_b)
        return dec_invalid(c, r, INVALID_OPERATION);
    dec_set_special(r, INFINITE, a->kind == INFINITE ? a->sign : sign_b);
    return true;
}

bool dec_add(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    return add_signed(c, r, a, b, b->sign);
}

bool dec_subtract(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    return add_signed(c, r, a, b, dec_is_nan(b) ? b->sign : !b->sign);
}

/* 0 + a, whose zero has the exponent of a's. */
bool dec_plus(Ctx *c, Dec *r, const Dec *a)
{
    bool ok;
    if (dec_nans(c, r, a, a, &ok))
        return ok;
    if (!dec_copy_finish(c, r, a))
        return false;
    if (dec_is_zero(r) && dec_is_zero(a))
        r->sign = c->rounding == ROUND_FLOOR && r->sign;
    return true;
}

bool dec_minus(Ctx *c, Dec *r, const Dec *a)
{
    bool ok;
    if (dec_nans(c, r, a, a, &ok))
        return ok;
    dec_copy(r, a);
    r->sign = !a->sign;
    if (dec_is_zero(a))
        r->sign = c->rounding == ROUND_FLOOR && r->sign;
    return dec_finish(c, r);
}

bool dec_abs(Ctx *c, Dec *r, const Dec *a)
{
    bool ok;
    if (dec_nans(c, r, a, a, &ok))
        return ok;
    return a->sign ? dec_minus(c, r, a) : dec_plus(c, r, a);
}

/* ---- products -------------------------------------------------------------------- */

/* Not rounded. */
static bool multiply_exact(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    bool ok = true;
    if (dec_nans(c, r, a, b, &ok))
        return ok;
    int sign = a->sign ^ b->sign;
    if (a->kind == INFINITE || b->kind == INFINITE) {
        if (dec_is_zero(a) || dec_is_zero(b))
            return dec_invalid(c, r, INVALID_OPERATION);
        dec_set_special(r, INFINITE, sign);
        return true;
    }
    r->sign = (uint8_t)sign;
    r->exp = a->exp + b->exp;
    return coef_multiply(c->vm, r, a, b);
}

bool dec_multiply(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    int64_t n = a->digits + b->digits - SMALL_DIGITS;
    bool exact;
    if (n > 0 && c->prec <= SHORT_PREC && a->kind == FINITE && b->kind == FINITE &&
        !dec_is_zero(a) && !dec_is_zero(b) && coef_product_short(a, b, n, r, &exact)) {
        r->sign = a->sign ^ b->sign;
        r->exp = a->exp + b->exp + n;
        return (exact || dec_mark_rest(c, r)) && dec_finish(c, r);
    }
    return multiply_exact(c, r, a, b) && dec_finish(c, r);
}

bool dec_fma(Ctx *c, Dec *r, const Dec *a, const Dec *b, const Dec *third)
{
    Dec product = {0};
    if (!multiply_exact(c, &product, a, b))
        return false;
    if (c->status & INVALID_OPERATION && product.kind == QUIET_NAN) {
        *r = product;
        return true;
    }
    bool ok = dec_add(c, r, &product, third);
    dec_clear(c->vm, &product);
    return ok;
}

/* ---- quotients ------------------------------------------------------------------- */

static bool divide_special(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    int sign = a->sign ^ b->sign;
    if (a->kind == INFINITE && b->kind == INFINITE)
        return dec_invalid(c, r, INVALID_OPERATION);
    if (a->kind == INFINITE) {
        dec_set_special(r, INFINITE, sign);
        return true;
    }
    if (b->kind == INFINITE) {
        *r = (Dec){.sign = (uint8_t)sign, .digits = 1, .exp = ctx_etiny(c)};
        c->status |= CLAMPED;
        return true;
    }
    if (dec_is_zero(a))
        return dec_invalid(c, r, DIVISION_UNDEFINED);
    dec_set_special(r, INFINITE, sign);
    c->status |= DIVISION_BY_ZERO;
    return true;
}

static bool divide_long(Ctx *c, Dec *r, const Dec *a, int64_t shift, const Dec *b,
                        bool *exact)
{
    Dec up = {0}, rest = {0};
    dec_copy(&up, a);
    bool ok = coef_up(c->vm, &up, shift) && coef_divide(c->vm, r, &rest, &up, b);
    *exact = !rest.big && rest.small == 0;
    dec_clear(c->vm, &up);
    dec_clear(c->vm, &rest);
    return ok;
}

/* A precision of so many digits is asked for what is exact: less is tried first. */
enum { LARGE_PREC = 10000 };

/* The quotient with that many digits at least, or exactly; not rounded. */
static bool divide_to(Ctx *c, Dec *r, const Dec *a, const Dec *b, int64_t digits,
                      bool *exact)
{
    int64_t shift = b->digits - a->digits + digits + 1;
    if (shift < 0)
        shift = 0;
    if (!coef_ratio_short(a, shift, b, r, exact) &&
        !divide_long(c, r, a, shift, b, exact))
        return false;
    r->sign = a->sign ^ b->sign;
    r->exp = a->exp - b->exp - shift;
    return !*exact || coef_strip(c->vm, r, shift);
}

bool dec_divide(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    bool ok = true, exact = false;
    if (dec_nans(c, r, a, b, &ok))
        return ok;
    if (a->kind != FINITE || b->kind != FINITE || dec_is_zero(b))
        return divide_special(c, r, a, b);
    if (dec_is_zero(a)) {
        *r = (Dec){.sign = a->sign ^ b->sign, .digits = 1, .exp = a->exp - b->exp};
        return dec_finish(c, r);
    }
    int64_t less = 4 * (a->digits + b->digits);
    if (c->prec > LARGE_PREC && less < c->prec && !divide_to(c, r, a, b, less, &exact))
        return false;
    if (!exact &&
        (!divide_to(c, r, a, b, c->prec, &exact) || (!exact && !dec_mark_rest(c, r))))
        return false;
    return dec_finish(c, r);
}

/* Quotient, an int, and rest of finite ones, b not 0: neither rounded. *impossible: the
 * quotient has more digits than the precision. */
static bool whole_divide(Ctx *c, Dec *q, Dec *rest, const Dec *a, const Dec *b,
                         bool *impossible)
{
    MinipyVM *vm = c->vm;
    int64_t exp = a->exp < b->exp ? a->exp : b->exp;
    int64_t apart = dec_adjusted(a) - dec_adjusted(b);
    Dec x = {0}, y = {0};
    *impossible = false;
    q->digits = 1;
    q->sign = a->sign ^ b->sign;
    if (dec_is_zero(a) || apart < 0) { /* the rest is a, at that exponent */
        dec_copy(rest, a);
        rest->exp = exp;
        return coef_up(vm, rest, a->exp - exp);
    }
    if (apart > c->prec)
        return *impossible = true;
    dec_copy(&x, a);
    dec_copy(&y, b);
    bool ok = coef_up(vm, &x, a->exp - exp) && coef_up(vm, &y, b->exp - exp) &&
              coef_divide(vm, q, rest, &x, &y);
    rest->exp = exp;
    rest->sign = a->sign;
    *impossible = ok && q->digits > c->prec;
    dec_clear(vm, &x);
    dec_clear(vm, &y);
    return ok;
}

bool dec_divide_int(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    Dec rest = {0};
    bool ok = true, impossible;
    if (dec_nans(c, r, a, b, &ok))
        return ok;
    if (a->kind == INFINITE || dec_is_zero(b))
        return divide_special(c, r, a, b);
    if (b->kind == INFINITE) {
        *r = (Dec){.sign = a->sign ^ b->sign, .digits = 1};
        return true;
    }
    ok = whole_divide(c, r, &rest, a, b, &impossible);
    dec_clear(c->vm, &rest);
    if (ok && impossible)
        return dec_invalid(c, r, DIVISION_IMPOSSIBLE);
    return ok && dec_finish(c, r);
}

/* What the rest is where no division is done; false: divide. */
static bool special_rest(Ctx *c, Dec *r, const Dec *a, const Dec *b, bool *ok)
{
    *ok = true;
    if (dec_nans(c, r, a, b, ok))
        return true;
    if (a->kind == INFINITE)
        return dec_invalid(c, r, INVALID_OPERATION);
    if (b->kind == INFINITE) {
        *ok = dec_copy_finish(c, r, a);
        return true;
    }
    if (dec_is_zero(b))
        return dec_invalid(c, r,
                           dec_is_zero(a) ? DIVISION_UNDEFINED : INVALID_OPERATION);
    return false;
}

bool dec_remainder(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    Dec q = {0};
    bool ok, impossible;
    if (special_rest(c, r, a, b, &ok))
        return ok;
    ok = whole_divide(c, &q, r, a, b, &impossible);
    dec_clear(c->vm, &q);
    if (ok && impossible)
        return dec_invalid(c, r, DIVISION_IMPOSSIBLE);
    return ok && dec_finish(c, r);
}

static bool divmod_special(Ctx *c, Dec *q, Dec *r, const Dec *a, const Dec *b)
{
    bool ok = true;
    if (dec_nans(c, q, a, b, &ok)) {
        if (ok)
            dec_copy(r, q);
        return ok;
    }
    int sign = a->sign ^ b->sign;
    if (a->kind == INFINITE) {
        if (b->kind == INFINITE)
            dec_invalid(c, q, INVALID_OPERATION);
        else
            dec_set_special(q, INFINITE, sign);
        return dec_invalid(c, r, INVALID_OPERATION);
    }
    if (b->kind == INFINITE) {
        *q = (Dec){.sign = (uint8_t)sign, .digits = 1};
        return dec_copy_finish(c, r, a);
    }
    if (dec_is_zero(a)) {
        dec_invalid(c, q, DIVISION_UNDEFINED);
        return dec_invalid(c, r, DIVISION_UNDEFINED);
    }
    dec_set_special(q, INFINITE, sign);
    c->status |= DIVISION_BY_ZERO;
    return dec_invalid(c, r, INVALID_OPERATION);
}

bool dec_divmod(Ctx *c, Dec *q, Dec *r, const Dec *a, const Dec *b)
{
    bool impossible;
    if (a->kind != FINITE || b->kind != FINITE || dec_is_zero(b))
        return divmod_special(c, q, r, a, b);
    if (!whole_divide(c, q, r, a, b, &impossible))
        return false;
    if (impossible) {
        dec_invalid(c, q, DIVISION_IMPOSSIBLE);
        return dec_invalid(c, r, DIVISION_IMPOSSIBLE);
    }
    return dec_finish(c, q) && dec_finish(c, r);
}

/* Is twice the rest more than b, or as much and the quotient odd? */
static bool nearer_above(Ctx *c, const Dec *rest, const Dec *q, const Dec *b, bool *is)
{
    Dec twice = {0}, size = {0};
    int order = 0;
    dec_copy(&twice, rest);
    dec_copy(&size, b);
    twice.sign = size.sign = 0;
    bool ok =
        coef_add(c->vm, &twice, rest, rest) && dec_order(c->vm, &twice, &size, &order);
    *is = order > 0 || (order == 0 && coef_is_odd(q));
    dec_clear(c->vm, &twice);
    dec_clear(c->vm, &size);
    return ok;
}

bool dec_remainder_near(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    Dec q = {0}, one = {.small = 1, .digits = 1}, rest = {0};
    bool ok, impossible, above = false;
    if (special_rest(c, r, a, b, &ok))
        return ok;
    ok = whole_divide(c, &q, &rest, a, b, &impossible) &&
         (impossible || nearer_above(c, &rest, &q, b, &above)) &&
         (impossible || !above || coef_add(c->vm, &q, &q, &one));
    impossible = impossible || q.digits > c->prec;
    if (ok && impossible) {
        dec_invalid(c, r, DIVISION_IMPOSSIBLE);
    } else if (ok && above) { /* the rest of the next multiple, on the other side */
        Ctx exact = *c;
        exact.prec = PREC_MAX;
        exact.emax = PREC_MAX;
        exact.emin = -PREC_MAX;
        exact.clamp = false;
        ok = add_finite(&exact, r, &rest, rest.sign, b, !rest.sign) && dec_finish(c, r);
    } else if (ok) {
        ok = dec_copy_finish(c, r, &rest);
    }
    dec_clear(c->vm, &q);
    dec_clear(c->vm, &rest);
    return ok;
}

/* ---- roots ----------------------------------------------------------------------- */

static bool root_of(MinipyVM *vm, Dec *r, const Dec *a, bool *exact)
{
    Value f = import_attr(vm, "math", "isqrt"), v = f ? dec_value(vm, a) : VALUE_NULL;
    Value s = v ? call1(vm, f, v) : VALUE_NULL;
    Value square = s ? int_mul(vm, s, s) : VALUE_NULL;
    *exact = square && int_equal(square, v);
    value_xdecref(vm, f);
    value_xdecref(vm, v);
    if (!square)
        return value_xdecref(vm, s), false;
    value_decref(vm, square);
    return dec_set_value_steal(vm, r, s);
}

/* The root with that many digits at least, or exactly; not rounded. */
static bool root_to(Ctx *c, Dec *r, const Dec *a, int64_t digits, bool *exact)
{
    int64_t ideal = a->exp / 2 - (a->exp % 2 < 0); /* rounded down */
    /* Twice as many digits as the root is to have, at an even exponent. */
    int64_t up = 2 * (digits + 1) - a->digits;
    if (up < 0)
        up = 0;
    if ((a->exp - up) % 2)
        up++;
    Dec square = {0};
    dec_copy(&square, a);
    bool ok = coef_up(c->vm, &square, up) && root_of(c->vm, r, &square, exact);
    dec_clear(c->vm, &square);
    r->exp = (a->exp - up) / 2;
    return ok && (!*exact || r->exp >= ideal || coef_strip(c->vm, r, ideal - r->exp));
}

bool dec_sqrt(Ctx *c, Dec *r, const Dec *a)
{
    bool ok = true, exact = false;
    if (dec_nans(c, r, a, a, &ok))
        return ok;
    if (dec_is_zero(a)) {
        *r = *a;
        r->exp = a->exp / 2 - (a->exp % 2 < 0);
        return dec_finish(c, r);
    }
    if (a->sign)
        return dec_invalid(c, r, INVALID_OPERATION);
    if (a->kind == INFINITE)
        return dec_set_special(r, INFINITE, 0), true;
    if (c->prec > LARGE_PREC && !root_to(c, r, a, 2 * a->digits, &exact))
        return false;
    if (!exact &&
        (!root_to(c, r, a, c->prec, &exact) || (!exact && !dec_mark_rest(c, r))))
        return false;
    Ctx nearest = *c;
    nearest.rounding = ROUND_HALF_EVEN;
    ok = dec_finish(&nearest, r);
    c->status = nearest.status;
    return ok;
}
