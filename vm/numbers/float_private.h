/* float_private.h: what the files of the number types share. */
#ifndef MINIPY_VM_NUMBERS_FLOAT_PRIVATE_H
#define MINIPY_VM_NUMBERS_FLOAT_PRIVATE_H

#include "vm/numbers/float.h"

/* The double of a float or int operand: 1, 0 if v is neither, -1 when the int is too
 * large (OverflowError). */
int float_operand(MinipyVM *vm, Value v, double *out);

/* (a + bj) ** (c + dj) as a new complex; ZeroDivisionError, OverflowError. */
Value complex_pow_double(MinipyVM *vm, double a, double b, double c, double d);

/* v.__complex__() if v has one and is not a plain number: 1 and a new complex in *out,
 * 0 when it has none, -1 with an exception. */
int complex_from_special(MinipyVM *vm, Value v, Value *out);

#endif
