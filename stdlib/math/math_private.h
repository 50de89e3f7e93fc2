/* math_private.h: what math.c, math_int.c and cmath.c share. */
#ifndef MINIPY_STDLIB_MATH_MATH_PRIVATE_H
#define MINIPY_STDLIB_MATH_MATH_PRIVATE_H

#include "vm/core/vm.h"

/* The signature of a native function, for definitions and rows. */
#define MATH_FN(name)                                                                  \
    Value name(MinipyVM *vm, Value self, const Value *args, size_t nargs, Value kwnames)
#define MATH_UNUSED (void)self, (void)args, (void)nargs, (void)kwnames

/* Raise ValueError "math domain error" and OverflowError "math range error". */
Value math_domain_error(MinipyVM *vm);
Value math_range_error(MinipyVM *vm);

/* v as a double: false with an exception. */
bool math_double(MinipyVM *vm, Value v, double *out);

/* math_int.c */
MATH_FN(math_factorial);
MATH_FN(math_comb);
MATH_FN(math_perm);
MATH_FN(math_isqrt);
MATH_FN(math_gcd);
MATH_FN(math_lcm);

/* math_special.c */
enum { MATH_OK, MATH_DOMAIN, MATH_RANGE };
int math_gamma(double x, double *out);
int math_lgamma(double x, double *out);
/* The Euclidean length of a vector, nearly correctly rounded. Changes the vector. */
double math_norm(double *vector, size_t n);

#endif
