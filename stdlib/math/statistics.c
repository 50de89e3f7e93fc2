/* statistics.c - _statistics: the inverse of the normal distribution, by Wichura's
 * rational approximations (algorithm AS 241), which are exact to 16 digits.
 */
#include <math.h>

#include "stdlib/native.h"
#include "vm/numbers/float.h"

typedef struct Ratio {
    double over[8], under[8]; /* coefficients, the highest power first */
} Ratio;

/* For |p - 1/2| up to 0.425; for tails; for far ones. */
static const Ratio centre = {
    {2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4,
     4.5921953931549871457e+4, 1.3731693765509461125e+4, 1.9715909503065514427e+3,
     1.3314166789178437745e+2, 3.3871328727963666080e+0},
    {5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4,
     2.1213794301586595867e+4, 5.3941960214247511077e+3, 6.8718700749205790830e+2,
     4.2313330701600911252e+1, 1.0}};
static const Ratio tail = {
    {7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1,
     1.27045825245236838258e+0, 3.64784832476320460504e+0, 5.76949722146069140550e+0,
     4.63033784615654529590e+0, 1.42343711074968357734e+0},
    {1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2,
     1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e+0,
     2.05319162663775882187e+0, 1.0}};
static const Ratio far_tail = {
    {2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3,
     2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e+0,
     5.46378491116411436990e+0, 6.65790464350110377720e+0},
    {2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5,
     7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1,
     5.99832206555887937690e-1, 1.0}};

static double polynomial(const double c[8], double x)
{
    double y = c[0];
    for (int i = 1; i < 8; i++)
        y = y * x + c[i];
    return y;
}

static double ratio_at(const Ratio *r, double x)
{
    return polynomial(r->over, x) / polynomial(r->under, x);
}

/* 0 < p < 1: where the standard distribution reaches p. */
static double inverse(double p)
{
    double q = p - 0.5;
    if (fabs(q) <= 0.425) {
        double r = 0.180625 - q * q;
        return polynomial(centre.over, r) * q / polynomial(centre.under, r);
    }
    double r = sqrt(-log(q <= 0.0 ? p : 1.0 - p));
    double x = r <= 5.0 ? ratio_at(&tail, r - 1.6) : ratio_at(&far_tail, r - 5.0);
    return q < 0.0 ? -x : x;
}

FN(statistics_inv_cdf)
{
    double p, mu, sigma;
    if (!arg_double(vm, args[0], &p) || !arg_double(vm, args[1], &mu) ||
        !arg_double(vm, args[2], &sigma))
        return VALUE_NULL;
    if (p <= 0.0 || p >= 1.0 || sigma <= 0.0)
        return error_set(vm, EXC_ValueError, "inv_cdf undefined for these parameters");
    return float_new(vm, mu + inverse(p) * sigma);
}

static METHODS(functions,
    {"_normal_dist_inv_cdf", statistics_inv_cdf, 0, "($module, p, mu, sigma, /)", ""},
);

MODULE_SPEC(statistics_module_spec,
    .name = "_statistics",
    .doc = "Accelerators for the statistics module.",
    .methods = functions,
);
