/* int.c: what every user of ints needs: making them, converting them to C numbers and
 * back, comparing and hashing.
 *
 * Invariant: a plain int that fits 63 bits is immediate; an IntObj of exactly type int
 * is therefore larger, and its top limb is never 0. Instances of subclasses are IntObj
 * of any size. Arithmetic is in int_arith.c, text in int_text.c, the type in
 * int_type.c.
 */
#include "vm/numbers/int.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

#include "vm/numbers/dtoa.h"
#include "vm/memory/mem_gmp.h"
#include "vm/memory/mem_inline.h"
#include "vm/numbers/int_big.h"

enum { LIMB_BITS = 64 };

_Static_assert(GMP_NUMB_BITS == LIMB_BITS, "GMP limbs are 64 bits without nails");

/* ---- making ints --------------------------------------------------------------- */

IntObj *int_alloc_open(MinipyVM *vm, int64_t n)
{
    if (n > INT_MAX_LIMBS) {
        error_set_oom(vm);
        return NULL;
    }
    size_t size = offsetof(IntObj, limbs) + (size_t)(n > 0 ? n : 1) * sizeof(mp_limb_t);
    IntObj *o = mem_alloc_object_inline(vm, size, 0, vm->types[KIND_INT]);
    if (unlikely(!o))
        return NULL;
    memset(o, 0, offsetof(IntObj, limbs));
    o->ob = (Object){.refs = 1, .kind = KIND_INT, .type = vm->types[KIND_INT]};
    return o;
}

IntObj *int_alloc(MinipyVM *vm, int64_t n)
{
    enum { FEW = 13 }; /* limbs, for which memset is not worth the call */
    IntObj *o = int_alloc_open(vm, n);
    if (unlikely(!o))
        return NULL;
    if (n <= FEW)
        values_zero((Value *)o->limbs, (Value *)o->limbs + (n > 0 ? n : 1));
    else
        memset(o->limbs, 0, (size_t)n * sizeof(mp_limb_t));
    return o;
}

void int_death(MinipyVM *vm, Object *o)
{
    if (unlikely(vm->dealloc_depth >= DEALLOC_DEPTH_FULL))
        object_death(vm, o);
    else
        mem_free_inline(vm, o);
}

Value int_finish(MinipyVM *vm, IntObj *o, int64_t n, bool negative)
{
    while (n > 0 && o->limbs[n - 1] == 0)
        n--;
    if (n <= 1) {
        mp_limb_t low = n == 0 ? 0 : o->limbs[0];
        if (low <= (mp_limb_t)INT_IMM_MAX + negative) {
            int64_t i = negative ? -(int64_t)low : (int64_t)low;
            obj_decref(vm, &o->ob);
            return value_from_imm(i);
        }
    }
    o->size = negative ? -(int32_t)n : (int32_t)n;
    return value_from_obj(o);
}

Value int_new_big(MinipyVM *vm, int64_t i)
{
    if (int_fits_imm(i))
        return value_from_imm(i);
    IntObj *o = int_alloc(vm, 1);
    if (o == NULL)
        return VALUE_NULL;
    o->limbs[0] = i < 0 ? -(mp_limb_t)i : (mp_limb_t)i;
    o->size = i < 0 ? -1 : 1;
    return value_from_obj(o);
}

Value int_from_wide(MinipyVM *vm, WideInt i)
{
    __extension__ typedef unsigned __int128 Unsigned;
    bool negative = i < 0;
    Unsigned u = negative ? -(Unsigned)i : (Unsigned)i;
    int32_t n = u >> 64 ? 2 : 1;
    size_t size = offsetof(IntObj, limbs) + (size_t)n * sizeof(mp_limb_t);
    IntObj *o = mem_alloc_object_inline(vm, size, 0, vm->types[KIND_INT]);
    if (unlikely(!o))
        return VALUE_NULL;
    o->ob = (Object){.refs = 1, .kind = KIND_INT, .type = vm->types[KIND_INT]};
    o->size = negative ? -n : n;
    o->limbs[0] = (mp_limb_t)u;
    if (n == 2)
        o->limbs[1] = (mp_limb_t)(u >> 64);
    return value_from_obj(o);
}

Value int_from_u64(MinipyVM *vm, uint64_t u)
{
    if (u <= (uint64_t)INT_IMM_MAX)
        return value_from_imm((int64_t)u);
    IntObj *o = int_alloc(vm, 1);
    if (o == NULL)
        return VALUE_NULL;
    o->limbs[0] = u;
    o->size = 1;
    return value_from_obj(o);
}

static Value int_from_mpz(MinipyVM *vm, const mpz_t z)
{
    int64_t n = (int64_t)mpz_size(z);
    bool negative = mpz_sgn(z) < 0;
    if (n <= 1) {
        mp_limb_t low = mpz_getlimbn(z, 0);
        if (low <= (mp_limb_t)INT_IMM_MAX + negative)
            return value_from_imm(negative ? -(int64_t)low : (int64_t)low);
    }
    IntObj *o = int_alloc_open(vm, n);
    if (o == NULL)
        return VALUE_NULL;
    limbs_copy(o->limbs, mpz_limbs_read(z), n);
    return int_finish(vm, o, n, negative);
}

typedef struct Computation {
    MinipyVM *vm;
    void (*compute)(mpz_t z, IntArgs *args);
    IntArgs *args;
    Value result;
} Computation;

static void run_computation(void *arg)
{
    Computation *c = arg;
    mpz_t z;
    mpz_init(z);
    c->compute(z, c->args);
    if (!c->args->failed)
        c->result = int_from_mpz(c->vm, z);
}

Value int_compute(MinipyVM *vm, void (*compute)(mpz_t z, IntArgs *args), IntArgs *args)
{
    Computation c = {vm, compute, args, VALUE_NULL};
    args->failed = false;
    return gmp_run(vm, run_computation, &c) < 0 ? VALUE_NULL : c.result;
}

uint32_t int_digit(const IntView *v, int64_t i, unsigned bits)
{
    int64_t limb = i * bits / LIMB_BITS;
    unsigned shift = (unsigned)(i * bits % LIMB_BITS);
    uint64_t digit = v->limbs[limb] >> shift;
    if (shift + bits > LIMB_BITS && limb + 1 < v->size)
        digit |= v->limbs[limb + 1] << (LIMB_BITS - shift);
    return (uint32_t)(digit & ((UINT64_C(1) << bits) - 1));
}

static int64_t view_bits(const IntView *v)
{
    return v->size == 0 ? 0
                        : v->size * LIMB_BITS - __builtin_clzll(v->limbs[v->size - 1]);
}

int64_t int_digit_count(const IntView *v, unsigned bits)
{
    return (view_bits(v) + bits - 1) / bits;
}

Value int_from_bit_digits(MinipyVM *vm, const uint32_t *digits, int64_t count,
                          unsigned bits, bool negative)
{
    int64_t n = count * bits / LIMB_BITS + 1;
    IntObj *o = int_alloc(vm, n);
    if (o == NULL)
        return VALUE_NULL;
    memset(o->limbs, 0, (size_t)n * sizeof(mp_limb_t));
    for (int64_t i = 0; i < count; i++) {
        int64_t limb = i * bits / LIMB_BITS;
        unsigned shift = (unsigned)(i * bits % LIMB_BITS);
        o->limbs[limb] |= (mp_limb_t)digits[i] << shift;
        if (shift + bits > LIMB_BITS)
            o->limbs[limb + 1] |= (mp_limb_t)digits[i] >> (LIMB_BITS - shift);
    }
    return int_finish(vm, o, n, negative);
}

Value int_from_double(MinipyVM *vm, double d)
{
    if (d > -4611686018427387904.0 && d < 4611686018427387904.0)
        return value_from_imm((int64_t)d);
    if (isinf(d)) {
        return error_set(vm, EXC_OverflowError,
                         "cannot convert float infinity to integer");
    }
    if (isnan(d))
        return error_set(vm, EXC_ValueError, "cannot convert float NaN to integer");
    int exp;
    int64_t mant = (int64_t)ldexp(frexp(fabs(d), &exp), DBL_MANT_DIG);
    int64_t shift = exp - DBL_MANT_DIG; /* at least 62 - 53 */
    IntObj *o = int_alloc(vm, shift / LIMB_BITS + 2);
    if (o == NULL)
        return VALUE_NULL;
    int64_t whole = shift / LIMB_BITS;
    __extension__ unsigned __int128 wide = (unsigned __int128)mant << shift % LIMB_BITS;
    memset(o->limbs, 0, (size_t)whole * sizeof(mp_limb_t));
    o->limbs[whole] = (mp_limb_t)wide;
    o->limbs[whole + 1] = (mp_limb_t)(wide >> LIMB_BITS);
    return int_finish(vm, o, whole + 2, d < 0);
}

Value int_copy_exact(MinipyVM *vm, Value v)
{
    if (value_is_int_imm(v))
        return v;
    if (value_is_special(v))
        return value_from_imm(v == VALUE_TRUE);
    if (value_is_exact(vm, v, KIND_INT))
        return value_incref(v);
    int64_t small;
    if (int_small(v, &small))
        return int_new(vm, small);
    const IntObj *from = INT(v);
    int64_t n = from->size < 0 ? -(int64_t)from->size : from->size;
    IntObj *o = int_alloc(vm, n);
    if (o == NULL)
        return VALUE_NULL;
    limbs_copy(o->limbs, from->limbs, n);
    o->size = from->size;
    return value_from_obj(o);
}

/* ---- to C numbers -------------------------------------------------------------- */

int64_t int_as_i64_overflow(Value v, int *overflow)
{
    int64_t i;
    int over = 0;
    if (!int_small(v, &i)) {
        const IntObj *o = INT(v);
        if (o->size == -1 && o->limbs[0] == (mp_limb_t)1 << 63) {
            i = INT64_MIN;
        } else {
            over = o->size < 0 ? -1 : 1;
            i = over < 0 ? INT64_MIN : INT64_MAX;
        }
    }
    if (overflow != NULL)
        *overflow = over;
    return i;
}

int64_t int_as_i64(MinipyVM *vm, Value v)
{
    int overflow;
    if (!value_is_int(v)) {
        error_set(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer",
                  v);
        return -1;
    }
    int64_t i = int_as_i64_overflow(v, &overflow);
    if (overflow != 0) {
        error_set(vm, EXC_OverflowError, "Python int too large to convert to C long");
        return -1;
    }
    return i;
}

int64_t int_as_ssize(MinipyVM *vm, Value v)
{
    int overflow;
    if (!value_is_int(v)) {
        error_set(vm, EXC_TypeError, "an integer is required");
        return -1;
    }
    int64_t i = int_as_i64_overflow(v, &overflow);
    if (overflow != 0) {
        error_set(vm, EXC_OverflowError,
                  "Python int too large to convert to C ssize_t");
        return -1;
    }
    return i;
}

uint64_t int_as_u64(MinipyVM *vm, Value v)
{
    if (!value_is_int(v)) {
        error_set(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer",
                  v);
        return (uint64_t)-1;
    }
    IntView view;
    int_view(v, &view);
    if (view.size == 0)
        return 0;
    if (view.negative) {
        error_set(vm, EXC_OverflowError, "can't convert negative int to unsigned");
        return (uint64_t)-1;
    }
    if (view.size > 1) {
        error_set(vm, EXC_OverflowError,
                  "Python int too large to convert to C unsigned long");
        return (uint64_t)-1;
    }
    return view.limbs[0];
}

uint64_t int_as_ulong(MinipyVM *vm, Value v)
{
    if (!value_is_int(v))
        error_set(vm, EXC_TypeError, "an integer is required");
    else if (int_sign(v) < 0)
        error_set(vm, EXC_OverflowError,
                  "can't convert negative value to unsigned int");
    else
        return int_as_u64(vm, v);
    return (uint64_t)-1;
}

uint64_t int_low_bits(Value v)
{
    IntView view;
    int_view(v, &view);
    uint64_t low = view.size ? view.limbs[0] : 0;
    return view.negative ? -low : low;
}

double int_as_double(MinipyVM *vm, Value v)
{
    int64_t small;
    if (int_small(v, &small))
        return (double)small;
    IntView view;
    int_view(v, &view);
    int64_t n = view.size;
    int lead = __builtin_clzll(view.limbs[n - 1]);
    mp_limb_t top = view.limbs[n - 1] << lead;
    bool sticky = false;
    if (n > 1) {
        if (lead > 0)
            top |= view.limbs[n - 2] >> (LIMB_BITS - lead);
        sticky =
            view.limbs[n - 2] << lead != 0 || (n > 2 && !mpn_zero_p(view.limbs, n - 2));
    }
    double d = double_assemble(top, (n - 1) * LIMB_BITS - lead, sticky);
    if (isinf(d)) {
        error_set(vm, EXC_OverflowError, "int too large to convert to float");
        return -1.0;
    }
    return view.negative ? -d : d;
}

/* ---- facts --------------------------------------------------------------------- */

int int_sign(Value v)
{
    IntView view;
    int_view(v, &view);
    return view.size == 0 ? 0 : view.negative ? -1 : 1;
}

bool int_is_zero(Value v)
{
    return int_sign(v) == 0;
}

static int compare_objects(const IntObj *a, const IntObj *b)
{
    if (a->size != b->size)
        return a->size > b->size ? 1 : -1;
    int64_t i = a->size < 0 ? -(int64_t)a->size : a->size;
    while (i-- > 0)
        if (a->limbs[i] != b->limbs[i])
            return (a->limbs[i] > b->limbs[i]) == (a->size > 0) ? 1 : -1;
    return 0;
}

int int_compare(Value a, Value b)
{
    if (a == b)
        return 0;
    if (value_is_obj(a) && value_is_obj(b))
        return compare_objects(INT(a), INT(b));
    int64_t x, y;
    bool a_small = int_small(a, &x);
    bool b_small = int_small(b, &y);
    if (a_small && b_small)
        return (x > y) - (x < y);
    /* One is an object, and beyond 64 bits. */
    return a_small ? (INT(b)->size < 0 ? 1 : -1) : (INT(a)->size < 0 ? -1 : 1);
}

bool int_equal(Value a, Value b)
{
    return a == b || int_compare(a, b) == 0;
}

int64_t int_hash(Value v)
{
    if (value_is_int_imm(v)) {
        int64_t i = value_imm(v);
        if (likely(i < (int64_t)HASH_MODULUS && i > -(int64_t)HASH_MODULUS))
            return i == -1 ? -2 : i;
    }
    IntView view;
    int_view(v, &view);
    if (view.size == 0)
        return 0;
    /* 2**64 is 8 modulo 2**61 - 1, so that a step is a rotation. */
    uint64_t rest = 0;
    for (int64_t i = view.size; i-- > 0;) {
        uint64_t limb = view.limbs[i], high = rest >> (HASH_BITS - 3);
        rest = (rest << 3 & HASH_MODULUS) + high + (limb & HASH_MODULUS) +
               (limb >> HASH_BITS);
        rest = (rest & HASH_MODULUS) + (rest >> HASH_BITS);
    }
    if (rest >= HASH_MODULUS)
        rest -= HASH_MODULUS;
    int64_t hash = view.negative ? -(int64_t)rest : (int64_t)rest;
    return hash == -1 ? -2 : hash;
}

int64_t int_bit_length(Value v)
{
    IntView view;
    int_view(v, &view);
    return view_bits(&view);
}
