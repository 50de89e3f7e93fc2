/* int_arith.c: arithmetic of ints.
 *
 * Every operation first tries 64-bit machine arithmetic with overflow checks, then
 * works on GMP limbs written straight into the result; what may need memory of its own
 * runs in gmp_run. The eval loop does the commonest
 * cases of immediates itself and comes here for the rest. See int_big.h for views.
 */
#include <math.h>

#include "vm/numbers/dtoa.h"
#include "vm/memory/mem_gmp.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/numbers/int_big.h"

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
    IntObj *o = int_alloc_open(vm, a->size + 1);
    if (o == NULL)
        return VALUE_NULL;
    mp_limb_t carry = 0;
    if (b->size > 0)
        carry = mpn_add(o->limbs, a->limbs, a->size, b->limbs, b->size);
    else
        limbs_copy(o->limbs, a->limbs, a->size);
    o->limbs[a->size] = carry;
    return int_finish(vm, o, a->size + 1, negative);
}

/* |a| - |b|, negated if `negative`. */
static Value subtract_magnitudes(MinipyVM *vm, const IntView *a, const IntView *b,
                                 bool negative)
{
    int order = a->size != b->size ? (a->size > b->size ? 1 : -1)
                                   : mpn_cmp(a->limbs, b->limbs, a->size);
    if (order == 0)
        return value_from_imm(0);
    if (order < 0) {
        const IntView *swap = a;
        a = b;
        b = swap;
        negative = !negative;
    }
    IntObj *o = int_alloc_open(vm, a->size);
    if (o == NULL)
        return VALUE_NULL;
    if (b->size > 0)
        mpn_sub(o->limbs, a->limbs, a->size, b->limbs, b->size);
    else
        limbs_copy(o->limbs, a->limbs, a->size);
    return int_finish(vm, o, a->size, negative);
}

static Value add_big(MinipyVM *vm, Value a, Value b, bool negate_b)
{
    IntView va, vb;
    int_view(a, &va);
    int_view(b, &vb);
    if (va.negative == (vb.negative != negate_b))
        return add_magnitudes(vm, &va, &vb, va.negative);
    return subtract_magnitudes(vm, &va, &vb, va.negative);
}

Value int_add(MinipyVM *vm, Value a, Value b)
{
    int64_t x, y, sum;
    WideInt wide_a, wide_b, wide;
    if (int_small(a, &x) && int_small(b, &y) && !__builtin_add_overflow(x, y, &sum))
        return int_new(vm, sum);
    if (int_wide(a, &wide_a) && int_wide(b, &wide_b) &&
        !__builtin_add_overflow(wide_a, wide_b, &wide))
        return int_new_wide(vm, wide);
    return add_big(vm, a, b, false);
}

Value int_sub(MinipyVM *vm, Value a, Value b)
{
    int64_t x, y, difference;
    WideInt wide_a, wide_b, wide;
    if (int_small(a, &x) && int_small(b, &y) &&
        !__builtin_sub_overflow(x, y, &difference))
        return int_new(vm, difference);
    if (int_wide(a, &wide_a) && int_wide(b, &wide_b) &&
        !__builtin_sub_overflow(wide_a, wide_b, &wide))
        return int_new_wide(vm, wide);
    return add_big(vm, a, b, true);
}

typedef struct Operands {
    const IntView *a, *b;
    mp_limb_t *out, *rest;
} Operands;

static void multiply_limbs(void *arg)
{
    const Operands *o = arg;
    if (o->a->limbs == o->b->limbs)
        mpn_sqr(o->out, o->a->limbs, o->a->size);
    else if (o->a->size >= o->b->size)
        mpn_mul(o->out, o->a->limbs, o->a->size, o->b->limbs, o->b->size);
    else
        mpn_mul(o->out, o->b->limbs, o->b->size, o->a->limbs, o->a->size);
}

/* Calls work, a function of GMP on so many limbs: on the stack or in gmp_run. */
static inline int run_limbs(MinipyVM *vm, int64_t limbs, void (*work)(void *),
                            Operands *operands)
{
    if (likely(limbs <= GMP_STACK_LIMBS)) {
        work(operands);
        return 0;
    }
    return run_leavable(vm, work, operands);
}

Value int_mul(MinipyVM *vm, Value a, Value b)
{
    int64_t x, y;
    if (int_small(a, &x) && int_small(b, &y))
        return int_new_wide(vm, (WideInt)x * y);
    IntView va, vb;
    int_view(a, &va);
    int_view(b, &vb);
    if (va.size == 0 || vb.size == 0)
        return value_from_imm(0);
    IntObj *o = int_alloc_open(vm, va.size + vb.size);
    if (o == NULL)
        return VALUE_NULL;
    Operands operands = {.a = &va, .b = &vb, .out = o->limbs};
    if (run_limbs(vm, va.size + vb.size, multiply_limbs, &operands) < 0) {
        obj_decref(vm, &o->ob);
        return VALUE_NULL;
    }
    return int_finish(vm, o, va.size + vb.size, va.negative != vb.negative);
}

Value int_neg(MinipyVM *vm, Value a)
{
    int64_t x;
    if (int_small(a, &x) && x != INT64_MIN)
        return int_new(vm, -x);
    IntView view;
    int_view(a, &view);
    IntObj *o = int_alloc_open(vm, view.size);
    if (o == NULL)
        return VALUE_NULL;
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
        if (*quotient == VALUE_NULL)
            return -1;
    }
    if (rest != NULL) {
        *rest = int_new(vm, r);
        if (*rest == VALUE_NULL) {
            if (quotient != NULL)
                value_decref(vm, *quotient);
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
    if (a->negative == b->negative || mpn_zero_p(r->limbs, b->size))
        return;
    q->limbs[m] = mpn_add_1(q->limbs, q->limbs, m, 1);
    mpn_sub_n(r->limbs, b->limbs, r->limbs, b->size);
}

static void divide_limbs(void *arg)
{
    const Operands *o = arg;
    mpn_tdiv_qr(o->out, o->rest, 0, o->a->limbs, o->a->size, o->b->limbs, o->b->size);
}

static int divmod_big(MinipyVM *vm, const IntView *a, const IntView *b, Value *quotient,
                      Value *rest)
{
    int64_t m = a->size - b->size + 1;
    IntObj *q = int_alloc(vm, m + 1);
    IntObj *r = q == NULL ? NULL : int_alloc(vm, b->size);
    if (r == NULL)
        goto error;
    Operands operands = {.a = a, .b = b, .out = q->limbs, .rest = r->limbs};
    if (run_limbs(vm, a->size + b->size, divide_limbs, &operands) < 0) {
        obj_decref(vm, &r->ob);
        goto error;
    }
    q->limbs[m] = 0;
    floor_adjust(q, m, r, a, b);
    if (quotient != NULL)
        *quotient = int_finish(vm, q, m + 1, a->negative != b->negative);
    else
        obj_decref(vm, &q->ob);
    if (rest != NULL)
        *rest = int_finish(vm, r, b->size, b->negative);
    else
        obj_decref(vm, &r->ob);
    return 0;
error:
    if (q != NULL)
        obj_decref(vm, &q->ob);
    return -1;
}

/* The same by a divisor of one limb: no remainder on the heap. */
static int divmod_limb(MinipyVM *vm, const IntView *a, const IntView *b,
                       Value *quotient, Value *rest)
{
    mp_limb_t by = b->limbs[0], r;
    bool differ = a->negative != b->negative;
    if (quotient == NULL) {
        r = mpn_mod_1(a->limbs, a->size, by);
    } else {
        IntObj *q = int_alloc(vm, a->size + 1);
        if (q == NULL)
            return -1;
        r = mpn_divrem_1(q->limbs, 0, a->limbs, a->size, by);
        q->limbs[a->size] =
            r != 0 && differ ? mpn_add_1(q->limbs, q->limbs, a->size, 1) : 0;
        *quotient = int_finish(vm, q, a->size + 1, differ);
    }
    if (rest == NULL)
        return 0;
    WideInt magnitude = r != 0 && differ ? by - r : r;
    *rest = int_new_wide(vm, b->negative ? -magnitude : magnitude);
    if (*rest != VALUE_NULL)
        return 0;
    if (quotient != NULL)
        value_decref(vm, *quotient);
    return -1;
}

int int_divmod_floor(MinipyVM *vm, Value a, Value b, Value *quotient, Value *rest)
{
    int64_t x, y;
    if (int_small(a, &x) && int_small(b, &y) && !(x == INT64_MIN && y == -1))
        return divmod_small(vm, x, y, quotient, rest);
    IntView va, vb;
    int_view(a, &va);
    int_view(b, &vb);
    if (vb.size == 1 && va.size >= 1 && va.size <= GMP_STACK_LIMBS)
        return divmod_limb(vm, &va, &vb, quotient, rest);
    if (va.size >= vb.size)
        return divmod_big(vm, &va, &vb, quotient, rest);
    /* |a| < |b|: 0 and a, or -1 and a + b. */
    bool differ = va.size != 0 && va.negative != vb.negative;
    if (quotient != NULL)
        *quotient = value_from_imm(differ ? -1 : 0);
    if (rest != NULL) {
        *rest = differ ? int_add(vm, a, b) : int_copy_exact(vm, a);
        return *rest == VALUE_NULL ? -1 : 0;
    }
    return 0;
}

Value int_floordiv(MinipyVM *vm, Value a, Value b)
{
    Value quotient;
    if (int_is_zero(b))
        return division_by_zero(vm, "integer division or modulo by zero");
    return int_divmod_floor(vm, a, b, &quotient, NULL) < 0 ? VALUE_NULL : quotient;
}

Value int_mod(MinipyVM *vm, Value a, Value b)
{
    Value rest;
    if (int_is_zero(b))
        return division_by_zero(vm, "integer modulo by zero");
    return int_divmod_floor(vm, a, b, NULL, &rest) < 0 ? VALUE_NULL : rest;
}

/* The n limbs of |v| >> shift, a shift to the left if negative; whether bits were lost.
 * n is at most one more than the result has. */
static bool shifted_limbs(const IntView *v, int64_t shift, mp_limb_t *out, int64_t n)
{
    int64_t whole =
        shift >= 0 ? shift / LIMB_BITS : -((LIMB_BITS - 1 - shift) / LIMB_BITS);
    unsigned part = (unsigned)(shift - whole * LIMB_BITS);
    bool lost = whole > 0 && !mpn_zero_p(v->limbs, whole);
    for (int64_t i = 0; i < n; i++) {
        int64_t at = i + whole;
        mp_limb_t low = at >= 0 && at < v->size ? v->limbs[at] : 0;
        mp_limb_t high = at + 1 >= 0 && at + 1 < v->size ? v->limbs[at + 1] : 0;
        out[i] = part == 0 ? low : low >> part | high << (LIMB_BITS - part);
    }
    if (part != 0 && whole >= 0 && whole < v->size)
        lost |= v->limbs[whole] << (LIMB_BITS - part) != 0;
    return lost;
}

/* *out is |a| / |b| to the nearest double, ties to even: a quotient of 62 or 63 bits
 * and a sticky remainder decide it. Infinity when too large. */
static int divide_magnitudes(MinipyVM *vm, const IntView *a, const IntView *b,
                             int64_t bits_a, int64_t bits_b, double *out)
{
    mp_limb_t small[64], quotient[2] = {0, 0};
    *out = bits_a - bits_b > 1025 ? INFINITY : 0.0;
    if (bits_a - bits_b > 1025 || bits_a - bits_b < -1077)
        return 0;
    int64_t shift = bits_a - bits_b - 62;
    int64_t n = (bits_b + 62 + LIMB_BITS - 1) / LIMB_BITS;
    mp_limb_t *room = small;
    if (n + b->size > 64) {
        room = mem_alloc(vm, (size_t)(n + b->size) * sizeof *room);
        if (room == NULL)
            return -1;
    }
    bool sticky = shifted_limbs(a, shift, room, n);
    IntView numerator = {.limbs = room, .size = n};
    Operands operands = {.a = &numerator, .b = b, .out = quotient, .rest = room + n};
    int status = run_limbs(vm, n + b->size, divide_limbs, &operands);
    if (status == 0) {
        sticky |= !mpn_zero_p(room + n, b->size);
        *out = double_assemble(quotient[0], shift, sticky);
    }
    if (room != small)
        mem_free(vm, room);
    return status;
}

Value int_truediv(MinipyVM *vm, Value a, Value b)
{
    const int64_t exact = INT64_C(1) << 53;
    int64_t x, y;
    if (int_is_zero(b))
        return division_by_zero(vm, "division by zero");
    if (int_small(a, &x) && int_small(b, &y) && x >= -exact && x <= exact &&
        y >= -exact && y <= exact)
        return float_new(vm, (double)x / (double)y);
    IntView va, vb;
    int_view(a, &va);
    int_view(b, &vb);
    if (va.size == 0)
        return float_new(vm, vb.negative ? -0.0 : 0.0);
    double d;
    if (divide_magnitudes(vm, &va, &vb, int_bit_length(a), int_bit_length(b), &d) < 0)
        return VALUE_NULL;
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
    if (int_sign(b) < 0)
        return error_set(vm, EXC_ValueError, "negative shift count");
    if (int_is_zero(a))
        return value_from_imm(0);
    count = int_as_i64_overflow(b, &overflow);
    if (overflow != 0) {
        /* CPython divides the count by its digit size first: a limit 30 times as far.
         */
        if (int_bit_length(b) > 68)
            return error_set(vm, EXC_OverflowError, "too many digits in integer");
        return error_set_oom(vm);
    }
    if (count < 63 && int_small(a, &x)) {
        int64_t shifted = (int64_t)((uint64_t)x << count);
        if (shifted >> count == x)
            return int_new(vm, shifted);
    }
    WideInt wide, room = (WideInt)1 << (count < 126 ? 126 - count : 0);
    if (int_wide(a, &wide) && wide < room && wide > -room)
        return int_new_wide(vm, wide * ((WideInt)1 << count));
    IntView view;
    int_view(a, &view);
    int64_t whole = count / LIMB_BITS;
    unsigned part = (unsigned)(count % LIMB_BITS);
    if (whole > INT_MAX_LIMBS)
        return error_set_oom(vm);
    int64_t n = view.size + whole + 1;
    IntObj *o = int_alloc_open(vm, n);
    if (o == NULL)
        return VALUE_NULL;
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
    if (int_sign(b) < 0)
        return error_set(vm, EXC_ValueError, "negative shift count");
    int64_t count = int_as_i64_overflow(b, &overflow);
    if (int_small(a, &x))
        return int_new(vm, x >> (count > 63 ? 63 : count));
    WideInt wide;
    if (int_wide(a, &wide))
        return int_new_wide(vm, wide >> (count > 127 ? 127 : count));
    IntView view;
    int_view(a, &view);
    int64_t whole = count / LIMB_BITS;
    unsigned part = (unsigned)(count % LIMB_BITS);
    if (whole >= view.size)
        return value_from_imm(view.negative ? -1 : 0);
    int64_t n = view.size - whole;
    IntObj *o = int_alloc_open(vm, n + 1);
    if (o == NULL)
        return VALUE_NULL;
    mp_limb_t lost = 0;
    if (part != 0)
        lost = mpn_rshift(o->limbs, view.limbs + whole, n, part);
    else
        limbs_copy(o->limbs, view.limbs + whole, n);
    o->limbs[n] = 0;
    if (view.negative && (lost != 0 || (whole > 0 && !mpn_zero_p(view.limbs, whole))))
        o->limbs[n] = mpn_add_1(o->limbs, o->limbs, n, 1); /* round to minus infinity */
    return int_finish(vm, o, n + 1, view.negative);
}

/* Limb i of v as two's complement of unlimited width; *carry is 1 before limb 0. */
static inline mp_limb_t complement_limb(const IntView *v, int64_t i, mp_limb_t *carry)
{
    mp_limb_t limb = i < v->size ? v->limbs[i] : 0;
    if (!v->negative)
        return limb;
    limb = ~limb + *carry;
    *carry &= limb == 0;
    return limb;
}

/* Of two that are not negative. */
static inline __attribute__((always_inline)) Value
bitwise_natural(MinipyVM *vm, const IntView *a, const IntView *b, char operation)
{
    const IntView *longer = a->size < b->size ? b : a,
                  *shorter = a->size < b->size ? a : b;
    int64_t n = shorter->size, size = operation == '&' ? n : longer->size;
    IntObj *o = size ? int_alloc_open(vm, size) : NULL;
    if (o == NULL)
        return size ? VALUE_NULL : value_from_imm(0);
    const mp_limb_t *p = longer->limbs, *q = shorter->limbs;
    mp_limb_t *restrict to = o->limbs;
    for (int64_t i = 0; i < n; i++)
        to[i] = operation == '&'   ? p[i] & q[i]
                : operation == '|' ? p[i] | q[i]
                                   : p[i] ^ q[i];
    if (operation != '&')
        limbs_copy(o->limbs + n, longer->limbs + n, size - n);
    return int_finish(vm, o, size, false);
}

/* Copied into each of its three callers. */
static inline __attribute__((always_inline)) Value bitwise(MinipyVM *vm, Value a,
                                                           Value b, char operation)
{
    IntView va, vb;
    int_view(a, &va);
    int_view(b, &vb);
    if (!va.negative && !vb.negative)
        return bitwise_natural(vm, &va, &vb, operation);
    int64_t n = (va.size > vb.size ? va.size : vb.size) + 1;
    IntObj *o = int_alloc_open(vm, n);
    if (o == NULL)
        return VALUE_NULL;
    mp_limb_t carry_a = 1, carry_b = 1, limb = 0;
    for (int64_t i = 0; i < n; i++) {
        mp_limb_t x = complement_limb(&va, i, &carry_a);
        mp_limb_t y = complement_limb(&vb, i, &carry_b);
        limb = operation == '&' ? x & y : operation == '|' ? x | y : x ^ y;
        o->limbs[i] = limb;
    }
    bool negative = limb >> (LIMB_BITS - 1);
    if (negative)
        mpn_neg(o->limbs, o->limbs, n);
    return int_finish(vm, o, n, negative);
}

Value int_and(MinipyVM *vm, Value a, Value b)
{
    int64_t x, y;
    WideInt wide_a, wide_b;
    if (int_small(a, &x) && int_small(b, &y))
        return int_new(vm, x & y);
    if (int_wide(a, &wide_a) && int_wide(b, &wide_b))
        return int_new_wide(vm, wide_a & wide_b);
    return bitwise(vm, a, b, '&');
}

Value int_or(MinipyVM *vm, Value a, Value b)
{
    int64_t x, y;
    WideInt wide_a, wide_b;
    if (int_small(a, &x) && int_small(b, &y))
        return int_new(vm, x | y);
    if (int_wide(a, &wide_a) && int_wide(b, &wide_b))
        return int_new_wide(vm, wide_a | wide_b);
    return bitwise(vm, a, b, '|');
}

Value int_xor(MinipyVM *vm, Value a, Value b)
{
    int64_t x, y;
    WideInt wide_a, wide_b;
    if (int_small(a, &x) && int_small(b, &y))
        return int_new(vm, x ^ y);
    if (int_wide(a, &wide_a) && int_wide(b, &wide_b))
        return int_new_wide(vm, wide_a ^ wide_b);
    return bitwise(vm, a, b, '^');
}

/* ---- powers -------------------------------------------------------------------- */

/* a ** b by squaring in 64 bits; false when the result does not fit. */
static bool pow_small(int64_t a, int64_t b, int64_t *out)
{
    int64_t result = 1;
    while (true) {
        if ((b & 1) && __builtin_mul_overflow(result, a, &result))
            return false;
        b >>= 1;
        if (b == 0) {
            *out = result;
            return true;
        }
        if (__builtin_mul_overflow(a, a, &a))
            return false;
    }
}

/* a ** b, which has at most GMP_STACK_LIMBS limbs less one, by squaring on the stack.
 */
static Value pow_on_stack(MinipyVM *vm, const IntView *a, uint64_t b)
{
    mp_limb_t rooms[2][GMP_STACK_LIMBS];
    mp_limb_t *power = rooms[0], *other = rooms[1];
    int64_t n = a->size;
    limbs_copy(power, a->limbs, n);
    for (int bit = 62 - __builtin_clzll(b); bit >= 0; bit--) {
        mp_limb_t *swap = power;
        mpn_sqr(other, power, n);
        n = 2 * n - (other[2 * n - 1] == 0);
        power = other;
        other = swap;
        if (b >> bit & 1) {
            mpn_mul(other, power, n, a->limbs, a->size);
            n = n + a->size - (other[n + a->size - 1] == 0);
            swap = power;
            power = other;
            other = swap;
        }
    }
    IntObj *o = int_alloc_open(vm, n);
    if (o == NULL)
        return VALUE_NULL;
    limbs_copy(o->limbs, power, n);
    return int_finish(vm, o, n, a->negative && (b & 1));
}

static void compute_power(mpz_t z, IntArgs *args)
{
    mpz_pow_ui(z, INT_VIEW_MPZ(args->a), args->n);
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
    if (small && overflow == 0 && pow_small(x, y, &result))
        return int_new(vm, result);
    int64_t bits = int_bit_length(a);
    if (overflow != 0 || y > INT_MAX_LIMBS * LIMB_BITS / bits + 1)
        return error_set_oom(vm);
    IntArgs args = {.n = (unsigned long)y};
    int_view(a, &args.a);
    if (y > 0 && bits * y <= (GMP_STACK_LIMBS - 1) * LIMB_BITS)
        return pow_on_stack(vm, &args.a, (uint64_t)y);
    return int_compute(vm, compute_power, &args);
}

/* a ** b % c for magnitudes of one limb. */
static mp_limb_t pow_modular_limb(mp_limb_t a, mp_limb_t b, mp_limb_t c)
{
    __extension__ typedef unsigned __int128 Wide;
    mp_limb_t result = 1 % c;
    a %= c;
    for (; b != 0; b >>= 1) {
        if (b & 1)
            result = (mp_limb_t)((Wide)result * a % c);
        a = (mp_limb_t)((Wide)a * a % c);
    }
    return result;
}

/* Exponents for which GMP's own, which first brings all into another form, takes longer
 * to begin than squaring and dividing takes; and moduli for which that needs no memory.
 */
enum { SHORT_EXPONENT = 256, SHORT_MODULUS = 8 };

static bool is_short_power(const IntArgs *args)
{
    return args->c.size > 1 && args->a.size > 0 && args->b.size == 1 &&
           args->b.limbs[0] < SHORT_EXPONENT && !args->a.negative &&
           !args->b.negative && !args->c.negative;
}

static void compute_pow_short(mpz_t z, IntArgs *args)
{
    mpz_t base;
    mp_limb_t b = args->b.limbs[0];
    mpz_tdiv_r(z, INT_VIEW_MPZ(args->a), INT_VIEW_MPZ(args->c));
    mpz_init_set(base, z);
    for (int bit = 62 - __builtin_clzll(b); bit >= 0; bit--) {
        mpz_mul(z, z, z);
        mpz_tdiv_r(z, z, INT_VIEW_MPZ(args->c));
        if (b >> bit & 1) {
            mpz_mul(z, z, base);
            mpz_tdiv_r(z, z, INT_VIEW_MPZ(args->c));
        }
    }
}

/* The n limbs modulo c, in their place; how many are left. */
static int64_t reduce_limbs(mp_limb_t *limbs, int64_t n, const IntView *c)
{
    mp_limb_t quotient[SHORT_MODULUS + 1];
    if (n >= c->size) {
        mpn_tdiv_qr(quotient, limbs, 0, limbs, n, c->limbs, c->size);
        n = c->size;
    }
    while (n > 0 && limbs[n - 1] == 0)
        n--;
    return n;
}

/* The same on the stack, where neither a nor c is longer than SHORT_MODULUS. */
static Value pow_modular_short(MinipyVM *vm, const IntArgs *args)
{
    mp_limb_t rooms[2][2 * SHORT_MODULUS];
    mp_limb_t *power = rooms[0], *other = rooms[1], b = args->b.limbs[0];
    int64_t n = args->a.size;
    limbs_copy(power, args->a.limbs, n);
    n = reduce_limbs(power, n, &args->c);
    for (int bit = 62 - __builtin_clzll(b); bit >= 0 && n > 0; bit--) {
        mpn_sqr(other, power, n);
        n = reduce_limbs(other, 2 * n, &args->c);
        if (n == 0 || !(b >> bit & 1)) {
            mp_limb_t *swap = power;
            power = other;
            other = swap;
            continue;
        }
        if (n >= args->a.size)
            mpn_mul(power, other, n, args->a.limbs, args->a.size);
        else
            mpn_mul(power, args->a.limbs, args->a.size, other, n);
        n = reduce_limbs(power, n + args->a.size, &args->c);
    }
    IntObj *o = int_alloc(vm, n ? n : 1);
    if (o == NULL)
        return VALUE_NULL;
    o->limbs[0] = 0;
    limbs_copy(o->limbs, power, n);
    return int_finish(vm, o, n ? n : 1, false);
}

static void compute_pow_modular(mpz_t z, IntArgs *args)
{
    bool zero = args->c.size == 1 && args->c.limbs[0] == 1; /* anything modulo 1 */
    if (args->b.negative && !zero) {
        mpz_t exponent;
        if (mpz_invert(z, INT_VIEW_MPZ(args->a), INT_VIEW_MPZ(args->c)) == 0) {
            args->failed = true;
            return;
        }
        mpz_init(exponent);
        mpz_neg(exponent, INT_VIEW_MPZ(args->b));
        mpz_powm(z, z, exponent, INT_VIEW_MPZ(args->c));
    } else if (!args->b.negative) {
        mpz_powm(z, INT_VIEW_MPZ(args->a), INT_VIEW_MPZ(args->b),
                 INT_VIEW_MPZ(args->c));
    }
    if (args->c.negative && mpz_sgn(z) > 0)
        mpz_add(z, z, INT_VIEW_MPZ(args->c));
}

static Value pow_modular(MinipyVM *vm, Value a, Value b, Value c)
{
    IntArgs args;
    int_view(a, &args.a);
    int_view(b, &args.b);
    int_view(c, &args.c);
    if (args.c.size == 0)
        return error_set(vm, EXC_ValueError, "pow() 3rd argument cannot be 0");
    if (args.a.size <= 1 && args.b.size <= 1 && args.c.size == 1 && !args.a.negative &&
        !args.b.negative && !args.c.negative) {
        mp_limb_t base = args.a.size == 0 ? 0 : args.a.limbs[0];
        mp_limb_t exponent = args.b.size == 0 ? 0 : args.b.limbs[0];
        return int_from_u64(vm, pow_modular_limb(base, exponent, args.c.limbs[0]));
    }
    bool is_short = is_short_power(&args);
    if (is_short && args.a.size <= args.c.size && args.c.size <= SHORT_MODULUS)
        return pow_modular_short(vm, &args);
    Value result =
        int_compute(vm, is_short ? compute_pow_short : compute_pow_modular, &args);
    if (result == VALUE_NULL && args.failed)
        error_set(vm, EXC_ValueError, "base is not invertible for the given modulus");
    return result;
}

Value int_pow(MinipyVM *vm, Value a, Value b, Value c)
{
    if (c != VALUE_NONE)
        return pow_modular(vm, a, b, c);
    if (int_sign(b) >= 0)
        return pow_plain(vm, a, b);
    double x = int_as_double(vm, a);
    if (x == -1.0 && error_occurred(vm))
        return VALUE_NULL;
    double y = int_as_double(vm, b);
    if (y == -1.0 && error_occurred(vm))
        return VALUE_NULL;
    return float_pow(vm, x, y);
}

/* ---- rounding ------------------------------------------------------------------ */

static void compute_round_tens(mpz_t z, IntArgs *args)
{
    mpz_t unit, rest;
    mpz_init(unit);
    mpz_init(rest);
    mpz_ui_pow_ui(unit, 10, args->n);
    mpz_fdiv_qr(z, rest, INT_VIEW_MPZ(args->a), unit);
    mpz_mul_2exp(rest, rest, 1);
    int order = mpz_cmp(rest, unit);
    if (order > 0 || (order == 0 && mpz_odd_p(z)))
        mpz_add_ui(z, z, 1);
    mpz_mul(z, z, unit);
}

Value int_round_tens(MinipyVM *vm, Value v, Value tens)
{
    int overflow;
    int64_t n = int_as_i64_overflow(tens, &overflow);
    /* 10**n is beyond 2 * |v|: the result is 0 without computing it. */
    if (overflow != 0 || n > int_bit_length(v) / 3 + 2)
        return value_from_imm(0);
    IntArgs args = {.n = (unsigned long)n};
    int_view(v, &args.a);
    return int_compute(vm, compute_round_tens, &args);
}
