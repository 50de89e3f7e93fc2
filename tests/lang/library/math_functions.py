# The module math on floats: values and errors.
import math

inf = math.inf
nan = math.nan


def attempt(function, *args):
    try:
        return function(*args)
    except (ValueError, TypeError, OverflowError, ZeroDivisionError) as e:
        return type(e).__name__ + ": " + str(e)


ONE = "acos acosh asin asinh atan atanh cbrt ceil cos cosh degrees erf erfc exp exp2 expm1 fabs floor frexp gamma " \
      "isfinite isinf isnan lgamma log log10 log1p log2 modf radians sin sinh sqrt tan tanh trunc ulp".split()
VALUES = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 3.7, -2.5, 1e-10, 100.0, -100.5, 171.5, 710.0, 1e15, 5e-324, inf, -inf, nan,
          7, 10**20, -3, 10**400, -10**400, True, "a", None, 1j]
for name in ONE:
    function = getattr(math, name)
    for x in VALUES:
        if name in ("ceil", "floor", "trunc") and x in (10**400, -10**400):
            continue
        print(name, "10**400" if x == 10**400 else "-10**400" if x == -10**400 else x, attempt(function, x))

TWO = "atan2 copysign fmod nextafter pow remainder".split()
for name in TWO:
    for x in (0.0, -0.0, 1.0, -2.5, 7.25, 1e300, inf, -inf, nan):
        print(name, x, [attempt(getattr(math, name), x, y) for y in (0.0, -0.0, 1.0, 2, -3.0, 0.5, 400, inf, -inf, nan)])
    print(attempt(getattr(math, name), 1), attempt(getattr(math, name), 1, 2, 3), attempt(getattr(math, name), "a", 1))

for x in (1.0, -0.0, 0.75, inf, nan):
    print([attempt(math.ldexp, x, e) for e in (0, 1, -1, 1000, 1024, 5000, -1074, -1080, -5000, 10**30, -10**30, True)])
print(attempt(math.ldexp, 1, 1.5), attempt(math.ldexp, 1, "a"))
print([attempt(math.log, x, b) for x in (1, 8, 10**400, 0, -1) for b in (2, 10, 1, 0, 10**300, "a")])
print(attempt(math.log), attempt(math.log, 1, 2, 3))
print(math.hypot(), math.hypot(3), math.hypot(3, 4), math.hypot(1, 2, 3, 4.5), math.hypot(inf, nan), math.hypot(nan, 1), math.hypot(1e200, 1e200), math.hypot(5e-324, 5e-324), attempt(math.hypot, "a"))
print(math.dist((1, 2), (4, 6)), math.dist([1.5], [1]), math.dist(iter([1, 2, 3]), (3, 2, 1)), math.dist((), ()))
print(attempt(math.dist, (1,), (1, 2)), attempt(math.dist, 1, 2), attempt(math.dist, ("a",), (1,)), attempt(math.dist, [1]))
print(math.fsum([0.1] * 10), math.fsum([1e100, 1.0, -1e100]), math.fsum([]), math.fsum([inf, 1]), math.fsum([1, 2, True]), math.fsum(x / 7 for x in range(100)))
print(attempt(math.fsum, [inf, -inf]), attempt(math.fsum, [1e308, 1e308]), attempt(math.fsum, ["a"]), attempt(math.fsum, 5), math.fsum([nan, 1]))
print(math.fsum([1e-16, 1, 1e16]), math.fsum([2.0**53, 1.0, 2.0**-60]), math.fsum([2.0**53, 1.0, -2.0**-60]))
print(math.isclose(1, 1 + 1e-10), math.isclose(1, 2, abs_tol=1), math.isclose(inf, inf), math.isclose(inf, 1e308), math.isclose(nan, nan), math.isclose(0, 1e-12))
try:
    math.isclose(1, 2, rel_tol=-1)
except ValueError as e:
    print(e)
print(math.pi, math.e, math.tau, math.inf, math.nan)


class Special:
    def __floor__(self):
        return "floor"

    def __ceil__(self):
        return "ceil"

    def __trunc__(self):
        return "trunc"

    def __float__(self):
        return 6.25


s = Special()
print(math.floor(s), math.ceil(s), math.trunc(s), math.sqrt(s))
print([name for name in dir(math) if not name.startswith("_")])
