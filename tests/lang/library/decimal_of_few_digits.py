# Sums, products, quotients and comparisons of Decimals of few digits, as the context would have them.
import decimal
import operator
from decimal import *

NUMBERS = [
    "0", "-0", "0E-30", "1", "1.25", "-3.70", "1E+3", "1E-18", "999999999999999999", "-1000000000000000000", "5E-1000005",
    "-Infinity", "NaN",
]
OPERATIONS = [
    operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, operator.truediv, operator.eq, operator.lt,
    operator.ge,
]
INTS = [0, -7, 10**18, True]


def shown(c, f, *args):
    c.clear_flags()
    try:
        r = f(*args)
    except ArithmeticError as e:
        r = type(e).__name__
    return f"{r!s} {''.join(s.__name__[0] for s in c.flags if c.flags[s])}"


for settings in ({}, {"prec": 3}, {"prec": 18, "clamp": 1}, {"rounding": ROUND_FLOOR, "Emax": 5, "Emin": -5}):
    with localcontext(Context(**settings)) as c:
        print(settings)
        for x in map(Decimal, NUMBERS):
            for f in (operator.neg, abs, operator.pos, repr, str):
                print(f.__name__, x, "->", shown(c, f, x))
            for f in OPERATIONS:
                print(f.__name__, x, [shown(c, f, x, y) for y in map(Decimal, NUMBERS)],
                      [shown(c, f, x, i) for i in INTS], [shown(c, f, i, x) for i in INTS])

print("== nines that what lies far behind must not make one more ==")
roundings = [getattr(decimal, name) for name in sorted(dir(decimal)) if name.startswith("ROUND_")]
for digits in 36, 37, 38, 39:
    nines = decimal.Decimal("4" + "9" * (digits - 1) + "e20")
    for rounding in roundings:
        context = decimal.Context(prec=17, rounding=rounding)
        print(digits, rounding, *(context.add(a, b) for a in (nines, -nines) for b in map(decimal.Decimal, ("1", "-1.5", "3e-50"))),
              context.fma(nines, decimal.Decimal(1), decimal.Decimal("1.25")))

print("== one more, after rounding ==")
for digits in range(35, 60, 3):
    context = decimal.Context(prec=digits - 1)
    for text in "9" * digits, "1" + "0" * (digits - 2) + "6", "19" * (digits // 2) + "7" * (digits % 2), "8" * digits:
        a = decimal.Decimal(text)
        print(context.plus(a), context.minus(a), context.add(a, 1), a)
