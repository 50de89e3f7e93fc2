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

/* The odd parts of n!, and their inverses, modulo 2**64: so many choices are all below
 * that. */
enum { TABLE_COMB = 68 };
/* clang-format off */
static const uint64_t odd_factorial[TABLE_COMB] = {
    0x0000000000000001u, 0x0000000000000001u, 0x0000000000000001u,
    0x0000000000000003u, 0x0000000000000003u, 0x000000000000000fu,
    0x000000000000002du, 0x000000000000013bu, 0x000000000000013bu,
    0x0000000000000b13u, 0x000000000000375fu, 0x0000000000026115u,
    0x000000000007233fu, 0x00000000005cca33u, 0x0000000002898765u,
    0x00000000260eeeebu, 0x00000000260eeeebu, 0x0000000286fddd9bu,
    0x00000016beecca73u, 0x000001b02b930689u, 0x00000870d9df20adu,
    0x0000b141df4dae31u, 0x00079dd498567c1bu, 0x00af2e19afc5266du,
    0x020d8a4d0f4f7347u, 0x335281867ec241efu, 0x9b3093d46fdd5923u,
    0x5e1f9767cc5866b1u, 0x92dd23d6966aced7u, 0xa30d0f4f0a196e5bu,
    0x8dc3e5a1977d7755u, 0x2ab8ce915831734bu, 0x2ab8ce915831734bu,
    0x81d2a0bc5e5fdcabu, 0x9efcac82445da75bu, 0xbc8b95cf58cde171u,
    0xa0e8444a1f3cecf9u, 0x4191deb683ce3ffdu, 0xddd3878bc84ebfc7u,
    0xcb39a64b83ff3751u, 0xf8203f7993fc1495u, 0xbd2a2a78b35f4bddu,
    0x84757be6b6d13921u, 0x3fbbcfc0b524988bu, 0xbd11ed47c8928df9u,
    0x3c26b59e41c2f4c5u, 0x677a5137e883fdb3u, 0xff74e943b03b93ddu,
    0xfe5ebbcb10b2bb97u, 0xb021f1de3235e7e7u, 0x33509eb2e743a58fu,
    0x390f9da41279fb7du, 0xe5cb0154f031c559u, 0x93074695ba4ddb6du,
    0x81c471caa636247fu, 0xe1347289b5a1d749u, 0x286f21c3f76ce2ffu,
    0x00be84a2173e8ac7u, 0x1595065ca215b88bu, 0xf95877595b018809u,
    0x9c2efe3c5516f887u, 0x373294604679382bu, 0xaf1ff7a888adcd35u,
    0x18ddf279a2c5800bu, 0x18ddf279a2c5800bu, 0x505a90e2542582cbu,
    0x5bacad2cd8d5dc2bu, 0xfe3152bcbff89f41u,
};
static const uint64_t odd_factorial_inverse[TABLE_COMB] = {
    0x0000000000000001u, 0x0000000000000001u, 0x0000000000000001u,
    0xaaaaaaaaaaaaaaabu, 0xaaaaaaaaaaaaaaabu, 0xeeeeeeeeeeeeeeefu,
    0x4fa4fa4fa4fa4fa5u, 0x2ff2ff2ff2ff2ff3u, 0x2ff2ff2ff2ff2ff3u,
    0x938cc70553e3771bu, 0xb71c27cddd93e49fu, 0xb38e3229fcdee63du,
    0xe684bb63544a4cbfu, 0xc2f684917ca340fbu, 0xf747c9cba417526du,
    0xbb26eb51d7bd49c3u, 0xbb26eb51d7bd49c3u, 0xb0a7efb985294093u,
    0xbe4b8c69f259eabbu, 0x6854d17ed6dc4fb9u, 0xe1aa904c915f4325u,
    0x3b8206df131cead1u, 0x79c6009fea76fe13u, 0xd8c5d381633cd365u,
    0x4841f12b21144677u, 0x4a91ff68200b0d0fu, 0x8f9513a58c4f9e8bu,
    0x2b3e690621a42251u, 0x4f520f00e03c04e7u, 0x2edf84ee600211d3u,
    0xadcaa2764aaacdfdu, 0x161f4f9033f4fe63u, 0x161f4f9033f4fe63u,
    0xbada2932ea4d3e03u, 0xcec189f3efaa30d3u, 0xf7475bb68330bf91u,
    0x37eb7bf7d5b01549u, 0x46b35660a4e91555u, 0xa567c12d81f151f7u,
    0x4c724007bb2071b1u, 0x0f4a0cce58a016bdu, 0xfa21068e66106475u,
    0x244ab72b5a318ae1u, 0x366ce67e080d0f23u, 0xd666fdae5dd2a449u,
    0xd740ddd0acc06a0du, 0xb050bbbb28e6f97bu, 0x70b003fe890a5c75u,
    0xd03aabff83037427u, 0x13ec4ca72c783bd7u, 0x90282c06afdbd96fu,
    0x4414ddb9db4a95d5u, 0xa2c68735ae6832e9u, 0xbf72d71455676665u,
    0xa8469fab6b759b7fu, 0xc1e55b56e606caf9u, 0x40455630fc4a1cffu,
    0x0120a7b0046d16f7u, 0xa7c3553b08faef23u, 0x9f0bfd1b08d48639u,
    0xa433ffce9a304d37u, 0xa22ad1d53915c683u, 0xcb6cbc723ba5dd1du,
    0x547fb1b8ab9d0ba3u, 0x547fb1b8ab9d0ba3u, 0x8f15a826498852e3u,
    0x32e1a03f38880283u, 0x3de4cce63283f0c1u,
};
/* clang-format on */

/* How often 2 divides n! is n less its bits that are set. */
static uint64_t table_comb(unsigned n, unsigned k)
{
    int twos =
        __builtin_popcount(k) + __builtin_popcount(n - k) - __builtin_popcount(n);
    return odd_factorial[n] * odd_factorial_inverse[k] * odd_factorial_inverse[n - k]
           << twos;
}

/* As long as every product fits; VALUE_NULL: it does not. */
static Value small_comb(Value n, Value k)
{
    if (!value_is_int_imm(n) || !value_is_int_imm(k))
        return VALUE_NULL;
    int64_t all = value_imm(n), least = value_imm(k), result = 1;
    uint64_t known = all < TABLE_COMB ? table_comb((unsigned)all, (unsigned)least) : 0;
    if (known)
        return known <= INT_IMM_MAX ? value_from_imm((int64_t)known) : VALUE_NULL;
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

/* As long as every product fits; VALUE_NULL: it does not. */
static Value small_perm(Value n, Value k)
{
    if (!value_is_int_imm(n) || !value_is_int_imm(k))
        return VALUE_NULL;
    int64_t all = value_imm(n), result = 1;
    for (int64_t i = all; i > all - value_imm(k); i--)
        if (__builtin_mul_overflow(result, i, &result))
            return VALUE_NULL;
    return result <= INT_IMM_MAX ? value_from_imm(result) : VALUE_NULL;
}

static Value perm_of(MinipyVM *vm, Value n, Value k)
{
    int overflow;
    if (int_compare(k, n) > 0)
        return value_from_imm(0);
    Value small = small_perm(n, k);
    if (small)
        return small;
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
 * negative, and `end` with any leaves it as it is. */
static Value fold(MinipyVM *vm, const Value *args, size_t nargs, int64_t start,
                  int64_t end, Value (*pair)(MinipyVM *, Value, Value))
{
    Value result = value_from_imm(start);
    for (size_t i = 0; i < nargs; i++) {
        Value item = number_index(vm, args[i]);
        if (item == VALUE_NULL) {
            value_decref(vm, result);
            return VALUE_NULL;
        }
        if (result != value_from_imm(end))
            value_set_steal(vm, &result, pair(vm, result, item));
        value_decref(vm, item);
        if (result == VALUE_NULL)
            return VALUE_NULL;
    }
    return result;
}

Value math_gcd(NATIVE_ARGS)
{
    return fold(vm, args, nargs, 0, 1, gcd_pair);
}

Value math_lcm(NATIVE_ARGS)
{
    return fold(vm, args, nargs, 1, 0, lcm_pair);
}
