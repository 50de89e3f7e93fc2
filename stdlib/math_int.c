/* math_int.c: the integer functions of math, on GMP.
 *
 * Arguments go through __index__; results that fit 64 bits are mostly computed without
 * GMP. What GMP could only answer by aborting the process (it cannot report that memory
 * is short) is refused first with a MemoryError.
 */
#include <math.h>

#include "stdlib/math_private.h"
#include "vm/args.h"
#include "vm/objects/int.h"
#include "vm/objects/int_big.h"

enum { LIMB_BITS = 64 };

/* True, with MemoryError, if a result of about so many bits is too large. */
static bool too_large(MinipyVM *vm, double bits)
{
    if (bits < (double)INT_MAX_LIMBS * LIMB_BITS) {
        return false;
    }
    error_set_oom(vm);
    return true;
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
        for (int64_t i = 2; i <= count; i++) {
            product *= i;
        }
        return int_new(vm, product);
    }
    if (too_large(vm, (double)count * log2((double)count))) {
        return VALUE_NULL;
    }
    mpz_t z;
    mpz_init(z);
    mpz_fac_ui(z, (unsigned long)count);
    return int_from_mpz_clear(vm, z);
}

MATH_FN(math_factorial)
{
    MATH_UNUSED;
    Value n = number_index(vm, args[0]);
    if (n == VALUE_NULL) {
        return VALUE_NULL;
    }
    Value result = factorial_of(vm, n);
    value_decref(vm, n);
    return result;
}

/* n and k as ints that are not negative. */
static bool counts(MinipyVM *vm, const Value *args, Value *n, Value *k)
{
    *k = VALUE_NULL;
    *n = number_index(vm, args[0]);
    if (*n != VALUE_NULL) {
        *k = number_index(vm, args[1]);
    }
    if (*k == VALUE_NULL) {
        value_xdecref(vm, *n);
        return false;
    }
    if (int_sign(*n) < 0) {
        error_set(vm, EXC_ValueError, "n must be a non-negative integer");
    } else if (int_sign(*k) < 0) {
        error_set(vm, EXC_ValueError, "k must be a non-negative integer");
    } else {
        return true;
    }
    value_decref(vm, *n);
    value_decref(vm, *k);
    return false;
}

static Value comb_of(MinipyVM *vm, Value n, Value k)
{
    int overflow;
    if (int_compare(k, n) > 0) {
        return value_from_imm(0);
    }
    Value other = int_sub(vm, n, k);
    if (other == VALUE_NULL) {
        return VALUE_NULL;
    }
    int64_t least =
        int_as_i64_overflow(int_compare(other, k) < 0 ? other : k, &overflow);
    value_decref(vm, other);
    if (overflow != 0) {
        return error_set(vm, EXC_OverflowError, "min(n - k, k) must not exceed %lld",
                         (long long)INT64_MAX);
    }
    double bits = (double)int_bit_length(n);
    if (too_large(vm, (double)least * (bits - log2((double)least + 1) + 2))) {
        return VALUE_NULL;
    }
    IntView view;
    mpz_t z;
    int_view(n, &view);
    mpz_init(z);
    mpz_bin_ui(z, INT_VIEW_MPZ(view), (unsigned long)least);
    return int_from_mpz_clear(vm, z);
}

MATH_FN(math_comb)
{
    Value n, k;
    MATH_UNUSED;
    if (!args_check(vm, "comb", nargs, 2, 2) || !counts(vm, args, &n, &k)) {
        return VALUE_NULL;
    }
    Value result = comb_of(vm, n, k);
    value_decref(vm, n);
    value_decref(vm, k);
    return result;
}

/* z = n * (n - 1) * ... * (n - count + 1), by halves so that factors stay balanced. */
static void falling_product(mpz_t z, const mpz_t n, unsigned long count)
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

static Value perm_of(MinipyVM *vm, Value n, Value k)
{
    int overflow;
    if (int_compare(k, n) > 0) {
        return value_from_imm(0);
    }
    int64_t count = int_as_i64_overflow(k, &overflow);
    if (overflow != 0) {
        return error_set(vm, EXC_OverflowError, "k must not exceed %lld",
                         (long long)INT64_MAX);
    }
    if (too_large(vm, (double)count * (double)int_bit_length(n))) {
        return VALUE_NULL;
    }
    mpz_t top, z;
    mpz_init(top);
    mpz_init(z);
    int_to_mpz(n, top);
    falling_product(z, top, (unsigned long)count);
    mpz_clear(top);
    return int_from_mpz_clear(vm, z);
}

MATH_FN(math_perm)
{
    Value n, k;
    MATH_UNUSED;
    if (!args_check(vm, "perm", nargs, 1, 2)) {
        return VALUE_NULL;
    }
    if (nargs == 1 || args[1] == VALUE_NONE) {
        return math_factorial(vm, self, args, 1, VALUE_NULL);
    }
    if (!counts(vm, args, &n, &k)) {
        return VALUE_NULL;
    }
    Value result = perm_of(vm, n, k);
    value_decref(vm, n);
    value_decref(vm, k);
    return result;
}

MATH_FN(math_isqrt)
{
    MATH_UNUSED;
    Value n = number_index(vm, args[0]);
    if (n == VALUE_NULL) {
        return VALUE_NULL;
    }
    Value result = VALUE_NULL;
    if (int_sign(n) < 0) {
        error_set(vm, EXC_ValueError, "isqrt() argument must be nonnegative");
    } else {
        IntView view;
        mpz_t z;
        int_view(n, &view);
        mpz_init(z);
        mpz_sqrt(z, INT_VIEW_MPZ(view));
        result = int_from_mpz_clear(vm, z);
    }
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

static Value gcd_pair(MinipyVM *vm, Value a, Value b)
{
    int64_t x, y;
    if (int_small(a, &x) && int_small(b, &y)) {
        return int_from_u64(vm, gcd_u64(magnitude(x), magnitude(y)));
    }
    IntView va, vb;
    mpz_t z;
    int_view(a, &va);
    int_view(b, &vb);
    mpz_init(z);
    mpz_gcd(z, INT_VIEW_MPZ(va), INT_VIEW_MPZ(vb));
    return int_from_mpz_clear(vm, z);
}

static Value lcm_pair(MinipyVM *vm, Value a, Value b)
{
    int64_t x, y;
    if (int_small(a, &x) && int_small(b, &y)) {
        uint64_t u = magnitude(x), v = magnitude(y), product;
        if (u == 0 || v == 0) {
            return value_from_imm(0);
        }
        if (!__builtin_mul_overflow(u / gcd_u64(u, v), v, &product)) {
            return int_from_u64(vm, product);
        }
    }
    IntView va, vb;
    mpz_t z;
    int_view(a, &va);
    int_view(b, &vb);
    mpz_init(z);
    mpz_lcm(z, INT_VIEW_MPZ(va), INT_VIEW_MPZ(vb));
    return int_from_mpz_clear(vm, z);
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
        if (result == VALUE_NULL) {
            return VALUE_NULL;
        }
    }
    return result;
}

MATH_FN(math_gcd)
{
    MATH_UNUSED;
    return fold(vm, args, nargs, 0, gcd_pair);
}

MATH_FN(math_lcm)
{
    MATH_UNUSED;
    return fold(vm, args, nargs, 1, lcm_pair);
}
