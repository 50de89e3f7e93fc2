# exp, ln and log10 at many precisions: correctly rounded to even, whatever the context's rounding, with the same conditions.
import random
from decimal import ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_UP, Context, Decimal

chance = random.Random(7)
for _ in range(700):
    context = Context(prec=chance.choice([1, 2, 3, 5, 9, 16, 28, 28, 34, 50, 80, 81]),
                      rounding=chance.choice([ROUND_UP, ROUND_HALF_EVEN, ROUND_DOWN, ROUND_FLOOR]),
                      Emax=chance.choice([999999, 5000]), Emin=chance.choice([-999999, -5000]), traps=[], clamp=chance.choice([0, 1]))
    size = chance.randint(1, chance.choice([1, 3, 10, 30, 38, 40]))
    exponent = chance.choice([0, -1, -size, -size + 1, -size + 2, 1, 2, -size - 3, -size - 40, chance.randint(-9000, 9000)])
    number = Decimal((chance.choice([0, 0, 0, 1]), [chance.randrange(10) for _ in range(size)], exponent))
    if chance.random() < .1:
        number = Decimal(1) + Decimal((0, (chance.randrange(1, 10),), -chance.randint(1, 30)))
    for name in ("exp", "ln", "log10"):
        if name == "exp" and number.adjusted() > 5:
            continue
        context.clear_flags()
        result = getattr(context, name)(number)
        print(name, context.prec, number, result, result.as_tuple().exponent, *sorted(s.__name__ for s, on in context.flags.items() if on))
for text in ("0", "-0", "1", "10", "1000", "0.001", "-1", "Infinity", "-Infinity", "NaN", "sNaN", "1E+5000", "1E-5000", "9999", "-9999"):
    for name in ("exp", "ln", "log10"):
        context = Context(prec=12, traps=[])
        print(name, text, getattr(context, name)(Decimal(text)), *sorted(s.__name__ for s, on in context.flags.items() if on))
