/* math_special.c: the functions of math that are not the C library's: gamma, lgamma and
 * the length of a vector.
 *
 * gamma uses Lanczos' approximation with the coefficients N = 13, g
 * = 6.0246800407767296 that Boost published; CPython evaluates the same rational
 * function, and evaluating it in the same order gives the same last bits.
 */
#include <math.h>

#include "stdlib/math/math_private.h"

enum { LANCZOS_N = 13, EXACT_FACTORIALS = 23 };

static const double pi = 3.141592653589793238462643383279502884197;
static const double log_pi = 1.144729885849400174143427351353058711647;
static const double lanczos_g = 6.024680040776729583740234375;
static const double lanczos_g_half = 5.524680040776729583740234375;

static const double lanczos_num[LANCZOS_N] = {
    23531376880.410759688572007674451636754734846804940,
    42919803642.649098768957899047001988850926355848959,
    35711959237.355668049440185451547166705960488635843,
    17921034426.037209699919755754458931112671403265390,
    6039542586.3520280050642916443072979210699388420708,
    1439720407.3117216736632230727949123939715485786372,
    248874557.86205415651146038641322942321632125127801,
    31426415.585400194380614231628318205362874684987640,
    2876370.6289353724412254090516208496135991145378768,
    186056.26539522349504029498971604569928220784236328,
    8071.6720023658162106380029022722506138218516325024,
    210.82427775157934587250973392071336271166969580291,
    2.5066282746310002701649081771338373386264310793408,
};
static const double lanczos_den[LANCZOS_N] = {
    0.0,        39916800.0, 120543840.0, 150917976.0, 105258076.0,
    45995730.0, 13339535.0, 2637558.0,   357423.0,    32670.0,
    1925.0,     66.0,       1.0};

static const double factorials[EXACT_FACTORIALS] = {
    1.0,
    1.0,
    2.0,
    6.0,
    24.0,
    120.0,
    720.0,
    5040.0,
    40320.0,
    362880.0,
    3628800.0,
    39916800.0,
    479001600.0,
    6227020800.0,
    87178291200.0,
    1307674368000.0,
    20922789888000.0,
    355687428096000.0,
    6402373705728000.0,
    121645100408832000.0,
    2432902008176640000.0,
    51090942171709440000.0,
    1124000727777607680000.0,
};

/* The rational function, in powers of x or of 1/x so that nothing overflows. */
static double lanczos_sum(double x)
{
    double num = 0.0, den = 0.0;
    if (x < 5.0) {
        for (int i = LANCZOS_N - 1; i >= 0; i--) {
            num = num * x + lanczos_num[i];
            den = den * x + lanczos_den[i];
        }
    } else {
        for (int i = 0; i < LANCZOS_N; i++) {
            num = num / x + lanczos_num[i];
            den = den / x + lanczos_den[i];
        }
    }
    return num / den;
}

/* sin(pi * x) for finite x, accurate near whole numbers. */
static double sin_pi(double x)
{
    double y = fmod(fabs(x), 2.0);
    double result;
    switch ((int)round(2.0 * y)) {
    case 0: result = sin(pi * y); break;
    case 1: result = cos(pi * (y - 0.5)); break;
    case 2: result = sin(pi * (1.0 - y)); break;
    case 3: result = -cos(pi * (y - 1.5)); break;
    default: result = sin(pi * (y - 2.0)); break;
    }
    return copysign(1.0, x) * result;
}

/* gamma away from its poles, the whole numbers and the extremes. */
static double gamma_lanczos(double x)
{
    double size = fabs(x);
    double y = size + lanczos_g_half;
    double error; /* of y, as a relative correction */
    if (size > lanczos_g_half)
        error = (y - size) - lanczos_g_half;
    else
        error = (y - lanczos_g_half) - size;
    error = error * lanczos_g / y;
    bool negative = x < 0.0;
    double result;
    if (negative) {
        result = -pi / sin_pi(size) / size * exp(y) / lanczos_sum(size);
        result -= error * result;
    } else {
        result = lanczos_sum(size) / exp(y);
        result += error * result;
    }
    if (size < 140.0) {
        double power = pow(y, size - 0.5);
        return negative ? result / power : result * power;
    }
    double root = pow(y, size / 2.0 - 0.25); /* the power in two halves: no overflow */
    return negative ? result / root / root : result * root * root;
}

int math_gamma(double x, double *out)
{
    if (!isfinite(x)) {
        *out = x;
        return isnan(x) || x > 0.0 ? MATH_OK : MATH_DOMAIN;
    }
    if (x == 0.0)
        return MATH_DOMAIN;
    if (x == floor(x)) {
        if (x < 0.0)
            return MATH_DOMAIN;
        if (x <= EXACT_FACTORIALS) {
            *out = factorials[(int)x - 1];
            return MATH_OK;
        }
    }
    if (fabs(x) < 1e-20) {
        *out = 1.0 / x;
    } else if (fabs(x) > 200.0) {
        if (x > 0.0)
            return MATH_RANGE;
        *out = 0.0 / sin_pi(x);
        return MATH_OK;
    } else {
        *out = gamma_lanczos(x);
    }
    return isinf(*out) ? MATH_RANGE : MATH_OK;
}

int math_lgamma(double x, double *out)
{
    if (!isfinite(x)) {
        *out = isnan(x) ? x : INFINITY;
        return MATH_OK;
    }
    if (x == floor(x) && x <= 2.0) {
        *out = 0.0;
        return x <= 0.0 ? MATH_DOMAIN : MATH_OK;
    }
    double size = fabs(x);
    if (size < 1e-20) {
        *out = -log(size);
        return MATH_OK;
    }
    double result = log(lanczos_sum(size)) - lanczos_g;
    result += (size - 0.5) * (log(size + lanczos_g - 0.5) - 1);
    if (x < 0.0)
        result = log_pi - log(fabs(sin_pi(size))) - log(size) - result;
    *out = result;
    return isinf(result) ? MATH_RANGE : MATH_OK;
}

/* ---- length -------------------------------------------------------------------- */

/* A sum of doubles to about 106 bits. */
typedef struct Sum {
    double high, low;
} Sum;

static void sum_add(Sum *s, double x)
{
    double total = s->high + x;
    double part = total - s->high;
    s->low += (s->high - (total - part)) + (x - part);
    s->high = total;
}

/* Adds x * x, times sign, exactly: the product is split in two doubles. */
static void sum_add_square(Sum *s, double x, double sign)
{
    double big = x * 134217729.0; /* 2**27 + 1 */
    double high = big - (big - x);
    double low = x - high;
    double square = x * x;
    double error = ((high * high - square) + 2.0 * high * low) + low * low;
    sum_add(s, sign * square);
    s->low += sign * error;
}

double math_norm(double *vector, size_t n)
{
    double max = 0.0;
    bool nan = false;
    for (size_t i = 0; i < n; i++) {
        vector[i] = fabs(vector[i]);
        nan = nan || isnan(vector[i]);
        max = vector[i] > max ? vector[i] : max;
    }
    if (isinf(max))
        return max;
    if (nan)
        return NAN;
    if (max == 0.0 || n <= 1)
        return max;
    int exponent;
    frexp(max,
          &exponent); /* scale all to at most 1: squares neither over- nor underflow */
    Sum sum = {0.0, 0.0};
    double scale = exponent > -1023 ? ldexp(1.0, -exponent) : 0.0; /* exact, if any */
    for (size_t i = 0; i < n; i++)
        sum_add_square(&sum, scale ? vector[i] * scale : ldexp(vector[i], -exponent),
                       1.0);
    double root = sqrt(sum.high + sum.low);
    sum_add_square(&sum, root, -1.0);
    root += (sum.high + sum.low) / (2.0 * root);
    return ldexp(root, exponent);
}
