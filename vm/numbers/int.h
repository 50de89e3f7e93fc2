/* int.h - integers: immediate when they fit 63 bits, else a BigInt on GMP limbs. An int
 * value is always in its smallest form, except instances of int subclasses, which are
 * always objects. Implementation: int*.c.
 */
#ifndef MINIPY_VM_NUMBERS_INT_H
#define MINIPY_VM_NUMBERS_INT_H

#include <gmp.h>

#include "vm/core/vm.h"

typedef struct IntObj {
    Object ob;
    int32_t
        size; /* limbs; negative for negative numbers, 0 for zero (subclasses only) */
    mp_limb_t limbs[];
} IntObj;
#define INT(v) ((IntObj *)(uintptr_t)(v))

Value int_new_big(MinipyVM *vm, int64_t i); /* slow path of int_new */
static inline Value int_new(MinipyVM *vm, int64_t i)
{
    return likely(int_fits_imm(i)) ? value_from_imm(i) : int_new_big(vm, i);
}
/* VALUE_NULL: MemoryError. */
Value int_from_u64(MinipyVM *vm, uint64_t u);
Value int_from_double(MinipyVM *vm,
                      double d); /* truncates; OverflowError/ValueError for inf/nan */
/* text in the given base (2..36; 0: by prefix); underscores; full Python syntax;
 * ValueError. */
Value int_from_text(MinipyVM *vm, Value str, int base);
Value int_from_digits(MinipyVM *vm, const char *digits, size_t n,
                      int base); /* compiler: no limit check if base is a power of 2 */
Value int_to_str(MinipyVM *vm, Value v,
                 int base); /* no prefix; respects the digit limit for base 10 */
/* Two's complement of that many bytes. To: 0; -1, OverflowError: it does not fit. */
Value int_from_bytes(MinipyVM *vm, const uint8_t *data, int64_t size, bool little,
                     bool is_signed);
int int_to_bytes(MinipyVM *vm, Value v, uint8_t *out, int64_t size, bool little,
                 bool is_signed);
/* Writes the decimal text of I in front of END (20 characters suffice); its start. */
char *int_put_decimal(int64_t i, char *end);
Value int_copy_exact(MinipyVM *vm, Value v); /* int subclass/bool -> plain int */

/* v must be an int (value_is_int). overflow is set to -1/+1 when it does not fit
 * (result then clipped), else 0; may be NULL. No exception. */
int64_t int_as_i64_overflow(Value v, int *overflow);
/* OverflowError "Python int too large to convert to C ..." : -1 and exception (check
 * error_occurred). TypeError if not an int. */
int64_t int_as_i64(MinipyVM *vm, Value v);
/* The same as a size: the messages of PyLong_AsSsize_t. */
int64_t int_as_ssize(MinipyVM *vm, Value v);
uint64_t int_as_u64(MinipyVM *vm, Value v);
/* The same with the messages of PyLong_AsUnsignedLong. */
uint64_t int_as_ulong(MinipyVM *vm, Value v);
/* The lowest 64 bits of an int, however large: what C's formats 'I', 'k' and 'K' take.
 */
uint64_t int_low_bits(Value v);
double int_as_double(MinipyVM *vm, Value v); /* OverflowError: -1.0 */
int int_sign(Value v);
bool int_equal(Value a, Value b);
int int_compare(Value a, Value b);
/* The hash is the rest modulo this, but for -1: an int from 0 up to there is its own.
 */
#define HASH_BITS 61
#define HASH_MODULUS ((UINT64_C(1) << HASH_BITS) - 1)
int64_t int_hash(Value v);
Value int_add(MinipyVM *vm, Value a,
              Value b); /* both ints; the slow path of the eval loop */
Value int_sub(MinipyVM *vm, Value a, Value b);
Value int_mul(MinipyVM *vm, Value a, Value b);
Value int_floordiv(MinipyVM *vm, Value a, Value b);
Value int_mod(MinipyVM *vm, Value a, Value b);
Value int_truediv(MinipyVM *vm, Value a, Value b);
Value int_lshift(MinipyVM *vm, Value a, Value b);
Value int_rshift(MinipyVM *vm, Value a, Value b);
Value int_and(MinipyVM *vm, Value a, Value b);
Value int_or(MinipyVM *vm, Value a, Value b);
Value int_xor(MinipyVM *vm, Value a, Value b);
Value int_neg(MinipyVM *vm, Value a);
int64_t int_bit_length(Value v);

#endif
