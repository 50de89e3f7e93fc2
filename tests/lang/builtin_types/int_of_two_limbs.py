"""Ints around the bounds of 63, 64, 126, 127 and 128 bits, which are computed in different ways."""
import operator

bounds = [1 << n for n in (0, 1, 30, 61, 62, 63, 64, 65, 125, 126, 127, 128, 129, 190, 192)]
values = sorted({sign * (b + d) for b in bounds for d in (-1, 0, 1) for sign in (1, -1)})
total = 0


def note(value):
    """Into a sum that depends on the order; by what needs none of the operators themselves."""
    global total
    total = (total * 1000003 + int(f"{value:d}")) % (2**61 - 1)


for op in (operator.add, operator.sub, operator.mul, operator.and_, operator.or_, operator.xor, operator.floordiv, operator.mod, divmod,
           operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge, operator.truediv):
    total = 0
    for a in values:
        for b in values:
            if b == 0 and op in (operator.floordiv, operator.mod, divmod, operator.truediv):
                continue
            r = op(a, b)
            for part in r if op is divmod else (r,):
                note(hash(part) if op is operator.truediv else part)
                assert type(part) in (int, bool, float)
            if op is divmod:
                q, m = r
                assert q * b + m == a and (0 <= m < b or b < m <= 0), (a, b)
            elif op is operator.sub:
                assert (r < 0) is (a < b) and (r == 0) is (a == b) and r + b == a
    print(op.__name__, total)

for op in (operator.lshift, operator.rshift):
    total = 0
    for a in values:
        for count in (0, 1, 5, 31, 61, 62, 63, 64, 65, 100, 125, 126, 127, 128, 129, 200):
            note(op(a, count))
            if op is operator.lshift:
                assert a << count >> count == a
    print(op.__name__, total)


class Int(int):
    """Of which some are as small as no int object is."""


for a in (Int(0), Int(-1), Int(2**62), Int(-2**64), True):
    print([type(op(a, a)).__name__ + str(op(a, a)) for op in (operator.add, operator.sub, operator.mul, operator.and_, operator.or_)],
          a == int(a), a < 2**70, a > -2**70, a << 3, a >> 1)

for text in ("ff", "FF", "-ff", "+ff", "0xff", "0Xf", "00", "f" * 15, "f" * 16, "f" * 17, "f" * 32, "1" + "0" * 31, "f" * 33, "0" * 40 + "1", "8" + "0" * 15,
             " ff\n", "f_f", "_ff", "fg", "", "-", "\u0661f", "f" * 16 + "g", "g" + "f" * 16, "f" * 31 + "_"):
    try:
        print(ascii(text), int(text, 16))
    except ValueError as error:
        print(ascii(text), error)
for text in ("", "00ff", " 0 0", "0 0", "00 ff 1f", "0", "abc", "0g", "g0", "00 g", "ff\x0bff\n", "0\xe9", "\xe90", "fF" * 20 + "x"):
    try:
        print(ascii(text), bytes.fromhex(text))
    except ValueError as error:
        print(ascii(text), error)
