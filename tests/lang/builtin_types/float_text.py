# repr, float(), hex, rounding and methods of float.
inf = float("inf")
nan = float("nan")


def attempt(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except (ValueError, TypeError, OverflowError) as e:
        return type(e).__name__ + ": " + str(e)


VALUES = [0.0, -0.0, 0.1, 0.2, 0.1 + 0.2, 1 / 3, 1e15, 1e16, 123456789012345680.0, 1e17, 1e-4,
          1e-5, 0.00012345, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 1e22, 1e23,
          9007199254740993.0, 3.14159, 2.5, -7.25, 100.0, 4.35, 2.675, inf, -inf, nan]
for x in VALUES:
    print(x, repr(x), str(x), x.hex(), float.fromhex(x.hex()), x.is_integer(), x.real, x.imag,
          x.conjugate(), attempt(x.as_integer_ratio), attempt(x.__trunc__) if abs(x) < 1e20 else "",
          attempt(x.__floor__) if abs(x) < 1e20 else "", attempt(x.__ceil__) if abs(x) < 1e20 else "")

for text in ("1", " 1.5 ", "-.5", "5.", "1e5", "1E-5", "1_000.5", "1__0", "_1", "1_", "inf", "-Infinity",
             "nan", "+NaN", "infinit", "", ".", "e5", "1e", "1e+", "0x10", "1 2", "\u0661.\u0665", "1\0",
             "1e400", "-1e400", "1e-400", "179769313486231580793728971405301e276", "1" * 400,
             "0." + "0" * 350 + "1", "2.4703282292062327208e-324", "2.4703282292062328e-324",
             "9007199254740993", "9007199254740992.9999999999999999999999999999"):
    print(ascii(text[:30]), attempt(float, text))
print(attempt(float), attempt(float, 5), attempt(float, b"1.5"), attempt(float, bytearray(b"2")), attempt(float, []))
print(attempt(float, 1j), attempt(float, None), attempt(float, 1, 2), attempt(float, x=1), attempt(float, 10**400))
print(attempt(float, b"x"), attempt(float, 2**70), attempt(float, True))

for text in ("0x1p0", "0x1.8p1", "-0x.8p-1", "1.8", "0x1p-1074", "0x1p-1075", "0x1.8p-1075", "0x1p1023",
             "0x1p1024", "0x1.fffffffffffff8p1023", "inf", "-nan", "", "0x", "0xg", "1p", " 0x1P+3 ", "0x1.2.3"):
    print(text, attempt(float.fromhex, text))

for x in (0.5, 1.5, 2.5, -0.5, -1.5, 2.675, 1.005, 1234.5678, 1e300, 5e-324, 0.1, 1e22):
    print(x, round(x) if abs(x) < 1e30 else "", [attempt(round, x, n) for n in (0, 1, 2, 3, 5, 17, 300, -1, -2, -3, -309)])
for x in (inf, -inf, nan):
    print(attempt(round, x), attempt(round, x, 2), attempt(int, x))
print(attempt(round, 1.7e308, -308), attempt(round, 1.5, "a"), round(1.5, None), round(1.5, 10**30))
print(1.5.__getnewargs__(), float.__getformat__("double"), attempt(float.__getformat__, "x"))


class Length(float):
    def __str__(self):
        return "%g m" % self


a = Length(2.5)
b = Length("1e400")
print(a, b, a + 1, type(a + 1), type(+a), type(abs(a)), a == 2.5, hash(a) == hash(2.5), [a], Length.fromhex("0x1p3"))
a.note = 1
print(a.__dict__, isinstance(a, float), float(a), type(float(a)), a.real, type(a.real))


class Convertible:
    def __float__(self):
        return 4.5


class Indexed:
    def __index__(self):
        return 9


class Wrong:
    def __float__(self):
        return "4"


print(float(Convertible()), float(Indexed()), attempt(float, Wrong()))
print([name for name in dir(float) if not name.startswith("__")])
