# Arithmetic of timedelta: signs, roundings to even, bounds, and operands of other types.
import datetime
import itertools
import operator
from datetime import timedelta
from fractions import Fraction


def attempt(f, *args):
    try:
        return repr(f(*args))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


class Half:
    def as_integer_ratio(self):
        return 1, 2


class Float(float):
    def as_integer_ratio(self):
        return self.answer


odd = []
for answer in (1, 2), (1,), 5, (3, 0):
    odd.append(Float(1.5))
    odd[-1].answer = answer
deltas = [timedelta(0), timedelta(1), timedelta(-1, 5, 7), timedelta(microseconds=3), timedelta(microseconds=-1), timedelta.max, timedelta.min, timedelta(999999999)]
others = [0, 1, -3, 2**40, 2**130, -2**130, 1.5, -0.0, 0.1, float("nan"), float("inf"), 1e300, 5e-324, True, "x", None, Fraction(1, 2), 1j, Half(), *odd]
for op in operator.mul, operator.truediv, operator.floordiv, operator.mod, divmod, operator.add, operator.sub, operator.lt, operator.eq:
    for a, b in itertools.product(deltas, deltas):
        print(op.__name__, attempt(op, a, b), end="; ")
    print()
    for a, b in itertools.product(deltas[:5], others):
        print(op.__name__, attempt(op, a, b), attempt(op, b, a), end="; ")
    print()
for d in deltas:
    print(attempt(operator.neg, d), attempt(operator.pos, d), attempt(abs, d), bool(d), str(d), attempt(d.total_seconds), hash(d) == hash(timedelta(d.days, d.seconds, d.microseconds)), d.__reduce__()[1])
for microseconds in 0.5, 1.5, 2.5, -0.5, -1.5, 0.49999, 1e-9:
    print(microseconds, attempt(lambda: timedelta(microseconds=microseconds)), attempt(lambda: timedelta(milliseconds=microseconds / 1000, seconds=microseconds / 10**6)))
for keywords in ({"days": 1e10}, {"days": 10**9}, {"days": 999999999, "hours": 24}, {"seconds": 2**200}, {"weeks": float("nan")}, {"hours": float("inf")}, {"minutes": "5"}, {"x": 1}, {"days": 0.1, "seconds": 0.1, "microseconds": 0.1},
                 {"weeks": 1.1, "days": -2.7}, {"milliseconds": 2**70}, {"days": -999999999, "microseconds": -1}, {"days": 1 + 0j}, {"seconds": True}):
    print(keywords, attempt(lambda: timedelta(**keywords)))
print(attempt(lambda: datetime.datetime.max + timedelta(microseconds=1)), attempt(lambda: datetime.date.min - timedelta(1)), attempt(lambda: datetime.date(2020, 1, 1) - timedelta.max))
