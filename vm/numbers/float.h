/* float.h - floats: immediate but for extreme exponents, infinities and NaNs, which are
 * boxed. Implementation: float.c, complex.c.
 */
#ifndef MINIPY_VM_NUMBERS_FLOAT_H
#define MINIPY_VM_NUMBERS_FLOAT_H

#include "vm/core/vm.h"

typedef struct FloatObj {
    Object ob;
    double value;
} FloatObj;
typedef struct ComplexObj {
    Object ob;
    double real, imag;
} ComplexObj;
#define COMPLEX(v) ((ComplexObj *)(uintptr_t)(v))

/* For values that no word holds (value.h); VALUE_NULL: MemoryError. */
Value float_new_boxed(MinipyVM *vm, double d);
static inline Value float_new(MinipyVM *vm, double d)
{
    Value v = value_try_float(d);
    return likely(v != VALUE_NULL) ? v : float_new_boxed(vm, d);
}
/* v must be a float (value_is_float). */
static inline double float_value(Value v)
{
    return value_is_float_imm(v) ? value_float_imm(v)
                                 : ((FloatObj *)(uintptr_t)v)->value;
}
/* The order of d (not NaN) and the int i, exactly: -1, 0, 1. */
int float_compare_int(double d, Value i);
/* float(v) for any number (__float__, __index__): -1.0 and exception on failure. */
double number_as_double(MinipyVM *vm, Value v);
Value float_repr(MinipyVM *vm, double d);
Value float_from_text(
    MinipyVM *vm,
    Value str_or_bytes); /* ValueError "could not convert string to float: ..." */
double float_mod(double a, double b);                   /* Python's % for b != 0 */
double float_floordiv(double a, double b);              /* Python's // for b != 0 */
Value float_pow(MinipyVM *vm, double a, double b);      /* errors as CPython's */
int64_t float_hash(MinipyVM *vm, double d, Value self); /* NaN: by identity of self */
Value complex_new(MinipyVM *vm, double re, double im);
/* a + b, a - b or a * b of complex numbers and of numbers at hand, which the caller
 * holds: one that nobody else holds becomes the result, in *out (VALUE_NULL:
 * exception). False: number_binary() knows. */
bool complex_combine(MinipyVM *vm, Value a, Value b, char op, Value *out);

#endif
