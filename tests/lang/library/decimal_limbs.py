# Decimals of more than 38 digits, where their limbs of 18 digits begin and end: each operation's results, summed up.
import decimal
import random
import sys
import zlib
from decimal import Context, Decimal as D

r = random.Random(5)
sys.set_int_max_str_digits(0)
SIZES = [1, 17, 18, 19, 36, 37, 38, 39, 40, 53, 54, 55, 56, 72, 73, 100, 180, 300]
ROUNDINGS = ["ROUND_UP", "ROUND_DOWN", "ROUND_HALF_EVEN", "ROUND_HALF_UP", "ROUND_CEILING", "ROUND_FLOOR", "ROUND_HALF_DOWN", "ROUND_05UP"]


def number(n):
    kind = r.random()
    if kind < 0.15:
        s = "9" * n
    elif kind < 0.3:
        s = "1" + "0" * (n - 1)
    elif kind < 0.4:
        s = "".join(r.choice("09") for _ in range(n))
    elif kind < 0.5:
        s = "".join(r.choice(["0" * 18, "9" * 18, "5" + "0" * 17, "4" + "9" * 17]) for _ in range(n // 18 + 1))[:n]
    elif kind < 0.6:
        s = str(r.randrange(1, 10 ** min(n, 20))) + "0" * max(0, n - 20)
    else:
        s = "".join(r.choice("0123456789") for _ in range(n))
    return D((r.randrange(2), tuple(map(int, s.lstrip("0") or "0")), r.randrange(-n - 5, 10)))


OPERATIONS = {
    "sums": lambda c, a, b, d, n: (c.add(a, b), c.subtract(a, b), c.fma(a, b, d)),
    "products": lambda c, a, b, d, n: (c.multiply(a, b), c.multiply(a, a)),
    "quotient": lambda c, a, b, d, n: c.divide(a, b),
    "back": lambda c, a, b, d, n: c.divide(c.multiply(a, b), b),
    "whole quotient": lambda c, a, b, d, n: c.divmod(a, b),
    "nearest rest": lambda c, a, b, d, n: c.remainder_near(a, b),
    "quantized": lambda c, a, b, d, n: c.quantize(a, D((0, (1,), n))),
    "order": lambda c, a, b, d, n: (a < b, a == b, a == +a, c.compare(a, b), a.compare_total(b), c.max(a, b)),
    "hashes": lambda c, a, b, d, n: hash(a),
    "ints": lambda c, a, b, d, n: (int(a), a.as_integer_ratio(), D(int(a)), round(a)),
    "text": lambda c, a, b, d, n: (a, repr(a), a.to_eng_string(), format(a, ",.3f"), format(a, "e"), D(str(a)) == a, a.as_tuple()),
    "root": lambda c, a, b, d, n: c.sqrt(abs(a)),
    "digits": lambda c, a, b, d, n: (c.normalize(a), c.shift(a, n), c.rotate(a, n), c.to_integral_value(a), c.logb(a), c.scaleb(a, 5)),
    "neighbours": lambda c, a, b, d, n: (c.next_plus(a), c.next_minus(a), c.next_toward(a, b), c.plus(a), c.minus(a)),
    "powers": lambda c, a, b, d, n: (c.power(a, 2), c.power(a, 3), c.power(a, D("17.0"))),
    "powers below": lambda c, a, b, d, n: (c.power(a, -1), c.power(a, -3)),
}
sums = dict.fromkeys(OPERATIONS, 0)
for i in range(60):
    a, b, d = (number(r.choice(SIZES)) for _ in range(3))
    c = Context(prec=r.choice([1, 5, 18, 28, 38, 39, 54, 100, 300, 700]), rounding=r.choice(ROUNDINGS), Emax=999999, Emin=-999999)
    n = r.randrange(-120, 60)
    for name, f in OPERATIONS.items():
        try:
            said = str(f(c, a, b, d, n))
        except decimal.DecimalException as error:
            said = type(error).__name__
        sums[name] = zlib.crc32(f"{said} {c.flags}".encode(), sums[name])
        c.clear_flags()
for name, total in sums.items():
    print(f"{name}: {total:08x}")

print("many digits")
c = Context(prec=30000)
for n, m in ((4600, 4700), (4700, 4600), (9000, 300), (5000, 17)):
    a, b = number(n), number(m)
    for f in (c.multiply, c.divide_int, c.remainder, c.add):
        print(n, m, f.__name__, f"{zlib.crc32(str(f(a, b)).encode()):08x}")
    print(f"{zlib.crc32(str(c.multiply(a, a)).encode()):08x}", hash(a), zlib.crc32(str(int(a)).encode()))
print(D("NaN" + "9" * 60) + 1, D("sNaN" + "123456789" * 6))
