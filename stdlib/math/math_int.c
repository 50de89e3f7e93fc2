/* math_int.c: the integer functions of math, on GMP.
 *
 * Arguments go through __index__; results that fit 64 bits are mostly computed without
 * GMP. A result with more limbs than an int may have is refused with a MemoryError
 * before any work is done; GMP itself would abort the process at its own limit.
 */
#include <math.h>

#include "stdlib/math/math_private.h"
#include "vm/memory/mem_gmp.h"
#include "vm/numbers/int_big.h"
#include "vm/numbers/number.h"

enum { LIMB_BITS = 64, SMALL_FACTORIAL = 64 };

/* True, with MemoryError, if a result of about so many bits is too large. */
static bool too_large(MinipyVM *vm, double bits)
{
    if (bits < (double)INT_MAX_LIMBS * LIMB_BITS)
        return false;
    error_set_oom(vm);
    return true;
}

static void compute_factorial(mpz_t z, IntArgs *args)
{
    mpz_fac_ui(z, args->n);
}

/* count from 21 to SMALL_FACTORIAL: fewer instructions than GMP's general way. */
static Value small_factorial(MinipyVM *vm, unsigned count)
{
    mp_limb_t limbs[8] = {UINT64_C(2432902008176640000)}; /* 20! */
    mp_size_t n = 1;
    for (unsigned i = 21; i <= count; i++) {
        mp_limb_t carry = mpn_mul_1(limbs, limbs, n, i);
        if (carry != 0)
            limbs[n++] = carry;
    }
    IntObj *o = int_alloc(vm, n);
    if (o == NULL)
        return VALUE_NULL;
    limbs_copy(o->limbs, limbs, n);
    return int_finish(vm, o, n, false);
}

static Value factorial_of(MinipyVM *vm, Value n)
{
    int overflow;
    int64_t count = int_as_i64_overflow(n, &overflow);
    if (count < 0) {
        return error_set(vm, EXC_ValueError,
                         "factorial() not defined for negative values");
    }
    if (overflow != 0) {
        return error_set(vm, EXC_OverflowError,
                         "factorial() argument should not exceed %lld",
                         (long long)INT64_MAX);
    }
    if (count <= 20) {
        int64_t product = 1;
        for (int64_t i = 2; i <= count; i++)
            product *= i;
        return int_new(vm, product);
    }
    if (count <= SMALL_FACTORIAL)
        return small_factorial(vm, (unsigned)count);
    if (too_large(vm, (double)count * log2((double)count)))
        return VALUE_NULL;
    IntArgs of = {.n = (unsigned long)count};
    return int_compute(vm, compute_factorial, &of);
}

Value math_factorial(NATIVE_ARGS)
{
    Value n = number_index(vm, args[0]);
    if (n == VALUE_NULL)
        return VALUE_NULL;
    Value result = factorial_of(vm, n);
    value_decref(vm, n);
    return result;
}

/* What `compute` makes of two ints that are not negative; VALUE_NULL with an error if
 * they are no such ints. */
static Value of_counts(MinipyVM *vm, const Value *args,
                       Value (*compute)(MinipyVM *vm, Value n, Value k))
{
    Value n = number_index(vm, args[0]), result = VALUE_NULL;
    Value k = n ? number_index(vm, args[1]) : VALUE_NULL;
    if (k && int_sign(n) < 0)
        error_set(vm, EXC_ValueError, "n must be a non-negative integer");
    else if (k && int_sign(k) < 0)
        error_set(vm, EXC_ValueError, "k must be a non-negative integer");
    else if (k)
        result = compute(vm, n, k);
    value_xdecref(vm, n);
    value_xdecref(vm, k);
    return result;
}

static void compute_comb(mpz_t z, IntArgs *args)
{
    mpz_bin_ui(z, INT_VIEW_MPZ(args->a), args->n);
}

/* As long as every product fits; VALUE_NULL: it does not. */
static Value small_comb(Value n, Value k)
{
    if (!value_is_int_imm(n) || !value_is_int_imm(k))
        return VALUE_NULL;
    int64_t all = value_imm(n), least = value_imm(k), result = 1;
    if (all - least < least)
        least = all - least;
    for (int64_t i = 0; i < least; i++) {
        if (__builtin_mul_overflow(result, all - i, &result))
            return VALUE_NULL;
        result /= i + 1;
    }
    return result <= INT_IMM_MAX ? value_from_imm(result) : VALUE_NULL;
}

static Value comb_of(MinipyVM *vm, Value n, Value k)
{
    int overflow;
    if (int_compare(k, n) > 0)
        return value_from_imm(0);
    Value small = small_comb(n, k);
    if (small)
        return small;
    Value other = int_sub(vm, n, k);
    if (other == VALUE_NULL)
        return VALUE_NULL;
    int64_t least =
        int_as_i64_overflow(int_compare(other, k) < 0 ? other : k, &overflow);
    value_decref(vm, other);
    if (overflow != 0) {
        return error_set(vm, EXC_OverflowError, "min(n - k, k) must not exceed %lld",
                         (long long)INT64_MAX);
    }
    double bits = (double)int_bit_length(n);
    if (too_large(vm, (double)least * (bits - log2((double)least + 1) + 2)))
        return VALUE_NULL;
    IntArgs of = {.n = (unsigned long)least};
    int_view(n, &of.a);
    return int_compute(vm, compute_comb, &of);
}

Value math_comb(NATIVE_ARGS)
{
    return of_counts(vm, args, comb_of);
}

/* z = n * (n - 1) * ... * (n - count + 1), by halves so that factors stay balanced. */
static void falling_product(mpz_t z, mpz_srcptr n, unsigned long count)
{
    if (count == 0) {
        mpz_set_ui(z, 1);
    } else if (count <= 8) {
        mpz_t factor;
        mpz_init_set(factor, n);
        mpz_set(z, n);
        for (unsigned long i = 1; i < count; i++) {
            mpz_sub_ui(factor, factor, 1);
            mpz_mul(z, z, factor);
        }
        mpz_clear(factor);
    } else {
        mpz_t lower, rest;
        mpz_init(lower);
        mpz_init(rest);
        falling_product(z, n, count / 2);
        mpz_sub_ui(lower, n, count / 2);
        falling_product(rest, lower, count - count / 2);
        mpz_mul(z, z, rest);
        mpz_clear(lower);
        mpz_clear(rest);
    }
}

static void compute_perm(mpz_t z, IntArgs *args)
{
    falling_product(z, INT_VIEW_MPZ(args->a), args->n);
}

static Value perm_of(MinipyVM *vm, Value n, Value k)
{
    int overflow;
    if (int_compare(k, n) > 0)
        return value_from_imm(0);
    int64_t count = int_as_i64_overflow(k, &overflow);
    if (overflow != 0) {
        return error_set(vm, EXC_OverflowError, "k must not exceed %lld",
                         (long long)INT64_MAX);
    }
    if (too_large(vm, (double)count * (double)int_bit_length(n)))
        return VALUE_NULL;
    IntArgs of = {.n = (unsigned long)count};
    int_view(n, &of.a);
    return int_compute(vm, compute_perm, &of);
}

Value math_perm(NATIVE_ARGS)
{
    if (nargs == 1 || args[1] == VALUE_NONE)
        return math_factorial(vm, self, args, 1, VALUE_NULL);
    return of_counts(vm, args, perm_of);
}

static void compute_isqrt(mpz_t z, IntArgs *args)
{
    mpz_sqrt(z, INT_VIEW_MPZ(args->a));
}

static Value isqrt_of(MinipyVM *vm, Value n)
{
    IntArgs of;
    int_view(n, &of.a);
    if (of.a.size == 0 || of.a.size > GMP_STACK_LIMBS)
        return int_compute(vm, compute_isqrt, &of);
    int64_t limbs = (of.a.size + 1) / 2;
    IntObj *root = int_alloc(vm, limbs);
    if (root == NULL)
        return VALUE_NULL;
    mpn_sqrtrem(root->limbs, NULL, of.a.limbs, of.a.size);
    return int_finish(vm, root, limbs, false);
}

Value math_isqrt(NATIVE_ARGS)
{
    Value n = number_index(vm, args[0]);
    if (n == VALUE_NULL)
        return VALUE_NULL;
    Value result = VALUE_NULL;
    if (int_sign(n) < 0)
        error_set(vm, EXC_ValueError, "isqrt() argument must be nonnegative");
    else
        result = isqrt_of(vm, n);
    value_decref(vm, n);
    return result;
}

static uint64_t gcd_u64(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static uint64_t magnitude(int64_t i)
{
    return i < 0 ? -(uint64_t)i : (uint64_t)i;
}

static void compute_gcd(mpz_t z, IntArgs *args)
{
    mpz_gcd(z, INT_VIEW_MPZ(args->a), INT_VIEW_MPZ(args->b));
}

static Value gcd_pair(MinipyVM *vm, Value a, Value b)
{
    int64_t x, y;
    if (int_small(a, &x) && int_small(b, &y))
        return int_from_u64(vm, gcd_u64(magnitude(x), magnitude(y)));
    IntArgs of;
    int_view(a, &of.a);
    int_view(b, &of.b);
    if (of.a.size == 0 || of.b.size == 0) /* as at the start of each fold */
        return number_absolute(vm, of.a.size == 0 ? b : a);
    return int_compute(vm, compute_gcd, &of);
}

static void compute_lcm(mpz_t z, IntArgs *args)
{
    mpz_lcm(z, INT_VIEW_MPZ(args->a), INT_VIEW_MPZ(args->b));
}

static Value lcm_pair(MinipyVM *vm, Value a, Value b)
{
    int64_t x, y;
    if (int_small(a, &x) && int_small(b, &y)) {
        uint64_t u = magnitude(x), v = magnitude(y), product;
        if (u == 0 || v == 0)
            return value_from_imm(0);
        if (!__builtin_mul_overflow(u / gcd_u64(u, v), v, &product))
            return int_from_u64(vm, product);
    }
    IntArgs of;
    int_view(a, &of.a);
    int_view(b, &of.b);
    return int_compute(vm, compute_lcm, &of);
}

/* Folds the arguments; combining each with `start` makes it an int that is not
 * negative. */
static Value fold(MinipyVM *vm, const Value *args, size_t nargs, int64_t start,
                  Value (*pair)(MinipyVM *, Value, Value))
{
    Value result = value_from_imm(start);
    for (size_t i = 0; i < nargs; i++) {
        Value item = number_index(vm, args[i]);
        if (item == VALUE_NULL) {
            value_decref(vm, result);
            return VALUE_NULL;
        }
        value_set_steal(vm, &result, pair(vm, result, item));
        value_decref(vm, item);
        if (result == VALUE_NULL)
            return VALUE_NULL;
    }
    return result;
}

Value math_gcd(NATIVE_ARGS)
{
    return fold(vm, args, nargs, 0, gcd_pair);
}

Value math_lcm(NATIVE_ARGS)
{
    return fold(vm, args, nargs, 1, lcm_pair);
}
