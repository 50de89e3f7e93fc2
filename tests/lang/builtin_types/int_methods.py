# Methods and attributes of int, and of its subclasses.
def attempt(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except (ValueError, TypeError, OverflowError) as e:
        return type(e).__name__ + ": " + str(e)


for n in (0, 1, -1, 127, 128, -128, -129, 255, 256, 2**63, -2**63, 2**64 - 1, 10**20):
    print(n, n.as_integer_ratio(), n.numerator, n.denominator, n.real, n.imag,
          n.conjugate(), n.__index__(), n.__trunc__(), n.__floor__(), n.__ceil__())
    for order in ("little", "big"):
        for signed in (False, True):
            for size in (0, 1, 2, 8, 9, 16):
                r = attempt(n.to_bytes, size, order, signed=signed)
                print(r, end=" ")
                if isinstance(r, bytes):
                    print(int.from_bytes(r, order, signed=signed) == n, end=" ")
    print()

print((258).to_bytes(2), (5).to_bytes(), attempt((5).to_bytes, -1))
print(attempt((5).to_bytes, 2, "middle"), attempt((5).to_bytes, 2, 5))
print(int.from_bytes(b""), int.from_bytes([1, 2, 3]), int.from_bytes(bytearray(b"\xff\xfe"),
                                                                       "little", signed=True))
print(attempt(int.from_bytes, 5), attempt(int.from_bytes, "a"))
print(attempt(int.from_bytes, b"a", "x"), attempt(int.from_bytes))
print(int.from_bytes(range(10)), int.from_bytes((255,) * 20, signed=True))

for n in (12345, 15, 25, -15, -25, 5, 4, 6, 10**30 + 5 * 10**9, -(2**70)):
    print(n, [round(n, -d) for d in range(6)], round(n), round(n, 3), round(n, None))
print(round(5, -50), attempt(round, 5, 1.0), attempt((5).__round__, "a"))

for n in (0, 1, 2**30, 2**60, 2**62, 2**63, 2**100, -2**90):
    print(n.__sizeof__(), n.__getnewargs__())


class Number(int):
    def __repr__(self):
        return "Number(%d)" % self


a = Number(5)
b = Number("ff", 16)
c = Number(2**100)
print(a, b, c, a + b, type(a + b), -c, type(+a), type(abs(a)), a == 5, hash(c) == hash(2**100))
print(type(int(a)), type(a.real), type(a.conjugate()), type(round(a)), c // b, c % b)
print(Number.from_bytes(b"\x01\x00"), {5: "five"}[a], [10, 20, 30, 40, 50, 60][a])
a.note = "attributes"
c.note = "too"
print(a.note, c.note, a.__dict__, isinstance(a, int), bool(Number(0)), bool(c))
print(attempt(int.__new__, str), attempt(int.__new__, bool), attempt(int.__new__))
print((5).__add__("a"), (5).__eq__(5.0), (5).__lt__(7), (5).__radd__(2))
print([name for name in dir(int) if not name.startswith("__")])
