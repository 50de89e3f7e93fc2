/* value.h - the 64-bit tagged word that every Python value travels in.
 *
 *   ...xxx1   int of 63 bits (two's complement, shifted left by one)
 *   ...xx10   float whose exponent lies in [2^-254, 2^257), or +0.0 / -0.0
 *   ...x100   None, True, False, Ellipsis, NotImplemented, and internal marks
 *   ...0000   pointer to an Object (never NULL) of one vm, which is counted
 *   ...1000   pointer to an Object that vms share (vm/memory/shared.h)
 *   0         VALUE_NULL: "no value"; as a result it means error or absent
 *
 * Immediates own nothing, and what is shared stays: value_incref and value_decref pass
 * them by. Everything else is counted (object.h).
 */
#ifndef MINIPY_VM_CORE_VALUE_H
#define MINIPY_VM_CORE_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

typedef struct MinipyVM MinipyVM;
typedef struct Object Object;
typedef struct TypeObj TypeObj;

typedef uint64_t Value;

#define VALUE_NULL ((Value)0)
#define VALUE_NONE ((Value)0x04)
#define VALUE_FALSE ((Value)0x0c)
#define VALUE_TRUE ((Value)0x14)
#define VALUE_ELLIPSIS ((Value)0x1c)
#define VALUE_NOT_IMPLEMENTED ((Value)0x24)
/* Never seen by Python code: a hole in a table, a deleted entry. */
#define VALUE_DUMMY ((Value)0x2c)

/* ---- tests ------------------------------------------------------------------- */

static inline bool value_is_int_imm(Value v)
{
    return v & 1;
}
static inline bool value_is_float_imm(Value v)
{
    return (v & 3) == 2;
}
static inline bool value_is_special(Value v)
{
    return (v & 7) == 4;
}
/* An object. False for VALUE_NULL too. */
static inline bool value_is_obj(Value v)
{
    return (v & 7) == 0 && v != 0;
}
/* What value_incref and value_decref count. True for VALUE_NULL too. */
static inline bool value_is_counted(Value v)
{
    return (v & 15) == 0;
}
static inline bool value_is_bool(Value v)
{
    return (v & ~(Value)0x18) == 4 && v != 4 && v != 0x1c;
}
static inline bool value_both_int_imm(Value a, Value b)
{
    return a & b & 1;
}
static inline bool value_both_float_imm(Value a, Value b)
{
    return (((a ^ 2) | (b ^ 2)) & 3) == 0;
}

static inline Object *value_obj(Value v)
{
    return (Object *)(uintptr_t)v;
}
static inline Value value_from_obj(const void *o)
{
    return (Value)(uintptr_t)o;
}
static inline Value value_from_bool(bool b)
{
    return b ? VALUE_TRUE : VALUE_FALSE;
}

/* Makes VALUE_NULL of what lies before end, of which there is little: gcc would make a
 * call of memset of a plain loop, which costs more than it does. */
static inline void values_zero(Value *from, const Value *end)
{
    for (volatile Value *at = from; at < end; at++)
        *at = VALUE_NULL;
}

/* The references go with them. For few: memcpy would be called, and most are two or
 * three. */
static inline void values_move(Value *to, const Value *from, int64_t n)
{
    volatile Value *at = to;
    for (int64_t i = 0; i < n; i++)
        at[i] = from[i];
}

/* ---- small ints ---------------------------------------------------------------- */

#define INT_IMM_MAX (INT64_MAX >> 1)
#define INT_IMM_MIN (INT64_MIN >> 1)

static inline bool int_fits_imm(int64_t i)
{
    return i >= INT_IMM_MIN && i <= INT_IMM_MAX;
}
/* i must fit. */
static inline Value value_from_imm(int64_t i)
{
    return ((Value)i << 1) | 1;
}
static inline int64_t value_imm(Value v)
{
    return (int64_t)v >> 1;
}

/* ---- floats -------------------------------------------------------------------- */

#define FLOAT_EXP_BIAS ((uint64_t)3 << 60)
#define FLOAT_SCALE 0x1p768 /* what that is of the exponents */

/* The double behind an immediate float, times 2^-768: a normal number or a zero, as it
 * stands in the word, turned right by three bits. Sums, differences and the order of
 * such numbers are those of what they stand for; of a product, one factor must be
 * scaled back. */
static inline double value_float_scaled(Value v)
{
    uint64_t t = v ^ 2;
    t = (t >> 3) | (t << 61);
    double d;
    memcpy(&d, &t, sizeof d);
    return d;
}

static inline double value_float_imm(Value v)
{
    return value_float_scaled(v) * FLOAT_SCALE;
}

/* The immediate of the scaled double that came of a calculation. VALUE_NULL: it has
 * none, or may have been rounded where scaled doubles have no room left, as zeros and
 * what lies at the lower end; unscaled it is to be computed anew. */
static inline Value value_try_scaled(double d)
{
    uint64_t u;
    memcpy(&u, &d, sizeof u);
    u = (u << 3) | (u >> 61);
    return likely((u & 3) == 0 && u >> 56 != 0) ? u | 2 : VALUE_NULL;
}

/* Encodes d if it can be immediate, else returns VALUE_NULL (float_new boxes it). */
static inline Value value_try_float(double d)
{
    uint64_t u;
    memcpy(&u, &d, sizeof u);
    uint64_t t = u - FLOAT_EXP_BIAS;
    t = (t << 3) | (t >> 61);
    if (likely((t & 3) == 0 && t >> 55 != 0))
        return t | 2;
    if ((u << 1) == 0)
        return (u >> 61) | 2;
    return VALUE_NULL;
}

#endif
