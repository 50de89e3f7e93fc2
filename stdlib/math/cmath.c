/* cmath.c: the module cmath.
 *
 * For infinite and NaN parts the C library's complex functions give the values that the
 * C standard's annex G lists; where that leaves a sign or a NaN open, the choice is
 * made here so that it is CPython's. For finite parts the formulas are written out, in
 * CPython's order of operations, because the last bits of glibc's differ. Branch cuts
 * follow the signs of zeros (Kahan).
 */
#include <complex.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "stdlib/math/math_private.h"
#include "vm/numbers/float_private.h"

typedef struct Z {
    double re, im;
    int error; /* MATH_OK, MATH_DOMAIN, MATH_RANGE */
} Z;

#define LARGE (DBL_MAX / 4.0)
#define LOG_LARGE 708.3964185322641 /* log(LARGE), nearly */

static const double pi = 3.14159265358979323846;
static const double ln2 = 0.6931471805599453094;
static const double ln10 = 2.302585092994045684;
static const double euler = 2.7182818284590452354;

static bool finite_z(Z z)
{
    return isfinite(z.re) && isfinite(z.im);
}

static Z make(double re, double im)
{
    return (Z){re, im, MATH_OK};
}

static Z from_c99(double complex z)
{
    return make(creal(z), cimag(z));
}

/* Without the signs of NaNs, which the C library would hand on. Through the two doubles
 * that C11 says a complex is: re + im * I loses infinities and signs of zeros, and
 * CMPLX is missing where glibc's header meets clang. */
static double complex to_c99(Z z)
{
    double parts[2] = {isnan(z.re) ? NAN : z.re, isnan(z.im) ? NAN : z.im};
    double complex c;
    memcpy(&c, parts, sizeof c);
    return c;
}

/* i * z and z / i: rotations by a quarter turn. */
static Z times_i(Z z)
{
    return (Z){-z.im, z.re, z.error};
}

static Z over_i(Z z)
{
    return (Z){z.im, -z.re, z.error};
}

static Z range_checked(Z z)
{
    if (isinf(z.re) || isinf(z.im))
        z.error = MATH_RANGE;
    return z;
}

/* ---- roots and logarithms ------------------------------------------------------ */

static Z z_sqrt(Z z)
{
    double ax = fabs(z.re), ay = fabs(z.im), s;
    if (!finite_z(z))
        return from_c99(csqrt(to_c99(z)));
    if (z.re == 0 && z.im == 0)
        return make(0, z.im);
    if (ax < DBL_MIN && ay < DBL_MIN) { /* scaled up, so that nothing is lost */
        ax = ldexp(ax, DBL_MANT_DIG);
        s = ldexp(sqrt(ax + hypot(ax, ldexp(ay, DBL_MANT_DIG))),
                  -(DBL_MANT_DIG + 1) / 2);
    } else {
        ax /= 8.0;
        s = 2.0 * sqrt(ax + hypot(ax, ay / 8.0));
    }
    double d = ay / (2.0 * s);
    return z.re >= 0 ? make(s, copysign(d, z.im)) : make(d, copysign(s, z.im));
}

static double log_length(Z z)
{
    double ax = fabs(z.re), ay = fabs(z.im);
    if (ax > LARGE || ay > LARGE)
        return log(hypot(ax / 2.0, ay / 2.0)) + ln2;
    if (ax < DBL_MIN && ay < DBL_MIN) {
        return log(hypot(ldexp(ax, DBL_MANT_DIG), ldexp(ay, DBL_MANT_DIG))) -
               DBL_MANT_DIG * ln2;
    }
    double length = hypot(ax, ay);
    if (0.71 <= length && length <= 1.73) {
        double more = ax > ay ? ax : ay;
        double less = ax > ay ? ay : ax;
        return log1p((more - 1) * (more + 1) + less * less) / 2.0;
    }
    return log(length);
}

static Z z_log(Z z)
{
    if (!finite_z(z))
        return from_c99(clog(to_c99(z)));
    if (z.re == 0 && z.im == 0)
        return (Z){-INFINITY, atan2(z.im, z.re), MATH_DOMAIN};
    return make(log_length(z), atan2(z.im, z.re));
}

static Z z_log10(Z z)
{
    Z result = z_log(z);
    result.re /= ln10;
    result.im /= ln10;
    return result;
}

/* ---- inverse functions --------------------------------------------------------- */

static bool very_large(Z z)
{
    return fabs(z.re) > LARGE || fabs(z.im) > LARGE;
}

/* log(2 * |z|) for very large z. */
static double log_double(Z z)
{
    return log(hypot(z.re / 2.0, z.im / 2.0)) + ln2 * 2.0;
}

static Z z_acos(Z z)
{
    if (!finite_z(z)) {
        Z result = from_c99(cacos(to_c99(z)));
        if (isinf(z.re) && isnan(z.im))
            result.im = INFINITY;
        return result;
    }
    if (very_large(z)) {
        double im =
            z.re < 0 ? -copysign(log_double(z), z.im) : copysign(log_double(z), -z.im);
        return make(atan2(fabs(z.im), z.re), im);
    }
    Z s1 = z_sqrt(make(1.0 - z.re, -z.im));
    Z s2 = z_sqrt(make(1.0 + z.re, z.im));
    return make(2.0 * atan2(s1.re, s2.re), asinh(s2.re * s1.im - s2.im * s1.re));
}

static Z z_acosh(Z z)
{
    if (!finite_z(z))
        return z.re == 0 && isnan(z.im) ? make(NAN, NAN) : from_c99(cacosh(to_c99(z)));
    if (very_large(z))
        return make(log_double(z), atan2(z.im, z.re));
    Z s1 = z_sqrt(make(z.re - 1.0, z.im));
    Z s2 = z_sqrt(make(z.re + 1.0, z.im));
    return make(asinh(s1.re * s2.re + s1.im * s2.im), 2.0 * atan2(s1.im, s2.re));
}

static Z z_asinh(Z z)
{
    if (!finite_z(z))
        return from_c99(casinh(to_c99(z)));
    if (very_large(z)) {
        double re =
            z.im >= 0 ? copysign(log_double(z), z.re) : -copysign(log_double(z), -z.re);
        return make(re, atan2(z.im, fabs(z.re)));
    }
    Z s1 = z_sqrt(make(1.0 + z.im, -z.re));
    Z s2 = z_sqrt(make(1.0 - z.im, z.re));
    return make(asinh(s1.re * s2.im - s2.re * s1.im),
                atan2(z.im, s1.re * s2.re - s1.im * s2.im));
}

static Z z_asin(Z z)
{
    return over_i(z_asinh(times_i(z)));
}

/* atanh for a real part that is not negative. */
static Z atanh_right(Z z)
{
    double ay = fabs(z.im);
    if (z.re > sqrt(LARGE) || ay > sqrt(LARGE)) {
        double half = hypot(z.re / 2.0, z.im / 2.0);
        return make(z.re / 4.0 / half / half, -copysign(pi / 2.0, -z.im));
    }
    if (z.re == 1.0 && ay < sqrt(DBL_MIN)) {
        if (ay == 0.0)
            return (Z){INFINITY, z.im, MATH_DOMAIN};
        return make(-log(sqrt(ay) / sqrt(hypot(ay, 2.0))),
                    copysign(atan2(2.0, -ay) / 2.0, z.im));
    }
    return make(log1p(4.0 * z.re / ((1 - z.re) * (1 - z.re) + ay * ay)) / 4.0,
                -atan2(-2.0 * z.im, (1 - z.re) * (1 + z.re) - ay * ay) / 2.0);
}

static Z z_atanh(Z z)
{
    if (!finite_z(z))
        return from_c99(catanh(to_c99(z)));
    if (signbit(z.re)) {
        Z result = atanh_right(make(-z.re, -z.im));
        return (Z){-result.re, -result.im, result.error};
    }
    return atanh_right(z);
}

static Z z_atan(Z z)
{
    return over_i(z_atanh(times_i(z)));
}

/* ---- exponential and hyperbolic functions -------------------------------------- */

static Z z_exp(Z z)
{
    if (!finite_z(z)) {
        Z result = from_c99(cexp(to_c99(z)));
        if (isinf(z.re) && z.re < 0 && !isfinite(z.im))
            result = make(0, 0);
        if (isinf(z.im) && (isfinite(z.re) || z.re > 0))
            result.error = MATH_DOMAIN;
        return result;
    }
    if (z.re > LOG_LARGE) {
        double length = exp(z.re - 1.0);
        return range_checked(
            make(length * cos(z.im) * euler, length * sin(z.im) * euler));
    }
    double length = exp(z.re);
    return range_checked(make(length * cos(z.im), length * sin(z.im)));
}

/* The two by their parts; where those overflow, from a point one nearer to zero. */
static Z hyperbolic(Z z, double (*re)(double), double (*im)(double))
{
    bool large = fabs(z.re) > LOG_LARGE;
    double x = large ? z.re - copysign(1.0, z.re) : z.re, scale = large ? euler : 1.0;
    return range_checked(make(cos(z.im) * re(x) * scale, sin(z.im) * im(x) * scale));
}

static Z z_cosh(Z z)
{
    if (!finite_z(z)) {
        Z result = from_c99(ccosh(to_c99(z)));
        if (isnan(z.re) && z.im == 0)
            result.im = 0;
        if (isinf(z.im) && !isnan(z.re))
            result.error = MATH_DOMAIN;
        return result;
    }
    return hyperbolic(z, cosh, sinh);
}

static Z z_sinh(Z z)
{
    if (!finite_z(z)) {
        Z result = from_c99(csinh(to_c99(z)));
        if (z.re == 0 && isnan(z.im))
            result.re = 0;
        if (isinf(z.im) && !isnan(z.re))
            result.error = MATH_DOMAIN;
        return result;
    }
    return hyperbolic(z, sinh, cosh);
}

static Z z_tanh(Z z)
{
    if (!finite_z(z)) {
        Z result = from_c99(ctanh(to_c99(z)));
        if (z.re == 0 && isnan(z.im))
            result.re = NAN;
        else if (isinf(z.re) && isinf(z.im))
            result.im = 0;
        if (isinf(z.im) && isfinite(z.re))
            result.error = MATH_DOMAIN;
        return result;
    }
    if (fabs(z.re) > LOG_LARGE) {
        return make(copysign(1.0, z.re),
                    4.0 * sin(z.im) * cos(z.im) * exp(-2.0 * fabs(z.re)));
    }
    double tx = tanh(z.re);
    double ty = tan(z.im);
    double cx = 1.0 / cosh(z.re);
    double product = tx * ty;
    double scale = 1.0 + product * product;
    return make(tx * (1.0 + ty * ty) / scale, ((ty / scale) * cx) * cx);
}

static Z z_cos(Z z)
{
    return z_cosh(times_i(z));
}

static Z z_sin(Z z)
{
    return over_i(z_sinh(times_i(z)));
}

static Z z_tan(Z z)
{
    return over_i(z_tanh(times_i(z)));
}

/* ---- arguments and results ----------------------------------------------------- */

static bool argument(MinipyVM *vm, Value v, Z *out)
{
    Value special;
    if (value_is_kind(v, KIND_COMPLEX)) {
        *out = make(COMPLEX(v)->real, COMPLEX(v)->imag);
        return true;
    }
    int found = complex_from_special(vm, v, &special);
    if (found < 0)
        return false;
    if (found) {
        *out = make(COMPLEX(special)->real, COMPLEX(special)->imag);
        value_decref(vm, special);
        return true;
    }
    *out = make(0, 0);
    return math_double(vm, v, &out->re);
}

static Value result_of(MinipyVM *vm, Z z)
{
    if (z.error == MATH_DOMAIN)
        return math_domain_error(vm);
    if (z.error == MATH_RANGE)
        return math_range_error(vm);
    return complex_new(vm, z.re, z.im);
}

#define CMATH_UNARY(name, function)                                                    \
    FN(name)                                                                           \
    {                                                                                  \
        Z z;                                                                           \
        return argument(vm, args[0], &z) ? result_of(vm, function(z)) : VALUE_NULL;    \
    }
CMATH_UNARY(cmath_acos, z_acos)
CMATH_UNARY(cmath_acosh, z_acosh)
CMATH_UNARY(cmath_asin, z_asin)
CMATH_UNARY(cmath_asinh, z_asinh)
CMATH_UNARY(cmath_atan, z_atan)
CMATH_UNARY(cmath_atanh, z_atanh)
CMATH_UNARY(cmath_cos, z_cos)
CMATH_UNARY(cmath_cosh, z_cosh)
CMATH_UNARY(cmath_exp, z_exp)
CMATH_UNARY(cmath_log10, z_log10)
CMATH_UNARY(cmath_sin, z_sin)
CMATH_UNARY(cmath_sinh, z_sinh)
CMATH_UNARY(cmath_sqrt, z_sqrt)
CMATH_UNARY(cmath_tan, z_tan)
CMATH_UNARY(cmath_tanh, z_tanh)

/* a / b as complex division does it (Smith). */
static Z z_divide(Z a, Z b)
{
    if (b.re == 0 && b.im == 0)
        return (Z){0, 0, MATH_DOMAIN};
    if (fabs(b.re) >= fabs(b.im)) {
        double ratio = b.im / b.re;
        double scale = b.re + b.im * ratio;
        return make((a.re + a.im * ratio) / scale, (a.im - a.re * ratio) / scale);
    }
    if (fabs(b.im) >= fabs(b.re)) {
        double ratio = b.re / b.im;
        double scale = b.re * ratio + b.im;
        return make((a.re * ratio + a.im) / scale, (a.im * ratio - a.re) / scale);
    }
    return make(NAN, NAN);
}

FN(cmath_log)
{
    Z z, base;
    if (!argument(vm, args[0], &z) || (nargs == 2 && !argument(vm, args[1], &base)))
        return VALUE_NULL;
    Z result = z_log(z);
    if (nargs == 2) {
        base = z_log(base);
        result = z_divide(result, base); /* log(0) alone is the error, not log(0, b) */
        result.error = result.error != MATH_OK ? result.error : base.error;
    }
    return result_of(vm, result);
}

FN(cmath_phase)
{
    Z z;
    if (!argument(vm, args[0], &z))
        return VALUE_NULL;
    errno = 0;
    double angle = atan2(z.im, z.re);
    /* An angle that underflows is an error, oddly; only glibc knows which ones do. */
    return errno == ERANGE ? math_range_error(vm) : float_new(vm, angle);
}

FN(cmath_polar)
{
    Z z;
    if (!argument(vm, args[0], &z))
        return VALUE_NULL;
    double length = hypot(z.re, z.im);
    if (isinf(length) && finite_z(z))
        return math_range_error(vm);
    Value pair[2] = {float_new(vm, length), float_new(vm, atan2(z.im, z.re))};
    if (pair[0] == VALUE_NULL || pair[1] == VALUE_NULL) {
        value_xdecref(vm, pair[0]);
        value_xdecref(vm, pair[1]);
        return VALUE_NULL;
    }
    return tuple_from_steal(vm, pair, 2);
}

/* rect() where the length or the angle is not finite. */
static Z rect_special(double r, double phi)
{
    if (isinf(r) && isfinite(phi) && phi != 0) {
        double size = r > 0 ? INFINITY : -INFINITY;
        return make(copysign(size, size * cos(phi)), copysign(size, size * sin(phi)));
    }
    Z z;
    if (r == 0)
        z = make(0, 0);
    else if (phi == 0)
        z = make(r, isnan(r) ? 0 : copysign(0, r) * copysign(1, phi));
    else
        z = make(isinf(r) ? INFINITY : NAN, NAN);
    if (r != 0 && !isnan(r) && isinf(phi))
        z.error = MATH_DOMAIN;
    return z;
}

FN(cmath_rect)
{
    double r, phi;
    if (!math_double(vm, args[0], &r) || !math_double(vm, args[1], &phi))
        return VALUE_NULL;
    if (!isfinite(r) || !isfinite(phi))
        return result_of(vm, rect_special(r, phi));
    if (phi == 0) /* keeps the zero's sign */
        return complex_new(vm, r, r * phi);
    return complex_new(vm, r * cos(phi), r * sin(phi));
}

FN(cmath_isfinite)
{
    Z z;
    return argument(vm, args[0], &z) ? value_from_bool(finite_z(z)) : VALUE_NULL;
}

FN(cmath_isinf)
{
    Z z;
    return argument(vm, args[0], &z) ? value_from_bool(isinf(z.re) || isinf(z.im))
                                     : VALUE_NULL;
}

FN(cmath_isnan)
{
    Z z;
    return argument(vm, args[0], &z) ? value_from_bool(isnan(z.re) || isnan(z.im))
                                     : VALUE_NULL;
}

static bool is_close(Z a, Z b, double rel_tol, double abs_tol)
{
    if (a.re == b.re && a.im == b.im)
        return true;
    if (isinf(a.re) || isinf(a.im) || isinf(b.re) || isinf(b.im))
        return false;
    double difference = hypot(a.re - b.re, a.im - b.im);
    return difference <= rel_tol * hypot(b.re, b.im) ||
           difference <= rel_tol * hypot(a.re, a.im) || difference <= abs_tol;
}

FN(cmath_isclose)
{
    Z x, y;
    double rel_tol, abs_tol;
    if (!argument(vm, args[0], &x) || !argument(vm, args[1], &y) ||
        !math_tolerances(vm, args, nargs, &rel_tol, &abs_tol))
        return VALUE_NULL;
    return value_from_bool(is_close(x, y, rel_tol, abs_tol));
}

/* ---- the module ---------------------------------------------------------------- */

static METHODS(methods,
    {"acos", cmath_acos, 0, "($module, z, /)", "The arc cosine."},
    {"acosh", cmath_acosh, 0, "($module, z, /)", "The inverse of cosh."},
    {"asin", cmath_asin, 0, "($module, z, /)", "The arc sine."},
    {"asinh", cmath_asinh, 0, "($module, z, /)", "The inverse of sinh."},
    {"atan", cmath_atan, 0, "($module, z, /)", "The arc tangent."},
    {"atanh", cmath_atanh, 0, "($module, z, /)", "The inverse of tanh."},
    {"cos", cmath_cos, 0, "($module, z, /)", "The cosine."},
    {"cosh", cmath_cosh, 0, "($module, z, /)", "The hyperbolic cosine."},
    {"exp", cmath_exp, 0, "($module, z, /)", "e to the power z."},
    {"isclose", cmath_isclose, 0, "($module, /, a, b, *, rel_tol=1e-09, abs_tol=0.0)",
     "True if a and b differ by no more than a tolerance."},
    {"isfinite", cmath_isfinite, 0, "($module, z, /)", "True if both parts are finite."},
    {"isinf", cmath_isinf, 0, "($module, z, /)", "True if a part is infinite."},
    {"isnan", cmath_isnan, 0, "($module, z, /)", "True if a part is a NaN."},
    {"log", cmath_log, 0, "($module, z, base=<unrepresentable>, /)",
     "The logarithm of z to the given base, else the natural one."},
    {"log10", cmath_log10, 0, "($module, z, /)", "The logarithm to base 10."},
    {"phase", cmath_phase, 0, "($module, z, /)", "The angle of z, in radians."},
    {"polar", cmath_polar, 0, "($module, z, /)", "Length and angle of z."},
    {"rect", cmath_rect, 0, "($module, r, phi, /)", "The number of length r and angle phi."},
    {"sin", cmath_sin, 0, "($module, z, /)", "The sine."},
    {"sinh", cmath_sinh, 0, "($module, z, /)", "The hyperbolic sine."},
    {"sqrt", cmath_sqrt, 0, "($module, z, /)", "The square root."},
    {"tan", cmath_tan, 0, "($module, z, /)", "The tangent."},
    {"tanh", cmath_tanh, 0, "($module, z, /)", "The hyperbolic tangent."},
);

static Value infj(MinipyVM *vm)
{
    return complex_new(vm, 0, INFINITY);
}

static Value nanj(MinipyVM *vm)
{
    return complex_new(vm, 0, NAN);
}

static CONTENTS(contents,
    MATH_CONSTANTS, HAS_MADE("infj", infj), HAS_MADE("nanj", nanj),
);

MODULE_SPEC(cmath_module_spec,
    .name = "cmath",
    .doc = "Mathematical functions of complex numbers.",
    .methods = methods, .contents = contents,
);
