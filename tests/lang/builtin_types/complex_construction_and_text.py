# complex: construction from anything, arithmetic, text.
inf = float("inf")
nan = float("nan")


def attempt(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except (ValueError, TypeError, OverflowError, ZeroDivisionError) as e:
        return type(e).__name__ + ": " + str(e)


VALUES = [0j, complex(-0.0, -0.0), complex(0.0, -0.0), 1j, -1j, 1 + 2j, -1.5 + 0.25j, 3 + 0j, 1e200 + 1e-200j,
          complex(inf, 1), complex(nan, inf), complex(-0.0, 2)]
for z in VALUES:
    print(z, repr(z), -z, +z, z.conjugate(), z.real, z.imag, bool(z), attempt(abs, z), z == z)
    for w in (0, 2, -1.5, 1j, 2 - 3j, 0.5):
        print(z + w, w - z, z * w, attempt(lambda: z / w), attempt(lambda: w / z), attempt(lambda: z ** w),
              z == w, z != w)
for z in (1 + 2j, 0.5 - 1j, 2j, 3 + 0j):
    print([z ** n for n in range(-4, 6)], z ** 0.5, z ** (1 + 1j), 2 ** z, 2.5 ** z)
print((-8) ** (1 / 3), (-8.0) ** 0.5, (1 + 1j) ** 101, (1 + 1j) ** -101)
print(attempt(pow, 0j, -1), attempt(pow, 0j, 1j), attempt(pow, 1j, 2, 3), attempt(pow, 1e200 + 0j, 2), 0j ** 0)
print(hash(0j), hash(1 + 2j), hash(3 + 0j) == hash(3), hash(1j), hash(complex(-0.0, 1.5)), {3 + 0j: 1}[3])

for text in ("1", "1j", "-1j", "j", "+j", "-J", "1+2j", "1-2J", " ( 1+2j ) ", "(1", "1)", "1+2", "1 + 2j", "1e5-2e-3j",
             "inf+nanj", "-infj", "1_0+2_0j", "1_+2j", "", "()", "abc", "1j+2", "1+j", "1e400j", "\u0661+2j", "1+2jj"):
    print(ascii(text), attempt(complex, text))
print(complex(), complex(5), complex(1, 2), complex(1j, 2j), complex(real=3, imag=1), complex(imag=2), complex(2**70, 0.5))
print(attempt(complex, "1", 2), attempt(complex, 1, "2"), attempt(complex, []), attempt(complex, 1, []), attempt(complex, b"1"))
print(attempt(complex, None), attempt(complex, 10**400))


class Special:
    def __complex__(self):
        return 5 + 6j


class Wrong:
    def __complex__(self):
        return 5


class Real:
    def __float__(self):
        return 2.5


print(complex(Special()), attempt(complex, Wrong()), complex(Real()), complex(Real(), Real()), complex(Special(), 1))
for op in ("1j < 2", "1j // 2", "1j % 2", "divmod(1j, 2)", "int(1j)", "float(1j)", "1j << 1", "1j + 'a'", "round(1j)"):
    try:
        eval(op)
    except TypeError as e:
        print(op, "->", e)
for spec in ("", "g", ".2f", "+.3e", ">30", "*^30.1f", "<25,.2f", "_.1f", "05", "=5", "d", "%", "#.3g", "n", "z.1f", "F"):
    print(spec, attempt(format, 1234.5 - 0.001j, spec), attempt(format, 2j, spec), attempt(format, complex(nan, -inf), spec))


class Point(complex):
    pass


p = Point(1, 2)
p.label = "p"
print(p, type(p + 1), type(+p), p.label, p == 1 + 2j, Point("3j"), p.__getnewargs__(), p.__complex__(), type(p.__complex__()))
print([name for name in dir(complex) if not name.startswith("__")])
