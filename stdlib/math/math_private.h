/* math_private.h: what math.c, math_int.c and cmath.c share. */
#ifndef MINIPY_STDLIB_MATH_MATH_PRIVATE_H
#define MINIPY_STDLIB_MATH_MATH_PRIVATE_H

#include "stdlib/native.h"

/* Raise ValueError "math domain error" and OverflowError "math range error". */
Value math_domain_error(MinipyVM *vm);
Value math_range_error(MinipyVM *vm);

/* v as a double: false with an exception. */
bool math_double(MinipyVM *vm, Value v, double *out);

/* The last two arguments of isclose(), or what stands for them. False: an exception. */
bool math_tolerances(MinipyVM *vm, const Value *args, size_t nargs, double *rel_tol,
                     double *abs_tol);
/* What both modules have by these names. */
#define MATH_CONSTANTS                                                                 \
    HAS_FLOAT("pi", 3.14159265358979323846), HAS_FLOAT("e", 2.7182818284590452354),    \
        HAS_FLOAT("tau", 6.28318530717958647692), HAS_FLOAT("inf", INFINITY),          \
        HAS_FLOAT("nan", NAN)

/* math_int.c */
/* Functions of math on ints, for the table in math.c. */
Value math_factorial(NATIVE_ARGS);
Value math_comb(NATIVE_ARGS);
Value math_perm(NATIVE_ARGS);
Value math_isqrt(NATIVE_ARGS);
Value math_gcd(NATIVE_ARGS);
Value math_lcm(NATIVE_ARGS);

/* math_special.c */
enum { MATH_OK, MATH_DOMAIN, MATH_RANGE };
/* One of the above; the result is in *out with MATH_OK. */
int math_gamma(double x, double *out);
int math_lgamma(double x, double *out);
/* The Euclidean length of a vector, nearly correctly rounded. Changes the vector. */
double math_norm(double *vector, size_t n);

#endif
