# Every method of Decimal and of Context, of no, one, two and three operands, over values of each class.
import decimal
from decimal import Context, Decimal

VALUES = [Decimal(x) for x in "0 -0 1 -1.50 101 1100 7E+5 123456789.987654321 -1E-30 Inf -Inf NaN -NaN12 sNaN sNaN3".split()]
CONTEXTS = Context(prec=9, traps=[]), Context(prec=3, rounding=decimal.ROUND_UP, Emax=9, Emin=-9, traps=[], clamp=1)


def attempt(f, *args):
    try:
        r = f(*args)
        return repr(r).replace("Decimal", "")
    except Exception as e:
        return type(e).__name__ + ":" + str(e)[:40]


def names(of, *without):
    return [n for n in dir(of) if callable(getattr(of, n)) and not n.startswith("_") and n not in without]


def flags(context):
    names = [f.__name__[:4] for f, on in sorted(context.flags.items(), key=lambda row: row[0].__name__) if on]
    context.clear_flags()
    return "".join(names)


NOT_OURS = "copy", "clear_flags", "clear_traps", "create_decimal", "create_decimal_from_float", "from_float"
for context in CONTEXTS:
    decimal.setcontext(context)
    for name in names(Decimal, *NOT_OURS):
        rows = []
        for a in VALUES:
            for args in [()] + [(b,) for b in VALUES[::4]] + [(VALUES[2], VALUES[4])]:
                rows.append(attempt(getattr(a, name), *args) + flags(context))
        print(name, len(rows), " ".join(dict.fromkeys(rows)))
    for name in names(context, *NOT_OURS):
        rows = []
        for args in [()] + [(a,) for a in VALUES] + [(a, b) for a in VALUES[::3] for b in VALUES[::4]] + [(5, 2), ("1", 2), (Decimal(5), 3, 7), (5, 3, Decimal(7)), (1.5,), (None, 2)]:
            rows.append(attempt(getattr(context, name), *args) + flags(context))
        print(name, len(rows), " ".join(dict.fromkeys(rows)))
context = Context(prec=5)
context.clear_traps()
print(sorted(f.__name__ for f, on in context.traps.items() if on), context.copy().prec, Decimal(3).__sizeof__() > 20)
for x in VALUES:
    print(x, attempt(int, x), attempt(float, x), attempt(complex, x), attempt(round, x), attempt(round, x, 2), attempt(x.__floor__), attempt(x.__ceil__), attempt(x.__trunc__), "" if x.is_nan() else attempt(hash, x), bool(x), x.__reduce__()[1],
          attempt(x.as_integer_ratio), attempt(x.__copy__), attempt(x.__deepcopy__, {}), x.real, attempt(lambda: x.imag), attempt(x.conjugate), attempt(x.adjusted), x.as_tuple())
for text in "5f", "+.3e", "010.2f", "*^12", ",", "%", "n", ".0%", "=+9,.2f", "x", "é>7", "z.1f", "\u20ac<9.2e":
    print(ascii(text), [ascii(attempt(format, x, text)) for x in VALUES[::2]])
