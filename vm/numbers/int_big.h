/* int_big.h: what the files int*.c share: one view of every int, small or big, and the
 * making of results. Private to them, float.c and the
 * modules in stdlib that work on limbs.
 */
#ifndef MINIPY_VM_NUMBERS_INT_BIG_H
#define MINIPY_VM_NUMBERS_INT_BIG_H

#include "vm/numbers/int.h"

/* More limbs than this is a MemoryError: GMP itself aborts the process beyond 2**31. */
#define INT_MAX_LIMBS ((int64_t)1 << 28)

/* Magnitude and sign of any int. `limbs` may point into the view itself: do not copy.
 */
typedef struct IntView {
    const mp_limb_t *limbs;
    int64_t size; /* limbs used; 0 for zero */
    bool negative;
    mp_limb_t own;
} IntView;

static inline void int_view_i64(int64_t i, IntView *out)
{
    out->own = i < 0 ? -(mp_limb_t)i : (mp_limb_t)i;
    out->limbs = &out->own;
    out->size = i != 0;
    out->negative = i < 0;
}

static inline void int_view(Value v, IntView *out)
{
    if (value_is_int_imm(v)) {
        int_view_i64(value_imm(v), out);
    } else if (value_is_special(v)) {
        int_view_i64(v == VALUE_TRUE, out);
    } else {
        const IntObj *o = INT(v);
        out->limbs = o->limbs;
        out->negative = o->size < 0;
        out->size = o->size < 0 ? -(int64_t)o->size : o->size;
    }
}

/* The value of an int that fits 64 bits; false for larger ones. */
static inline bool int_small(Value v, int64_t *out)
{
    if (value_is_int_imm(v)) {
        *out = value_imm(v);
        return true;
    }
    if (value_is_special(v)) {
        *out = v == VALUE_TRUE;
        return true;
    }
    const IntObj *o = INT(v);
    if (o->size > 1 || o->size < -1 || (o->size != 0 && o->limbs[0] > INT64_MAX))
        return false;
    *out = o->size == 0 ? 0 : o->size * (int64_t)o->limbs[0];
    return true;
}

/* What two limbs hold with a sign: most big ints, which need no view of their limbs. */
__extension__ typedef __int128 WideInt;

/* The value of an int that fits 127 bits; false for larger ones. */
static inline bool int_wide(Value v, WideInt *out)
{
    if (value_is_int_imm(v)) {
        *out = value_imm(v);
        return true;
    }
    if (value_is_special(v)) {
        *out = v == VALUE_TRUE;
        return true;
    }
    const IntObj *o = INT(v);
    int32_t n = o->size < 0 ? -o->size : o->size;
    if (n > 2 || (n == 2 && o->limbs[1] > INT64_MAX))
        return false;
    WideInt wide = n == 0 ? 0 : o->limbs[0];
    if (n == 2)
        wide |= (WideInt)o->limbs[1] << 64;
    *out = o->size < 0 ? -wide : wide;
    return true;
}

/* One that is none of the least. */
Value int_from_wide(MinipyVM *vm, WideInt i);
static inline Value int_new_wide(MinipyVM *vm, WideInt i)
{
    int64_t low = (int64_t)i;
    return low == i && int_fits_imm(low) ? value_from_imm(low) : int_from_wide(vm, i);
}

/* GMP's own copy function does not promise to take no limbs at all. */
static inline void limbs_copy(mp_limb_t *to, const mp_limb_t *from, int64_t n)
{
    memcpy(to, from, (size_t)n * sizeof *to);
}

/* The view as a read-only GMP integer. */
#define INT_VIEW_MPZ(view)                                                             \
    ((mpz_srcptr) &                                                                    \
     (mpz_t)MPZ_ROINIT_N((mp_limb_t *)(uintptr_t)(view).limbs,                         \
                         (view).negative ? -(int)(view).size : (int)(view).size)[0])

/* A new plain int object with room for n limbs of zero, to be filled and passed to
 * int_finish. NULL with MemoryError. _open: the limbs may be anything, and all of them
 * must be written. */
IntObj *int_alloc(MinipyVM *vm, int64_t n);
IntObj *int_alloc_open(MinipyVM *vm, int64_t n);
void int_death(MinipyVM *vm, Object *o); /* of an int that is no subclass's */

/* Ends the making of o, whose low n limbs are set: drops leading zeros, and gives an
 * immediate (freeing o) when the value fits. */
Value int_finish(MinipyVM *vm, IntObj *o, int64_t n, bool negative);

/* What a computation on GMP integers works on. */
typedef struct IntArgs {
    IntView a, b, c;
    unsigned long n;
    bool failed; /* out: there is no such number */
} IntArgs;

/* compute's z as a new int; z is 0 at first. GMP's memory comes from the vm (gmp_run).
 * NULL with MemoryError, or without an exception if compute sets args->failed. */
Value int_compute(MinipyVM *vm, void (*compute)(mpz_t z, IntArgs *args), IntArgs *args);

/* The magnitude of any int in digits of 1 to 32 bits, the least first: digit number i,
 * and how many there are. */
uint32_t int_digit(const IntView *v, int64_t i, unsigned bits);
int64_t int_digit_count(const IntView *v, unsigned bits);

/* The int of such digits. */
Value int_from_bit_digits(MinipyVM *vm, const uint32_t *digits, int64_t count,
                          unsigned bits, bool negative);

/* Quotient and remainder of floor division of ints (either may be NULL); b is not 0. */
int int_divmod_floor(MinipyVM *vm, Value a, Value b, Value *quotient, Value *rest);

/* a ** b, modulo c unless c is None; ints all. */
Value int_pow(MinipyVM *vm, Value a, Value b, Value c);

/* round(v, n) for n < 0 given as `tens` = -n: the nearest multiple of 10**tens. */
Value int_round_tens(MinipyVM *vm, Value v, Value tens);

/* 1 if all of the limbs are zero. */
bool int_is_zero(Value v);

/* int and bool share them. */
Value int_repr(MinipyVM *vm, Value v);

#endif
