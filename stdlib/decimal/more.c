/* more.c - comparing, quantizing, neighbours, digits as bits: the rest of the
 * operations of the standard.
 */
#include "stdlib/decimal/dec.h"
#include "vm/numbers/int_big.h"

/* ---- order ----------------------------------------------------------------------- */

/* Of sizes, both finite and not 0. */
static bool order_of_sizes(MinipyVM *vm, const Dec *a, const Dec *b, int *order)
{
    int64_t x = dec_adjusted(a), y = dec_adjusted(b);
    Dec up = {0};
    if (x != y)
        return *order = x < y ? -1 : 1, true;
    if (a->exp == b->exp)
        return coef_compare(vm, a, b, order);
    uint64_t first = dec_leading(a), second = dec_leading(b);
    if (first != second)
        return *order = first < second ? -1 : 1, true;
    bool a_high = a->exp > b->exp;
    const Dec *high = a_high ? a : b, *low = a_high ? b : a;
    dec_copy(&up, high);
    bool ok =
        coef_up(vm, &up, high->exp - low->exp) && coef_compare(vm, &up, low, order);
    if (!a_high)
        *order = -*order;
    dec_clear(vm, &up);
    return ok;
}

bool dec_order(MinipyVM *vm, const Dec *a, const Dec *b, int *order)
{
    bool zero_a = dec_is_zero(a), zero_b = dec_is_zero(b);
    *order = 0;
    if (a == b || (zero_a && zero_b))
        return true;
    if (zero_a)
        return *order = b->sign ? 1 : -1, true;
    if (zero_b || a->sign != b->sign)
        return *order = a->sign ? -1 : 1, true;
    if (a->kind == INFINITE || b->kind == INFINITE)
        *order = (a->kind == INFINITE) - (b->kind == INFINITE);
    else if (!order_of_sizes(vm, a, b, order))
        return false;
    if (a->sign)
        *order = -*order;
    return true;
}

static bool set_int(Dec *r, int n)
{
    *r = (Dec){.sign = n < 0};
    dec_set_small(r, (Uint128)(n < 0 ? -n : n));
    return true;
}

bool dec_compare(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    bool ok = true;
    int order;
    if (dec_nans(c, r, a, b, &ok))
        return ok;
    return dec_order(c->vm, a, b, &order) && set_int(r, order);
}

bool dec_compare_signal(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    if (dec_is_nan(a) || dec_is_nan(b))
        c->status |= INVALID_OPERATION;
    return dec_compare(c, r, a, b);
}

static bool total_order_of_sizes(MinipyVM *vm, const Dec *a, const Dec *b, int *order)
{
    int x = a->kind, y = b->kind;
    static const int ranks[] = {0, 1, 3, 2}; /* a signaling NaN below a quiet one */
    *order = 0;
    if (x != y)
        return *order = ranks[x] < ranks[y] ? -1 : 1, true;
    if (x >= QUIET_NAN)
        return coef_compare(vm, a, b, order);
    Dec p = *a, q = *b;
    p.sign = q.sign = 0;
    if (!dec_order(vm, &p, &q, order))
        return false;
    if (*order == 0 && x == FINITE)
        *order = (a->exp > b->exp) - (a->exp < b->exp);
    return true;
}

bool dec_total_order(MinipyVM *vm, const Dec *a, const Dec *b, int *order)
{
    if (a->sign != b->sign)
        return *order = a->sign ? -1 : 1, true;
    if (!total_order_of_sizes(vm, a, b, order))
        return false;
    if (a->sign)
        *order = -*order;
    return true;
}

/* The larger (want > 0) or smaller of two numbers; a quiet NaN gives way. */
static bool choose(Ctx *c, Dec *r, const Dec *a, const Dec *b, int want, bool sizes)
{
    bool ok = true;
    int order = 0;
    if (a->kind == QUIET_NAN && b->kind < QUIET_NAN)
        return dec_copy_finish(c, r, b);
    if (b->kind == QUIET_NAN && a->kind < QUIET_NAN)
        return dec_copy_finish(c, r, a);
    if (dec_nans(c, r, a, b, &ok))
        return ok;
    if (sizes) {
        Dec p = *a, q = *b;
        p.sign = q.sign = 0;
        ok = dec_order(c->vm, &p, &q, &order);
    }
    if (ok && order == 0)
        ok = dec_order(c->vm, a, b, &order);
    if (ok && order == 0)
        ok = dec_total_order(c->vm, a, b, &order);
    return ok && dec_copy_finish(c, r, order * want >= 0 ? a : b);
}

bool dec_max(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    return choose(c, r, a, b, 1, false);
}

bool dec_min(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    return choose(c, r, a, b, -1, false);
}

bool dec_max_mag(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    return choose(c, r, a, b, 1, true);
}

bool dec_min_mag(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    return choose(c, r, a, b, -1, true);
}

/* ---- exponents ------------------------------------------------------------------- */

/* a at that exponent: exactly, or rounded. */
static bool rescale(Ctx *c, Dec *r, const Dec *a, int64_t exp)
{
    dec_copy(r, a);
    if (exp > a->exp) {
        if (!dec_cut(c, r, exp - a->exp))
            return false;
    } else if (!coef_up(c->vm, r, a->exp - exp)) {
        return false;
    }
    r->exp = exp;
    return true;
}

bool dec_quantize(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    bool ok = true;
    if (dec_nans(c, r, a, b, &ok))
        return ok;
    if (a->kind == INFINITE || b->kind == INFINITE) {
        if (a->kind != b->kind)
            return dec_invalid(c, r, INVALID_OPERATION);
        dec_set_special(r, INFINITE, a->sign);
        return true;
    }
    if (b->exp > c->emax || b->exp < ctx_etiny(c))
        return dec_invalid(c, r, INVALID_OPERATION);
    if (dec_is_zero(a)) {
        *r = *a;
        r->exp = b->exp;
        return dec_finish(c, r);
    }
    if (dec_adjusted(a) - b->exp + 1 > c->prec || dec_adjusted(a) > c->emax)
        return dec_invalid(c, r, INVALID_OPERATION);
    uint32_t before = c->status;
    if (!rescale(c, r, a, b->exp))
        return false;
    if (r->digits > c->prec || dec_adjusted(r) > c->emax) {
        c->status = before;
        return dec_invalid(c, r, INVALID_OPERATION);
    }
    return dec_finish(c, r);
}

static bool to_integral(Ctx *c, Dec *r, const Dec *a, bool exact)
{
    bool ok = true;
    if (dec_nans(c, r, a, a, &ok))
        return ok;
    if (a->kind == INFINITE || a->exp >= 0)
        return dec_copy(r, a), true;
    uint32_t before = c->status;
    if (dec_is_zero(a)) {
        *r = *a;
        r->exp = 0;
        return true;
    }
    ok = rescale(c, r, a, 0);
    if (!exact)
        c->status = before;
    return ok;
}

bool dec_to_integral_exact(Ctx *c, Dec *r, const Dec *a)
{
    return to_integral(c, r, a, true);
}

bool dec_to_integral_value(Ctx *c, Dec *r, const Dec *a)
{
    return to_integral(c, r, a, false);
}

Value dec_to_int(Ctx *c, const Dec *a)
{
    Dec r = {0};
    Value v = VALUE_NULL;
    if (to_integral(c, &r, a, false) && coef_up(c->vm, &r, r.exp))
        v = dec_value(c->vm, &r);
    dec_clear(c->vm, &r);
    if (v && r.sign) {
        Value negative = int_neg(c->vm, v);
        value_decref(c->vm, v);
        v = negative;
    }
    return v;
}

bool dec_as_i64(const Dec *a, int64_t *out)
{
    if (a->kind != FINITE || a->big)
        return false;
    Uint128 u = a->small;
    int64_t exp = a->exp;
    if (u == 0)
        return *out = 0, true;
    for (; exp < 0; exp++, u /= 10)
        if (u % 10)
            return false;
    if (exp > 18 || u > (Uint128)INT64_MAX)
        return false;
    u *= powers_of_ten[exp];
    if (u > (Uint128)INT64_MAX)
        return false;
    *out = a->sign ? -(int64_t)u : (int64_t)u;
    return true;
}

bool dec_normalize(Ctx *c, Dec *r, const Dec *a)
{
    bool ok = true;
    if (dec_nans(c, r, a, a, &ok))
        return ok;
    if (!dec_copy_finish(c, r, a) || r->kind != FINITE)
        return r->kind != FINITE;
    if (dec_is_zero(r))
        return r->exp = 0, true;
    int64_t most = (c->clamp ? ctx_etop(c) : c->emax) - r->exp;
    return coef_strip(c->vm, r, most < 0 ? 0 : most);
}

bool dec_logb(Ctx *c, Dec *r, const Dec *a)
{
    bool ok = true;
    if (dec_nans(c, r, a, a, &ok))
        return ok;
    if (a->kind == INFINITE)
        return dec_set_special(r, INFINITE, 0), true;
    if (dec_is_zero(a)) {
        dec_set_special(r, INFINITE, 1);
        c->status |= DIVISION_BY_ZERO;
        return true;
    }
    int64_t n = dec_adjusted(a);
    *r = (Dec){.sign = n < 0};
    dec_set_small(r, (Uint128)(n < 0 ? -n : n));
    return dec_finish(c, r);
}

/* The int that b is, of at most that size. False: it is none; r is invalid. */
static bool count_of(Ctx *c, Dec *r, const Dec *b, int64_t most, int64_t *n)
{
    if (b->kind == FINITE && b->exp == 0 && dec_as_i64(b, n) && *n <= most &&
        *n >= -most)
        return true;
    dec_invalid(c, r, INVALID_OPERATION);
    return false;
}

bool dec_scaleb(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    bool ok = true;
    int64_t n;
    if (dec_nans(c, r, a, b, &ok))
        return ok;
    if (!count_of(c, r, b, 2 * (c->emax + c->prec), &n))
        return true;
    dec_copy(r, a);
    if (a->kind == INFINITE)
        return true;
    r->exp += n;
    return dec_finish(c, r);
}

/* ---- neighbours ------------------------------------------------------------------ */

static bool step(Ctx *c, Dec *r, const Dec *a, bool up)
{
    bool ok = true;
    if (dec_nans(c, r, a, a, &ok))
        return ok;
    if (a->kind == INFINITE) {
        if (a->sign == up)
            return dec_largest(c, r, a->sign);
        dec_set_special(r, INFINITE, a->sign);
        return true;
    }
    Ctx quiet = *c;
    Dec tiny = {.small = 1, .digits = 1, .exp = ctx_etiny(c) - 1, .sign = !up};
    quiet.rounding = up ? ROUND_CEILING : ROUND_FLOOR;
    quiet.status = 0;
    if (!dec_copy_finish(&quiet, r, a))
        return false;
    if (quiet.status & INEXACT) /* rounding alone has moved it */
        return true;
    dec_clear(c->vm, r);
    *r = (Dec){0};
    return dec_add(&quiet, r, a, &tiny);
}

bool dec_next_plus(Ctx *c, Dec *r, const Dec *a)
{
    return step(c, r, a, true);
}

bool dec_next_minus(Ctx *c, Dec *r, const Dec *a)
{
    return step(c, r, a, false);
}

bool dec_next_toward(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    bool ok = true;
    int order;
    if (dec_nans(c, r, a, b, &ok))
        return ok;
    if (!dec_order(c->vm, a, b, &order))
        return false;
    if (order == 0) {
        dec_copy(r, a);
        r->sign = b->sign;
        return true;
    }
    if (!step(c, r, a, order < 0))
        return false;
    if (r->kind == INFINITE)
        c->status |= OVERFLOW_ | ROUNDED | INEXACT;
    else if (dec_adjusted(r) < c->emin) {
        c->status |= UNDERFLOW_ | SUBNORMAL | ROUNDED | INEXACT;
        if (dec_is_zero(r))
            c->status |= CLAMPED;
    }
    return true;
}

const char *dec_class(const Ctx *c, const Dec *a)
{
    if (a->kind == SIGNALING_NAN)
        return "sNaN";
    if (a->kind == QUIET_NAN)
        return "NaN";
    if (a->kind == INFINITE)
        return a->sign ? "-Infinity" : "+Infinity";
    if (dec_is_zero(a))
        return a->sign ? "-Zero" : "+Zero";
    if (dec_adjusted(a) < c->emin)
        return a->sign ? "-Subnormal" : "+Subnormal";
    return a->sign ? "-Normal" : "+Normal";
}

/* ---- digits as bits, and moved --------------------------------------------------- */

/* The last n digits of a, zeros before them: text of mem_alloc. */
static char *last_digits(MinipyVM *vm, const Dec *a, int64_t n)
{
    char *all = coef_text(vm, a);
    char *text = all ? mem_alloc(vm, (size_t)n + 1) : NULL;
    if (text) {
        int64_t from = a->digits > n ? a->digits - n : 0, size = a->digits - from;
        memset(text, '0', (size_t)(n - size));
        memcpy(text + n - size, all + from, (size_t)size);
        text[n] = '\0';
    }
    mem_free(vm, all);
    return text;
}

static bool read_and_free(MinipyVM *vm, Dec *r, char *text, int64_t n)
{
    bool ok = coef_read(vm, r, text, n);
    mem_free(vm, text);
    return ok;
}

/* Its digits are bits, it is an int that is not negative? Those that count, in *text.
 */
static bool bits_of(Ctx *c, const Dec *a, int64_t n, char **text, bool *are)
{
    *text = NULL;
    *are = a->kind == FINITE && a->exp == 0 && !a->sign;
    if (!*are)
        return true;
    char *all = coef_text(c->vm, a);
    if (!all)
        return false;
    *are = strspn(all, "01") == (size_t)a->digits;
    mem_free(c->vm, all);
    return !*are || (*text = last_digits(c->vm, a, n));
}

static bool combine(Ctx *c, Dec *r, const Dec *a, const Dec *b, int op)
{
    int64_t n = a->digits > b->digits ? a->digits : b->digits;
    char *x = NULL, *y = NULL;
    bool bits_a = false, bits_b = false;
    n = n < c->prec ? n : c->prec;
    bool ok = bits_of(c, a, n, &x, &bits_a) && bits_of(c, b, n, &y, &bits_b);
    if (ok && bits_a && bits_b) {
        for (int64_t i = 0; i < n; i++) {
            int p = x[i] - '0', q = y[i] - '0';
            x[i] = (char)('0' + (op == '&' ? p & q : op == '|' ? p | q : p ^ q));
        }
        ok = coef_read(c->vm, r, x, n);
    } else if (ok) {
        dec_invalid(c, r, INVALID_OPERATION);
    }
    mem_free(c->vm, x);
    mem_free(c->vm, y);
    return ok;
}

bool dec_logical_and(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    return combine(c, r, a, b, '&');
}

bool dec_logical_or(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    return combine(c, r, a, b, '|');
}

bool dec_logical_xor(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    return combine(c, r, a, b, '^');
}

bool dec_logical_invert(Ctx *c, Dec *r, const Dec *a)
{
    char *text;
    bool bits;
    if (c->prec > INT64_C(5000000000) && a->kind == FINITE)
        return error_set_oom(c->vm), false;
    if (!bits_of(c, a, c->prec, &text, &bits))
        return false;
    if (!bits)
        return dec_invalid(c, r, INVALID_OPERATION);
    for (int64_t i = 0; i < c->prec; i++)
        text[i] ^= 1;
    return read_and_free(c->vm, r, text, c->prec);
}

bool dec_rotate(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    bool ok = true;
    int64_t n;
    if (dec_nans(c, r, a, b, &ok))
        return ok;
    if (!count_of(c, r, b, c->prec, &n))
        return true;
    *r = (Dec){.sign = a->sign, .exp = a->exp, .digits = 1, .kind = a->kind};
    if (a->kind == INFINITE)
        return true;
    Dec first = {0}, last = {0}; /* by which it is cut, in their new places */
    int64_t by = (n < 0 ? n + c->prec : n) % c->prec;
    int rest;
    dec_copy(&first, a);
    first.exp = 0;
    ok = coef_keep(c->vm, &first, c->prec);
    dec_copy(&last, &first);
    ok = ok && coef_down(c->vm, &first, c->prec - by, &rest) &&
         coef_up(c->vm, &last, by) && coef_keep(c->vm, &last, c->prec) &&
         coef_add(c->vm, r, &last, &first);
    dec_clear(c->vm, &first);
    dec_clear(c->vm, &last);
    return ok;
}

bool dec_shift(Ctx *c, Dec *r, const Dec *a, const Dec *b)
{
    bool ok = true;
    int64_t n;
    int rest;
    if (dec_nans(c, r, a, b, &ok))
        return ok;
    if (!count_of(c, r, b, c->prec, &n))
        return true;
    dec_copy(r, a);
    if (a->kind == INFINITE)
        return true;
    if (n < 0)
        return coef_keep(c->vm, r, c->prec) && coef_down(c->vm, r, -n, &rest);
    return coef_up(c->vm, r, n) && coef_keep(c->vm, r, c->prec);
}
