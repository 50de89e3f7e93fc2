# The module cmath: values, branch cuts, errors.
import cmath

inf = float("inf")
nan = float("nan")


def attempt(function, *args):
    try:
        return function(*args)
    except (ValueError, TypeError, OverflowError, ZeroDivisionError) as e:
        return type(e).__name__ + ": " + str(e)


NAMES = "acos acosh asin asinh atan atanh cos cosh exp log log10 phase polar sin sinh sqrt tan tanh isfinite isinf isnan".split()
PARTS = [0.0, -0.0, 1.0, -2.5, 1e-310, 800.0, 1e308, inf, -inf, nan]
for name in NAMES:
    function = getattr(cmath, name)
    for re in PARTS:
        print(name, re, [attempt(function, complex(re, im)) for im in PARTS])
    print(attempt(function, 0.5), attempt(function, 2), attempt(function, "a"), attempt(function, None))
for r in PARTS:
    print(r, [attempt(cmath.rect, r, phi) for phi in (0.0, 1.0, -2.0, inf, nan)])
print(attempt(cmath.log, 10, 2), attempt(cmath.log, 1j, 1 + 1j), attempt(cmath.log, 1, 0), attempt(cmath.log, 1, 1), attempt(cmath.log, 1, 2, 3))
print(cmath.isclose(1, 1 + 1e-10j), cmath.isclose(1, 1j), cmath.isclose(inf, inf))


class Special:
    def __complex__(self):
        return 3 + 4j


print(cmath.sqrt(Special()), cmath.polar(Special()))
print(cmath.pi, cmath.e, cmath.tau, cmath.inf, cmath.nan, cmath.infj, cmath.nanj)
