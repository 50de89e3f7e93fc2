/* math.c: the module math: everything on doubles, and the table of its functions.
 *
 * The C library computes; what is done here is what CPython adds: ValueError where the
 * function has no value, OverflowError where the result is too large, exactness for
 * ints beyond the doubles. Integer functions are in math_int.c, gamma and vectors in
 * math_special.c.
 */
#include <float.h>
#include <math.h>

#include "stdlib/math/math_private.h"
#include "vm/numbers/dtoa.h"
#include "vm/numbers/float_private.h"
#include "vm/numbers/int_big.h"
#include "vm/containers/iter.h"
#include "vm/numbers/number.h"
#include "vm/containers/sequence.h"
#include "vm/objects/call.h"

static const double pi = 3.14159265358979323846;

Value math_domain_error(MinipyVM *vm)
{
    return error_set(vm, EXC_ValueError, "math domain error");
}

Value math_range_error(MinipyVM *vm)
{
    return error_set(vm, EXC_OverflowError, "math range error");
}

bool math_double(MinipyVM *vm, Value v, double *out)
{
    if (value_is_float_imm(v)) {
        *out = value_float_imm(v);
        return true;
    }
    *out = number_as_double(vm, v);
    return *out != -1.0 || !error_occurred(vm);
}

/* ---- functions of one double --------------------------------------------------- */

/* What an infinite result of a finite argument means. */
enum { POLE_DOMAIN, POLE_RANGE };

static Value apply(MinipyVM *vm, Value v, double (*function)(double), int pole)
{
    double x;
    if (!math_double(vm, v, &x))
        return VALUE_NULL;
    double result = function(x);
    if (isnan(result) && !isnan(x))
        return math_domain_error(vm);
    if (isinf(result) && isfinite(x))
        return pole == POLE_RANGE ? math_range_error(vm) : math_domain_error(vm);
    return float_new(vm, result);
}

#define MATH_UNARY(name, function, pole)                                               \
    FN(name)                                                                           \
    {                                                                                  \
        return apply(vm, args[0], function, pole);                                     \
    }
MATH_UNARY(math_acos, acos, POLE_DOMAIN)
MATH_UNARY(math_acosh, acosh, POLE_DOMAIN)
MATH_UNARY(math_asin, asin, POLE_DOMAIN)
MATH_UNARY(math_asinh, asinh, POLE_DOMAIN)
MATH_UNARY(math_atan, atan, POLE_DOMAIN)
MATH_UNARY(math_atanh, atanh, POLE_DOMAIN)
MATH_UNARY(math_cbrt, cbrt, POLE_DOMAIN)
MATH_UNARY(math_cos, cos, POLE_DOMAIN)
MATH_UNARY(math_cosh, cosh, POLE_RANGE)
MATH_UNARY(math_exp, exp, POLE_RANGE)
MATH_UNARY(math_exp2, exp2, POLE_RANGE)
MATH_UNARY(math_expm1, expm1, POLE_RANGE)
MATH_UNARY(math_fabs, fabs, POLE_DOMAIN)
MATH_UNARY(math_log1p, log1p, POLE_DOMAIN)
MATH_UNARY(math_sin, sin, POLE_DOMAIN)
MATH_UNARY(math_sinh, sinh, POLE_RANGE)
MATH_UNARY(math_sqrt, sqrt, POLE_DOMAIN)
MATH_UNARY(math_tan, tan, POLE_DOMAIN)
MATH_UNARY(math_tanh, tanh, POLE_DOMAIN)
MATH_UNARY(math_erf, erf, POLE_DOMAIN)
MATH_UNARY(math_erfc, erfc, POLE_DOMAIN)

#define MATH_SPECIAL(name, function)                                                   \
    FN(name)                                                                           \
    {                                                                                  \
        double x, result;                                                              \
        if (!math_double(vm, args[0], &x))                                             \
            return VALUE_NULL;                                                         \
        switch (function(x, &result)) {                                                \
        case MATH_DOMAIN: return math_domain_error(vm);                                \
        case MATH_RANGE: return math_range_error(vm);                                  \
        default: return float_new(vm, result);                                         \
        }                                                                              \
    }
MATH_SPECIAL(math_fn_gamma, math_gamma)
MATH_SPECIAL(math_fn_lgamma, math_lgamma)

#define MATH_PLAIN(name, make, expression)                                             \
    FN(name)                                                                           \
    {                                                                                  \
        double x;                                                                      \
        if (!math_double(vm, args[0], &x))                                             \
            return VALUE_NULL;                                                         \
        return make(expression);                                                       \
    }
#define MAKE_FLOAT(d) float_new(vm, d)
MATH_PLAIN(math_degrees, MAKE_FLOAT, x *(180.0 / pi))
MATH_PLAIN(math_radians, MAKE_FLOAT, x *(pi / 180.0))
MATH_PLAIN(math_isfinite, value_from_bool, isfinite(x))
MATH_PLAIN(math_isinf, value_from_bool, isinf(x))
MATH_PLAIN(math_isnan, value_from_bool, isnan(x))

static double ulp(double x)
{
    x = fabs(x);
    if (!isfinite(x))
        return x;
    double above = nextafter(x, INFINITY);
    return isinf(above) ? x - nextafter(x, -INFINITY) : above - x;
}
MATH_PLAIN(math_ulp, MAKE_FLOAT, ulp(x))

/* ---- functions of two doubles -------------------------------------------------- */

static bool two_doubles(MinipyVM *vm, const Value *args, double *x, double *y)
{
    return math_double(vm, args[0], x) && math_double(vm, args[1], y);
}

static Value checked(MinipyVM *vm, double result, double x, double y)
{
    if (isnan(result) && !isnan(x) && !isnan(y))
        return math_domain_error(vm);
    if (isinf(result) && isfinite(x) && isfinite(y))
        return math_range_error(vm);
    return float_new(vm, result);
}

#define MATH_BINARY(name, expression)                                                  \
    FN(name)                                                                           \
    {                                                                                  \
        double x, y;                                                                   \
        if (!two_doubles(vm, args, &x, &y))                                            \
            return VALUE_NULL;                                                         \
        return checked(vm, expression, x, y);                                          \
    }
MATH_BINARY(math_atan2, atan2(x, y))
MATH_BINARY(math_copysign, copysign(x, y))
MATH_BINARY(math_fmod, fmod(x, y))
MATH_BINARY(math_remainder, remainder(x, y))

FN(math_nextafter)
{
    double x, y;
    if (!two_doubles(vm, args, &x, &y))
        return VALUE_NULL;
    return float_new(vm, nextafter(x, y));
}

FN(math_pow)
{
    double x, y;
    if (!two_doubles(vm, args, &x, &y))
        return VALUE_NULL;
    double result = pow(x, y);
    if (isfinite(x) && isfinite(y)) {
        if (isnan(result) || (isinf(result) && x == 0))
            return math_domain_error(vm);
        if (isinf(result))
            return math_range_error(vm);
    }
    return float_new(vm, result);
}

FN(math_ldexp)
{
    double x;
    int overflow;
    if (!math_double(vm, args[0], &x))
        return VALUE_NULL;
    if (!value_is_int(args[1])) {
        return error_set(vm, EXC_TypeError,
                         "Expected an int as second argument to ldexp.");
    }
    int64_t exponent = int_as_i64_overflow(args[1], &overflow);
    exponent = exponent > 10000 ? 10000 : exponent < -10000 ? -10000 : exponent;
    double result = ldexp(x, (int)exponent);
    if (isinf(result) && isfinite(x))
        return math_range_error(vm);
    return float_new(vm, result);
}

/* A new tuple of the two values (taken over; either may be VALUE_NULL). */
static Value pair_steal(MinipyVM *vm, Value a, Value b)
{
    Value pair[2] = {a, b};
    if (a == VALUE_NULL || b == VALUE_NULL) {
        value_xdecref(vm, a);
        value_xdecref(vm, b);
        return VALUE_NULL;
    }
    return tuple_from_steal(vm, pair, 2);
}

FN(math_frexp)
{
    double x;
    int exponent = 0;
    if (!math_double(vm, args[0], &x))
        return VALUE_NULL;
    if (isfinite(x) && x != 0)
        x = frexp(x, &exponent);
    return pair_steal(vm, float_new(vm, x), value_from_imm(exponent));
}

FN(math_modf)
{
    double x, whole;
    if (!math_double(vm, args[0], &x))
        return VALUE_NULL;
    double fraction = modf(x, &whole);
    return pair_steal(vm, float_new(vm, fraction), float_new(vm, whole));
}

/* ---- logarithms ---------------------------------------------------------------- */

/* A positive int too large for a double, as d * 2**(result) with 0.5 <= d < 1. */
static int64_t int_frexp(Value v, double *d)
{
    IntView view;
    int_view(v, &view);
    int64_t n = view.size;
    int lead = __builtin_clzll(view.limbs[n - 1]);
    mp_limb_t top = view.limbs[n - 1] << lead;
    if (lead > 0)
        top |= view.limbs[n - 2] >> (64 - lead);
    int64_t exponent = n * 64 - lead;
    bool sticky = view.limbs[n - 2] << lead != 0 || n > 2;
    *d = double_assemble(top, -64, sticky);
    if (*d == 1.0) {
        *d = 0.5;
        exponent++;
    }
    return exponent;
}

static Value log_of(MinipyVM *vm, Value v, double (*function)(double))
{
    double x;
    if (value_is_int(v) && int_sign(v) <= 0)
        return math_domain_error(vm);
    if (value_is_int(v) && int_bit_length(v) > 1023) {
        int64_t exponent = int_frexp(v, &x);
        return float_new(vm, function(x) + function(2.0) * (double)exponent);
    }
    if (value_is_int(v)) /* a class of its own is not asked for __float__ */
        return float_new(vm, function(int_as_double(vm, v)));
    if (!math_double(vm, v, &x))
        return VALUE_NULL;
    if (x <= 0)
        return math_domain_error(vm);
    return float_new(vm, function(x));
}

FN(math_log)
{
    if (nargs < 1 || nargs > 2)
        return error_set(vm, EXC_TypeError, "math.log requires 1 to 2 arguments");
    Value result = log_of(vm, args[0], log);
    if (nargs == 1 || result == VALUE_NULL)
        return result;
    Value base = log_of(vm, args[1], log);
    if (base != VALUE_NULL) {
        value_set_steal(vm, &result, number_true_divide(vm, result, base));
        value_decref(vm, base);
        return result;
    }
    value_decref(vm, result);
    return VALUE_NULL;
}

FN(math_log2)
{
    return log_of(vm, args[0], log2);
}

FN(math_log10)
{
    return log_of(vm, args[0], log10);
}

/* ---- to ints ------------------------------------------------------------------- */

/* type(v).name(v), or what `function` of the double gives. */
static Value round_to_int(MinipyVM *vm, Value v, Value name, double (*function)(double))
{
    double x;
    if (value_is_int_imm(v))
        return v;
    if (!value_is_float_imm(v) && !value_is_exact(vm, v, KIND_FLOAT)) {
        Value result = call_special(vm, v, name, NULL, 0);
        if (result != VALUE_NULL || error_occurred(vm))
            return result;
    }
    return math_double(vm, v, &x) ? int_from_double(vm, function(x)) : VALUE_NULL;
}

FN(math_floor)
{
    return round_to_int(vm, args[0], NAME(vm, __floor__), floor);
}

FN(math_ceil)
{
    return round_to_int(vm, args[0], NAME(vm, __ceil__), ceil);
}

FN(math_trunc)
{
    if (value_is_float_imm(args[0]))
        return int_from_double(vm, value_float_imm(args[0]));
    Value result = call_special(vm, args[0], NAME(vm, __trunc__), NULL, 0);
    if (result == VALUE_NULL && !error_occurred(vm)) {
        return error_set(vm, EXC_TypeError, "type %T doesn't define __trunc__ method",
                         args[0]);
    }
    return result;
}

/* ---- sums and products --------------------------------------------------------- */

/* The exact sum of what was added, as doubles that do not overlap, smallest first
 * (Shewchuk), and what infinities and NaNs were met. */
typedef struct Partials {
    double *parts;
    size_t count, capacity;
    double special; /* sum of the terms that are not finite */
    double infinities;
    double small[32];
} Partials;

static int partials_push(MinipyVM *vm, Partials *p, double x)
{
    if (p->count == p->capacity) {
        size_t capacity = p->capacity * 2;
        double *parts = mem_realloc_array(vm, p->parts == p->small ? NULL : p->parts,
                                          capacity, sizeof *parts);
        if (parts == NULL)
            return -1;
        if (p->parts == p->small)
            memcpy(parts, p->small, sizeof p->small);
        p->parts = parts;
        p->capacity = capacity;
    }
    p->parts[p->count++] = x;
    return 0;
}

static int partials_add(MinipyVM *vm, Partials *p, double term)
{
    double x = term;
    size_t kept = 0;
    for (size_t i = 0; i < p->count; i++) {
        double y = p->parts[i];
        if (fabs(x) < fabs(y)) {
            double swap = x;
            x = y;
            y = swap;
        }
        double high = x + y;
        double low = y - (high - x);
        if (low != 0)
            p->parts[kept++] = low;
        x = high;
    }
    p->count = kept;
    if (x == 0)
        return 0;
    if (isfinite(x))
        return partials_push(vm, p, x);
    if (isfinite(term)) {
        error_set(vm, EXC_OverflowError, "intermediate overflow in fsum");
        return -1;
    }
    if (isinf(term))
        p->infinities += term;
    p->special += term;
    p->count = 0;
    return 0;
}

/* The partials rounded once; the tie that the next lower part decides is looked at. */
static double partials_round(const Partials *p)
{
    size_t n = p->count;
    if (n == 0)
        return 0.0;
    double high = p->parts[--n];
    double low = 0.0;
    while (n > 0 && low == 0) {
        double x = high;
        double y = p->parts[--n];
        high = x + y;
        low = y - (high - x);
    }
    if (n > 0 &&
        ((low < 0 && p->parts[n - 1] < 0) || (low > 0 && p->parts[n - 1] > 0))) {
        double twice = low * 2.0;
        double away = high + twice;
        if (twice == away - high)
            high = away;
    }
    return high;
}

static Value partials_result(MinipyVM *vm, const Partials *p)
{
    if (p->special != 0) { /* NaN too */
        if (isnan(p->infinities))
            return error_set(vm, EXC_ValueError, "-inf + inf in fsum");
        return float_new(vm, p->special);
    }
    return float_new(vm, partials_round(p));
}

static int take_addend(MinipyVM *vm, void *partials, Value item)
{
    double x;
    int r = math_double(vm, item, &x) ? partials_add(vm, partials, x) : -1;
    value_decref(vm, item);
    return r;
}

FN(math_fsum)
{
    Partials p = {.count = 0, .capacity = 32, .special = 0, .infinities = 0};
    p.parts = p.small;
    Each each = each_of(vm, args[0]);
    each_feed(vm, &each, (Sink){take_addend, NULL, &p});
    while (each_next(vm, &each))
        each.status = take_addend(vm, &p, each_take(&each));
    Value result = VALUE_NULL;
    if (each_end(vm, &each) == 0)
        result = partials_result(vm, &p);
    if (p.parts != p.small)
        mem_free(vm, p.parts);
    return result;
}

/* The product of two ints of a word, or of two floats; VALUE_NULL: as `*` does it. */
static inline Value quick_product(MinipyVM *vm, Value a, Value b)
{
    int64_t product;
    if (value_both_float_imm(a, b))
        return float_new(vm, value_float_imm(a) * value_float_imm(b));
    if (value_is_int_imm(a) && value_is_int_imm(b) &&
        !__builtin_mul_overflow(value_imm(a), value_imm(b), &product) &&
        product >= INT_IMM_MIN && product <= INT_IMM_MAX)
        return value_from_imm(product);
    return VALUE_NULL;
}

/* Multiplies a float by the floats that come next in a list or tuple. */
static Value product_run(MinipyVM *vm, Each *e, Value result)
{
    const Value *items = seq_items(e->it);
    int64_t n = seq_size(e->it), i = e->index;
    double product = value_float_imm(result);
    for (; i < n && value_is_float_imm(items[i]); i++)
        product *= value_float_imm(items[i]);
    e->index = i;
    return float_new(vm, product);
}

FN(math_prod)
{
    Value start = GIVEN(1), result = start ? value_incref(start) : value_from_imm(1);
    Each each = each_of(vm, args[0]);
    while (each_next(vm, &each)) {
        Value product = quick_product(vm, result, each.item);
        value_set_steal(vm, &result,
                        product ? product : number_multiply(vm, result, each.item));
        if (result && each.by == EACH_VALUES && value_is_float_imm(result))
            result = product_run(vm, &each, result);
        each.status = result ? 0 : -1;
    }
    if (each_end(vm, &each) < 0)
        value_clear(vm, &result);
    return result;
}

/* ---- vectors ------------------------------------------------------------------- */

enum { SMALL_VECTOR = 16 };

FN(math_hypot)
{
    double small[SMALL_VECTOR];
    double *vector = small;
    if (nargs > SMALL_VECTOR) {
        vector = mem_realloc_array(vm, NULL, nargs, sizeof *vector);
        if (vector == NULL)
            return VALUE_NULL;
    }
    bool ok = true;
    for (size_t i = 0; i < nargs && ok; i++)
        ok = math_double(vm, args[i], &vector[i]);
    Value result = ok ? float_new(vm, math_norm(vector, nargs)) : VALUE_NULL;
    if (vector != small)
        mem_free(vm, vector);
    return result;
}

static Value dist_of(MinipyVM *vm, Value p, Value q)
{
    double small[SMALL_VECTOR];
    double *vector = small;
    int64_t n = tuple_size(p);
    if (n != tuple_size(q)) {
        return error_set(vm, EXC_ValueError,
                         "both points must have the same number of dimensions");
    }
    if (n > SMALL_VECTOR) {
        vector = mem_realloc_array(vm, NULL, (size_t)n, sizeof *vector);
        if (vector == NULL)
            return VALUE_NULL;
    }
    bool ok = true;
    for (int64_t i = 0; i < n && ok; i++) {
        double x, y;
        ok = math_double(vm, tuple_get_borrow(p, i), &x) &&
             math_double(vm, tuple_get_borrow(q, i), &y);
        vector[i] = ok ? x - y : 0;
    }
    Value result = ok ? float_new(vm, math_norm(vector, (size_t)n)) : VALUE_NULL;
    if (vector != small)
        mem_free(vm, vector);
    return result;
}

FN(math_dist)
{
    Value p = sequence_tuple(vm, args[0]);
    Value q = p == VALUE_NULL ? VALUE_NULL : sequence_tuple(vm, args[1]);
    Value result = q == VALUE_NULL ? VALUE_NULL : dist_of(vm, p, q);
    value_xdecref(vm, p);
    value_xdecref(vm, q);
    return result;
}

/* ---- closeness ----------------------------------------------------------------- */

static bool is_close(double a, double b, double rel_tol, double abs_tol)
{
    if (a == b)
        return true;
    if (isinf(a) || isinf(b))
        return false;
    double difference = fabs(b - a);
    return difference <= fabs(rel_tol * b) || difference <= fabs(rel_tol * a) ||
           difference <= abs_tol;
}

bool math_tolerances(MinipyVM *vm, const Value *args, size_t nargs, double *rel_tol,
                     double *abs_tol)
{
    *rel_tol = 1e-09;
    *abs_tol = 0.0;
    if ((GIVEN(2) && !math_double(vm, args[2], rel_tol)) ||
        (GIVEN(3) && !math_double(vm, args[3], abs_tol)))
        return false;
    if (!(*rel_tol < 0.0) && !(*abs_tol < 0.0))
        return true;
    error_set(vm, EXC_ValueError, "tolerances must be non-negative");
    return false;
}

FN(math_isclose)
{
    double x, y, rel_tol, abs_tol;
    if (!math_double(vm, args[0], &x) || !math_double(vm, args[1], &y) ||
        !math_tolerances(vm, args, nargs, &rel_tol, &abs_tol))
        return VALUE_NULL;
    return value_from_bool(is_close(x, y, rel_tol, abs_tol));
}

/* ---- the module ---------------------------------------------------------------- */

static METHODS(methods,
    {"acos", math_acos, 0, "($module, x, /)", "The arc cosine, in radians."},
    {"acosh", math_acosh, 0, "($module, x, /)", "The inverse of cosh."},
    {"asin", math_asin, 0, "($module, x, /)", "The arc sine, in radians."},
    {"asinh", math_asinh, 0, "($module, x, /)", "The inverse of sinh."},
    {"atan", math_atan, 0, "($module, x, /)", "The arc tangent, in radians."},
    {"atan2", math_atan2, 0, "($module, y, x, /)", "The angle of the point (x, y)."},
    {"atanh", math_atanh, 0, "($module, x, /)", "The inverse of tanh."},
    {"cbrt", math_cbrt, 0, "($module, x, /)", "The cube root."},
    {"ceil", math_ceil, 0, "($module, x, /)", "The smallest int that is not smaller than x."},
    {"comb", math_comb, 0, "($module, n, k, /)", "The number of ways to choose k of n, unordered."},
    {"copysign", math_copysign, 0, "($module, x, y, /)", "The size of x with the sign of y."},
    {"cos", math_cos, 0, "($module, x, /)", "The cosine of x radians."},
    {"cosh", math_cosh, 0, "($module, x, /)", "The hyperbolic cosine."},
    {"degrees", math_degrees, 0, "($module, x, /)", "Radians to degrees."},
    {"dist", math_dist, 0, "($module, p, q, /)", "The Euclidean distance of two points."},
    {"erf", math_erf, 0, "($module, x, /)", "The error function."},
    {"erfc", math_erfc, 0, "($module, x, /)", "1 - erf(x), accurately."},
    {"exp", math_exp, 0, "($module, x, /)", "e to the power x."},
    {"exp2", math_exp2, 0, "($module, x, /)", "2 to the power x."},
    {"expm1", math_expm1, 0, "($module, x, /)", "exp(x) - 1, accurately."},
    {"fabs", math_fabs, 0, "($module, x, /)", "The size of x as a float."},
    {"factorial", math_factorial, 0, "($module, n, /)", "n!"},
    {"floor", math_floor, 0, "($module, x, /)", "The largest int that is not larger than x."},
    {"fmod", math_fmod, 0, "($module, x, y, /)", "The remainder with the sign of x, as C computes it."},
    {"frexp", math_frexp, 0, "($module, x, /)", "The pair (m, e) with x == m * 2**e, 0.5 <= |m| < 1."},
    {"fsum", math_fsum, 0, "($module, seq, /)", "The sum of floats, rounded only once."},
    {"gamma", math_fn_gamma, 0, "($module, x, /)", "The gamma function."},
    {"gcd", math_gcd, 0, "($module, *integers)", "Greatest common divisor."},
    {"hypot", math_hypot, M_UNSIGNED, "($module, *coordinates)", "hypot(*coordinates) -> value\n\n"
     "The Euclidean length of a vector."},
    {"isclose", math_isclose, 0, "($module, /, a, b, *, rel_tol=1e-09, abs_tol=0.0)",
     "True if a and b differ by no more than a tolerance."},
    {"isfinite", math_isfinite, 0, "($module, x, /)", "True if x is neither infinite nor NaN."},
    {"isinf", math_isinf, 0, "($module, x, /)", "True if x is infinite."},
    {"isnan", math_isnan, 0, "($module, x, /)", "True if x is a NaN."},
    {"isqrt", math_isqrt, 0, "($module, n, /)", "The integer part of the square root."},
    {"lcm", math_lcm, 0, "($module, *integers)", "Least common multiple."},
    {"ldexp", math_ldexp, 0, "($module, x, i, /)", "x * 2**i."},
    {"lgamma", math_fn_lgamma, 0, "($module, x, /)", "The natural logarithm of the size of gamma(x)."},
    {"log", math_log, M_BARE | M_UNSIGNED, "($module, *args)", "log(x, [base=math.e])\n\n"
     "The logarithm of x to the given base."},
    {"log10", math_log10, 0, "($module, x, /)", "The logarithm to base 10."},
    {"log1p", math_log1p, 0, "($module, x, /)", "log(1 + x), accurately."},
    {"log2", math_log2, 0, "($module, x, /)", "The logarithm to base 2."},
    {"modf", math_modf, 0, "($module, x, /)", "The fractional and the whole part, both as floats."},
    {"nextafter", math_nextafter, 0, "($module, x, y, /)", "The next float after x in the direction of y."},
    {"perm", math_perm, 0, "($module, n, k=None, /)", "The number of ways to choose k of n, ordered."},
    {"pow", math_pow, 0, "($module, x, y, /)", "x to the power y, in floats."},
    {"prod", math_prod, 0, "($module, iterable, /, *, start=1)", "The product of the items and start."},
    {"radians", math_radians, 0, "($module, x, /)", "Degrees to radians."},
    {"remainder", math_remainder, 0, "($module, x, y, /)", "The remainder nearest to 0, as IEEE 754 has it."},
    {"sin", math_sin, 0, "($module, x, /)", "The sine of x radians."},
    {"sinh", math_sinh, 0, "($module, x, /)", "The hyperbolic sine."},
    {"sqrt", math_sqrt, 0, "($module, x, /)", "The square root."},
    {"tan", math_tan, 0, "($module, x, /)", "The tangent of x radians."},
    {"tanh", math_tanh, 0, "($module, x, /)", "The hyperbolic tangent."},
    {"trunc", math_trunc, 0, "($module, x, /)", "The nearest int towards 0, by x.__trunc__()."},
    {"ulp", math_ulp, 0, "($module, x, /)", "The value of the last bit of the float x."},
);

static CONTENTS(contents,
    MATH_CONSTANTS,
);

MODULE_SPEC(math_module_spec,
    .name = "math",
    .doc = "The mathematical functions of the C standard, and more.",
    .methods = methods, .contents = contents,
);
