# Which NaN fma() gives: a signaling one first, wherever it is.
from decimal import Context, Decimal, InvalidOperation
from itertools import product

context = Context(traps=[])
for three in product(("1", "NaN1", "sNaN2", "Infinity", "0"), repeat=3):
    a, b, c = (Decimal(x if x in ("1", "0", "Infinity") else x + str(i)) for i, x in enumerate(three))
    context.clear_flags()
    print(*three, context.fma(a, b, c), bool(context.flags[InvalidOperation]))
