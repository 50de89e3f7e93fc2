import fractions, numbers
from fractions import Fraction as F
print(F(3, 6), F("0.125"), F("-3/7"), F(1.5), F("1e-3"), F(22, 7).limit_denominator(5), F.from_float(0.1))
print(F(1, 2) + F(1, 3), F(1, 2) - 1, F(1, 2) * 0.5, F(3) / 4, F(7, 2) // 2, F(-7, 2) % 2, F(2, 3) ** -2, F(4) ** F(1, 2), divmod(F(7, 2), 1))
print(round(F(5, 2)), round(F(22, 7), 2), int(F(-7, 2)), F(1, 2) < 1, F(1, 2) == 0.5, hash(F(1, 2)) == hash(0.5), bool(F(0)), complex(F(1, 2)), abs(F(-1)), -F(1), F(1, 2).as_integer_ratio())
print([isinstance(F(1), t) for t in (numbers.Number, numbers.Complex, numbers.Real, numbers.Rational, numbers.Integral)], isinstance(3, numbers.Integral))
for bad in lambda: F(1, 0), lambda: F("x"), lambda: F(1.5, 2), lambda: F(1) < 1j:
    try:
        bad()
    except (ZeroDivisionError, ValueError, TypeError) as error:
        print(type(error).__name__, error)
