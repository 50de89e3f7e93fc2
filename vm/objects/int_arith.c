/* int_arith.c: arithmetic of ints.
 *
 * Every operation first tries 64-bit machine arithmetic with overflow checks, then
 * works on GMP limbs written straight into the result. The eval loop does the commonest
 * cases of immediates itself and comes here for the rest. See int_big.h for views.
 */
#include <math.h>

#include "vm/dtoa.h"
#include "vm/objects/float.h"
#include "vm/objects/int.h"
#include "vm/objects/int_big.h"

enum { LIMB_BITS = 64 };

static Value division_by_zero(MinipyVM *vm, const char *message)
{
    return error_set(vm, EXC_ZeroDivisionError, "%s", message);
}

/* ---- addition, multiplication -------------------------------------------------- */

/* |a| + |b| with the given sign. */
static Value add_magnitudes(MinipyVM *vm, const IntView *a, const IntView *b,
                            bool negative)
{
    if (a->size < b->size) {
        const IntView *swap = a;
        a = b;
        b = swap;
    }
    IntObj *o = int_alloc(vm, a->size + 1);
    if (o == NULL) {
        return VALUE_NULL;
    }
    mp_limb_t carry = 0;
    if (b->size > 0) {
        carry = mpn_add(o->limbs, a->limbs, a->size, b->limbs, b->size);
    } else {
        limbs_copy(o->limbs, a->limbs, a->size);
    }
    o->limbs[a->size] = carry;
    return int_finish(vm, o, a->size + 1, negative);
}

/* |a| - |b|, negated if `negative`. */
static Value subtract_magnitudes(MinipyVM *vm, const IntView *a, const IntView *b,
                                 bool negative)
{
    int order = a->size != b->size ? (a->size > b->size ? 1 : -1)
                                   : mpn_cmp(a->limbs, b->limbs, a->size);
    if (order == 0) {
        return value_from_imm(0);
    }
    if (order < 0) {
        const IntView *swap = a;
        a = b;
        b = swap;
        negative = !negative;
    }
    IntObj *o = int_alloc(vm, a->size);
    if (o == NULL) {
        return VALUE_NULL;
    }
    if (b->size > 0) {
        mpn_sub(o->limbs, a->limbs, a->size, b->limbs, b->size);
    } else {
        limbs_copy(o->limbs, a->limbs, a->size);
    }
    return int_finish(vm, o, a->size, negative);
}

static Value add_big(MinipyVM *vm, Value a, Value b, bool negate_b)
{
    IntView va, vb;
    int_view(a, &va);
    int_view(b, &vb);
    if (va.negative == (vb.negative != negate_b)) {
        return add_magnitudes(vm, &va, &vb, va.negative);
    }
    return subtract_magnitudes(vm, &va, &vb, va.negative);
}

Value int_add(MinipyVM *vm, Value a, Value b)
{
    int64_t x, y, sum;
    if (int_small(a, &x) && int_small(b, &y) && !__builtin_add_overflow(x, y, &sum)) {
        return int_new(vm, sum);
    }
    return add_big(vm, a, b, false);
}

Value int_sub(MinipyVM *vm, Value a, Value b)
{
    int64_t x, y, difference;
    if (int_small(a, &x) && int_small(b, &y) &&
        !__builtin_sub_overflow(x, y, &difference)) {
        return int_new(vm, difference);
    }
    return add_big(vm, a, b, true);
}

Value int_mul(MinipyVM *vm, Value a, Value b)
{
    int64_t x, y, product;
    if (int_small(a, &x) && int_small(b, &y) &&
        !__builtin_mul_overflow(x, y, &product)) {
        return int_new(vm, product);
    }
    IntView va, vb;
    int_view(a, &va);
    int_view(b, &vb);
    if (va.size == 0 || vb.size == 0) {
        return value_from_imm(0);
    }
    IntObj *o = int_alloc(vm, va.size + vb.size);
    if (o == NULL) {
        return VALUE_NULL;
    }
    if (va.limbs == vb.limbs) {
        mpn_sqr(o->limbs, va.limbs, va.size);
    } else if (va.size >= vb.size) {
        mpn_mul(o->limbs, va.limbs, va.size, vb.limbs, vb.size);
    } else {
        mpn_mul(o->limbs, vb.limbs, vb.size, va.limbs, va.size);
    }
    return int_finish(vm, o, va.size + vb.size, va.negative != vb.negative);
}

Value int_neg(MinipyVM *vm, Value a)
{
    int64_t x;
    if (int_small(a, &x) && x != INT64_MIN) {
        return int_new(vm, -x);
    }
    IntView view;
    int_view(a, &view);
    IntObj *o = int_alloc(vm, view.size);
    if (o == NULL) {
        return VALUE_NULL;
    }
    limbs_copy(o->limbs, view.limbs, view.size);
    return int_finish(vm, o, view.size, !view.negative);
}

/* ---- division ------------------------------------------------------------------ */

static int divmod_small(MinipyVM *vm, int64_t x, int64_t y, Value *quotient,
                        Value *rest)
{
    int64_t q = x / y;
    int64_t r = x % y;
    if (r != 0 && (r < 0) != (y < 0)) {
        q--;
        r += y;
    }
    if (quotient != NULL) {
        *quotient = int_new(vm, q);
        if (*quotient == VALUE_NULL) {
            return -1;
        }
    }
    if (rest != NULL) {
        *rest = int_new(vm, r);
        if (*rest == VALUE_NULL) {
            if (quotient != NULL) {
                value_decref(vm, *quotient);
            }
            return -1;
        }
    }
    return 0;
}

/* q (m + 1 limbs, the top one 0) and r (n limbs) hold the truncated results for the
 * magnitudes; turns them into those of floor division of a by b. */
static void floor_adjust(IntObj *q, int64_t m, IntObj *r, const IntView *a,
                         const IntView *b)
{
    if (a->negative == b->negative || mpn_zero_p(r->limbs, b->size)) {
        return;
    }
    q->limbs[m] = mpn_add_1(q->limbs, q->limbs, m, 1);
    mpn_sub_n(r->limbs, b->limbs, r->limbs, b->size);
}

static int divmod_big(MinipyVM *vm, const IntView *a, const IntView *b, Value *quotient,
                      Value *rest)
{
    int64_t m = a->size - b->size + 1;
    IntObj *q = int_alloc(vm, m + 1);
    IntObj *r = q == NULL ? NULL : int_alloc(vm, b->size);
    if (r == NULL) {
        if (q != NULL) {
            obj_decref(vm, &q->ob);
        }
        return -1;
    }
    mpn_tdiv_qr(q->limbs, r->limbs, 0, a->limbs, a->size, b->limbs, b->size);
    q->limbs[m] = 0;
    floor_adjust(q, m, r, a, b);
    if (quotient != NULL) {
        *quotient = int_finish(vm, q, m + 1, a->negative != b->negative);
    } else {
        obj_decref(vm, &q->ob);
    }
    if (rest != NULL) {
        *rest = int_finish(vm, r, b->size, b->negative);
    } else {
        obj_decref(vm, &r->ob);
    }
    return 0;
}

int int_divmod_floor(MinipyVM *vm, Value a, Value b, Value *quotient, Value *rest)
{
    int64_t x, y;
    if (int_small(a, &x) && int_small(b, &y) && !(x == INT64_MIN && y == -1)) {
        return divmod_small(vm, x, y, quotient, rest);
    }
    IntView va, vb;
    int_view(a, &va);
    int_view(b, &vb);
    if (va.size >= vb.size) {
        return divmod_big(vm, &va, &vb, quotient, rest);
    }
    /* |a| < |b|: 0 and a, or -1 and a + b. */
    bool differ = va.size != 0 && va.negative != vb.negative;
    if (quotient != NULL) {
        *quotient = value_from_imm(differ ? -1 : 0);
    }
    if (rest != NULL) {
        *rest = differ ? int_add(vm, a, b) : int_copy_exact(vm, a);
        return *rest == VALUE_NULL ? -1 : 0;
    }
    return 0;
}

Value int_floordiv(MinipyVM *vm, Value a, Value b)
{
    Value quotient;
    if (int_is_zero(b)) {
        return division_by_zero(vm, "integer division or modulo by zero");
    }
    return int_divmod_floor(vm, a, b, &quotient, NULL) < 0 ? VALUE_NULL : quotient;
}

Value int_mod(MinipyVM *vm, Value a, Value b)
{
    Value rest;
    if (int_is_zero(b)) {
        return division_by_zero(vm, "integer modulo by zero");
    }
    return int_divmod_floor(vm, a, b, NULL, &rest) < 0 ? VALUE_NULL : rest;
}

/* |a| / |b| to the nearest double, ties to even: a quotient of 62 or 63 bits and a
 * sticky remainder decide it. Infinity when too large. */
static double divide_magnitudes(const IntView *a, const IntView *b, int64_t bits_a,
                                int64_t bits_b)
{
    int64_t shift = 62 - (bits_a - bits_b);
    if (bits_a - bits_b > 1025) {
        return INFINITY;
    }
    if (bits_a - bits_b < -1077) {
        return 0.0;
    }
    mpz_t numerator, denominator, rest;
    mpz_init(numerator);
    mpz_init(denominator);
    mpz_init(rest);
    mpz_abs(numerator, INT_VIEW_MPZ(*a));
    mpz_abs(denominator, INT_VIEW_MPZ(*b));
    if (shift >= 0) {
        mpz_mul_2exp(numerator, numerator, (mp_bitcnt_t)shift);
    } else {
        mpz_mul_2exp(denominator, denominator, (mp_bitcnt_t)-shift);
    }
    mpz_tdiv_qr(numerator, rest, numerator, denominator);
    double d = double_assemble(mpz_getlimbn(numerator, 0), -shift, mpz_sgn(rest) != 0);
    mpz_clear(numerator);
    mpz_clear(denominator);
    mpz_clear(rest);
    return d;
}

Value int_truediv(MinipyVM *vm, Value a, Value b)
{
    const int64_t exact = INT64_C(1) << 53;
    int64_t x, y;
    if (int_is_zero(b)) {
        return division_by_zero(vm, "division by zero");
    }
    if (int_small(a, &x) && int_small(b, &y) && x >= -exact && x <= exact &&
        y >= -exact && y <= exact) {
        return float_new(vm, (double)x / (double)y);
    }
    IntView va, vb;
    int_view(a, &va);
    int_view(b, &vb);
    if (va.size == 0) {
        return float_new(vm, vb.negative ? -0.0 : 0.0);
    }
    double d = divide_magnitudes(&va, &vb, int_bit_length(a), int_bit_length(b));
    if (isinf(d)) {
        return error_set(vm, EXC_OverflowError,
                         "integer division result too large for a float");
    }
    return float_new(vm, va.negative != vb.negative ? -d : d);
}

/* ---- shifts and bits ----------------------------------------------------------- */

Value int_lshift(MinipyVM *vm, Value a, Value b)
{
    int64_t x, count;
    int overflow;
    if (int_sign(b) < 0) {
        return error_set(vm, EXC_ValueError, "negative shift count");
    }
    if (int_is_zero(a)) {
        return value_from_imm(0);
    }
    count = int_as_i64_overflow(b, &overflow);
    if (overflow != 0) {
        /* CPython divides the count by its digit size first: a limit 30 times as far.
         */
        if (int_bit_length(b) > 68) {
            return error_set(vm, EXC_OverflowError, "too many digits in integer");
        }
        return error_set_oom(vm);
    }
    if (count < 63 && int_small(a, &x)) {
        int64_t shifted = (int64_t)((uint64_t)x << count);
        if (shifted >> count == x) {
            return int_new(vm, shifted);
        }
    }
    IntView view;
    int_view(a, &view);
    int64_t whole = count / LIMB_BITS;
    unsigned part = (unsigned)(count % LIMB_BITS);
    if (whole > INT_MAX_LIMBS) {
        return error_set_oom(vm);
    }
    int64_t n = view.size + whole + 1;
    IntObj *o = int_alloc(vm, n);
    if (o == NULL) {
        return VALUE_NULL;
    }
    memset(o->limbs, 0, (size_t)whole * sizeof(mp_limb_t));
    if (part != 0) {
        o->limbs[n - 1] = mpn_lshift(o->limbs + whole, view.limbs, view.size, part);
    } else {
        limbs_copy(o->limbs + whole, view.limbs, view.size);
        o->limbs[n - 1] = 0;
    }
    return int_finish(vm, o, n, view.negative);
}

Value int_rshift(MinipyVM *vm, Value a, Value b)
{
    int64_t x;
    int overflow;
    if (int_sign(b) < 0) {
        return error_set(vm, EXC_ValueError, "negative shift count");
    }
    int64_t count = int_as_i64_overflow(b, &overflow);
    if (int_small(a, &x)) {
        return int_new(vm, x >> (count > 63 ? 63 : count));
    }
    IntView view;
    int_view(a, &view);
    int64_t whole = count / LIMB_BITS;
    unsigned part = (unsigned)(count % LIMB_BITS);
    if (whole >= view.size) {
        return value_from_imm(view.negative ? -1 : 0);
    }
    int64_t n = view.size - whole;
    IntObj *o = int_alloc(vm, n + 1);
    if (o == NULL) {
        return VALUE_NULL;
    }
    mp_limb_t lost = 0;
    if (part != 0) {
        lost = mpn_rshift(o->limbs, view.limbs + whole, n, part);
    } else {
        limbs_copy(o->limbs, view.limbs + whole, n);
    }
    o->limbs[n] = 0;
    if (view.negative && (lost != 0 || (whole > 0 && !mpn_zero_p(view.limbs, whole)))) {
        o->limbs[n] = mpn_add_1(o->limbs, o->limbs, n, 1); /* round to minus infinity */
    }
    return int_finish(vm, o, n + 1, view.negative);
}

/* GMP's integers behave as two's complement of unlimited width here, as Python's do. */
static Value bitwise(MinipyVM *vm, Value a, Value b,
                     void (*operation)(mpz_ptr, mpz_srcptr, mpz_srcptr))
{
    IntView va, vb;
    mpz_t z;
    int_view(a, &va);
    int_view(b, &vb);
    mpz_init(z);
    operation(z, INT_VIEW_MPZ(va), INT_VIEW_MPZ(vb));
    return int_from_mpz_clear(vm, z);
}

Value int_and(MinipyVM *vm, Value a, Value b)
{
    int64_t x, y;
    if (int_small(a, &x) && int_small(b, &y)) {
        return int_new(vm, x & y);
    }
    return bitwise(vm, a, b, mpz_and);
}

Value int_or(MinipyVM *vm, Value a, Value b)
{
    int64_t x, y;
    if (int_small(a, &x) && int_small(b, &y)) {
        return int_new(vm, x | y);
    }
    return bitwise(vm, a, b, mpz_ior);
}

Value int_xor(MinipyVM *vm, Value a, Value b)
{
    int64_t x, y;
    if (int_small(a, &x) && int_small(b, &y)) {
        return int_new(vm, x ^ y);
    }
    return bitwise(vm, a, b, mpz_xor);
}

/* ---- powers -------------------------------------------------------------------- */

/* a ** b by squaring in 64 bits; false when the result does not fit. */
static bool pow_small(int64_t a, int64_t b, int64_t *out)
{
    int64_t result = 1;
    while (true) {
        if ((b & 1) && __builtin_mul_overflow(result, a, &result)) {
            return false;
        }
        b >>= 1;
        if (b == 0) {
            *out = result;
            return true;
        }
        if (__builtin_mul_overflow(a, a, &a)) {
            return false;
        }
    }
}

/* a ** b for b >= 0. */
static Value pow_plain(MinipyVM *vm, Value a, Value b)
{
    int64_t x = 0, y, result;
    int overflow;
    bool small = int_small(a, &x);
    y = int_as_i64_overflow(b, &overflow);
    if (small && x >= -1 && x <= 1) {
        IntView exponent;
        int_view(b, &exponent);
        bool even = exponent.size == 0 || (exponent.limbs[0] & 1) == 0;
        return value_from_imm(exponent.size == 0 || (x == -1 && even) ? 1 : x);
    }
    if (small && overflow == 0 && pow_small(x, y, &result)) {
        return int_new(vm, result);
    }
    int64_t bits = int_bit_length(a);
    if (overflow != 0 || y > INT_MAX_LIMBS * LIMB_BITS / bits + 1) {
        return error_set_oom(vm);
    }
    IntView view;
    mpz_t z;
    int_view(a, &view);
    mpz_init(z);
    mpz_pow_ui(z, INT_VIEW_MPZ(view), (unsigned long)y);
    return int_from_mpz_clear(vm, z);
}

static Value pow_modular(MinipyVM *vm, Value a, Value b, Value c)
{
    IntView va, vb, vc;
    mpz_t result;
    int_view(a, &va);
    int_view(b, &vb);
    int_view(c, &vc);
    if (vc.size == 0) {
        return error_set(vm, EXC_ValueError, "pow() 3rd argument cannot be 0");
    }
    mpz_init(result);
    if (vb.negative && vb.size != 0 && !(vc.size == 1 && vc.limbs[0] == 1)) {
        mpz_t exponent;
        if (mpz_invert(result, INT_VIEW_MPZ(va), INT_VIEW_MPZ(vc)) == 0) {
            mpz_clear(result);
            return error_set(vm, EXC_ValueError,
                             "base is not invertible for the given modulus");
        }
        mpz_init(exponent);
        mpz_neg(exponent, INT_VIEW_MPZ(vb));
        mpz_powm(result, result, exponent, INT_VIEW_MPZ(vc));
        mpz_clear(exponent);
    } else if (!vb.negative) {
        mpz_powm(result, INT_VIEW_MPZ(va), INT_VIEW_MPZ(vb), INT_VIEW_MPZ(vc));
    }
    if (vc.negative && mpz_sgn(result) > 0) {
        mpz_add(result, result, INT_VIEW_MPZ(vc));
    }
    return int_from_mpz_clear(vm, result);
}

Value int_pow(MinipyVM *vm, Value a, Value b, Value c)
{
    if (c != VALUE_NONE) {
        return pow_modular(vm, a, b, c);
    }
    if (int_sign(b) >= 0) {
        return pow_plain(vm, a, b);
    }
    double x = int_as_double(vm, a);
    if (x == -1.0 && error_occurred(vm)) {
        return VALUE_NULL;
    }
    double y = int_as_double(vm, b);
    if (y == -1.0 && error_occurred(vm)) {
        return VALUE_NULL;
    }
    return float_pow(vm, x, y);
}

/* ---- rounding ------------------------------------------------------------------ */

Value int_round_tens(MinipyVM *vm, Value v, Value tens)
{
    int overflow;
    int64_t n = int_as_i64_overflow(tens, &overflow);
    /* 10**n is beyond 2 * |v|: the result is 0 without computing it. */
    if (overflow != 0 || n > int_bit_length(v) / 3 + 2) {
        return value_from_imm(0);
    }
    IntView view;
    mpz_t unit, quotient, rest;
    int_view(v, &view);
    mpz_init(unit);
    mpz_init(quotient);
    mpz_init(rest);
    mpz_ui_pow_ui(unit, 10, (unsigned long)n);
    mpz_fdiv_qr(quotient, rest, INT_VIEW_MPZ(view), unit);
    mpz_mul_2exp(rest, rest, 1);
    int order = mpz_cmp(rest, unit);
    if (order > 0 || (order == 0 && mpz_odd_p(quotient))) {
        mpz_add_ui(quotient, quotient, 1);
    }
    mpz_mul(quotient, quotient, unit);
    mpz_clear(unit);
    mpz_clear(rest);
    return int_from_mpz_clear(vm, quotient);
}
