"""join, translate, repr and memoryviews of bytes around the sizes at which another way is taken."""


class B(bytes):
    pass


class BA(bytearray):
    pass


def answer(f):
    try:
        v = f()
        return type(v).__name__, v
    except Exception as e:
        return type(e).__name__, str(e)


print("== join")
parts = [b"ab", bytearray(b"cd"), memoryview(b"ef"), B(b"gh"), BA(b"ij"), b""]
for separator in b"", b", ", bytearray(b"-"), B(b"+"), BA(b"*" * 20):
    for n in range(len(parts) + 1):
        print(answer(lambda: separator.join(parts[:n])), answer(lambda: separator.join(iter(parts[-n:]))))
    print(answer(lambda: separator.join([b"a", 1])), answer(lambda: separator.join([b"a", "b"])), answer(lambda: separator.join(5)))
a = bytearray(b"xy")
print(a.join([a, a]), a.join([a]) is a, type(a.join([])), len(b",".join([bytearray(1 << 20), b"z" * 3])))

print("== translate")
text, turned = bytes(range(256)) * 3, bytes(range(255, -1, -1))
for table in None, turned, bytes(range(256)), bytearray(turned):
    for drop in b"", b"a", bytes(range(0, 256, 2)), bytes(range(256)), b"\xff":
        for s in text, bytearray(text), B(b"ab\xff"), b"":
            r = s.translate(table, drop)
            print(type(r).__name__, len(r), sum(r), r[:4], r is s, end="; ")
    print()

print("== repr")
for unit in b"a", b"'", b'"', b"'\"", b"\n", b"\\", b"\x00", b"\xff", b"a'\t":
    for n in 0, 1, 2, 31, 32, 33, 63, 64, 65, 200:
        r = repr(unit * n)
        assert r == repr(B(unit * n)) == "%a" % (unit * n) and eval(r) == unit * n and eval(repr(bytearray(unit * n))) == unit * n
        print(len(r), len(repr(bytearray(unit * n))), r[:9], end="; ")
    print()
for unit in "a", "'", "'\"", "\n", "\\", "\x00", "\x7f\xa0\xad", "\xe9", "\u20ac", "\u0378", "\ud800", "\U0001f600", "\U000e0001", "a\u20ac'\t":
    for n in 0, 1, 2, 31, 42, 63, 64, 65, 126, 127, 128, 129, 130, 300:
        r, e = repr(unit * n), ascii(unit * n)
        assert r == "%r" % (unit * n) == f"{unit * n!r}" and repr([unit * n]) == f"[{r}]" and e.isascii() and eval(e) == unit * n
        print(len(r), len(e), ascii(r[:5]), end="; ")
    print()

print("== views")
import array
for code in "bBhHiIlLqQfd":
    v, w = memoryview(array.array(code, range(9))), memoryview(array.array(code, range(9)))
    print(code, v == w, v[1:] == w[1:], v[::2] == w[::2], v[::-1] == w[::-1], v == w[1:], v != w, v[:0] == w[5:5], v.tolist(), v[::-3].tolist())
    for item in 5, 255, 256, -1, -129, 1 << 31, 1 << 62, 1 << 63, 1 << 64, True, 2.5, "a", None:
        print(answer(lambda: v.__setitem__(3, item)), v[3], v == w, end="; ")
    print()
for code in "df":
    v = memoryview(array.array(code, [float("nan"), 0.0, -0.0]))
    print(v == v, v[1:2] == v[2:], v[1:] == v[1:])
m = memoryview(b"abc")
print(m == b"abc", m == bytearray(b"abc"), m == B(b"abc"), m == "abc", m.cast("b") == b"abc", m.cast("c") == m, m == memoryview(b"ab"), m < b"b" if 0 else "")
m.release()
print(m == m, m == b"abc", m == memoryview(b"abc"))
w = memoryview(bytearray(b"0123456789"))
for key in slice(0, 4), slice(None, None, 3), slice(-1, None, -4), slice(2, 2), slice(5, 1), slice(0, 4, 0), slice("a", 1):
    for value in b"abcd", b"xyz", b"", bytearray(b"pqrs"), memoryview(b"klmn")[::-1], array.array("b", b"abcd"), "abcd", 5:
        print(answer(lambda: w.__setitem__(key, value)), w.tobytes(), end="; ")
    print()


class Index:
    def __init__(self, view):
        self.view = view

    def __index__(self):
        self.view.release()
        return 1


w = memoryview(bytearray(b"0123"))
print(answer(lambda: w.__setitem__(slice(0, Index(w)), b"x")))
