# Integer powers where exponents end: steps that overflow or end as 0, bounds that spare the steps, roundings and flags.
import random
from decimal import *

ROUNDINGS = ROUND_HALF_EVEN, ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_05UP
some = random.Random(11)
for turn in range(400):
    digits = some.choice([1, 1, 2, 5, 18, 39])
    text = "".join(some.choice(some.choice(["0123456789", "09", "9", "1"])) for _ in range(digits))
    base = Decimal(some.choice(["-", "", ""]) + text + f"E{some.choice([0, -digits, 1 - digits, some.randint(-500, 500)])}")
    if turn % 5 == 0:
        base = Decimal(some.choice(["1.0", "0.9"]) + str(some.randint(1, 999)))
    if not base or abs(base) == 1: # in Python, where minipy is concerned
        continue
    exponent = some.choice([1, 2, 3, 5, 8, 17, 100, 1000, 99999, some.randint(1, 300)]) * some.choice([1, 1, -1])
    context = Context(prec=some.choice([1, 3, 9, 18, 28, 50]), rounding=some.choice(ROUNDINGS), Emin=some.choice([0, -1, -10, -383, -999999]),
                      Emax=some.choice([0, 1, 20, 384, 999999]), clamp=some.choice([0, 1]), traps=[])
    power = context.power(base, exponent)
    print(base, exponent, repr(power)[9:-2], *sorted(flag.__name__ for flag, raised in context.flags.items() if raised))
