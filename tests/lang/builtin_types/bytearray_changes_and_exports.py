# What only bytearray can: change, and be exported.


def t(fn, *args, **kwargs):
    try:
        print(repr(fn(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


b = bytearray(b"hello")
t(b.append, 33)
t(b.append, 256)
t(b.append, "a")
t(b.append, b"a")
t(b.extend, b" world")
t(b.extend, [1, 2])
t(b.extend, [1, 300])
t(b.extend, "str")
t(b.extend, 5)
t(b.extend, b)
print(b)
t(b.insert, 0, 72)
t(b.insert, -1, 65)
t(b.insert, 1000, 66)
t(b.insert, 0, 256)
t(b.pop)
t(b.pop, 0)
t(b.pop, 1000)
t(b.remove, 101)
t(b.remove, 250)
t(b.reverse)
print(b, len(b))
c = b.copy()
t(c.clear)
t(c.pop)
print(c, bool(c), bool(b))


def assign(key, value):
    d = bytearray(b"0123456789")
    try:
        if value is None:
            del d[key]
        else:
            d[key] = value
        print(d)
    except Exception as e:
        print(type(e).__name__, e, d)


for key in [0, -1, 10, slice(2, 4), slice(None), slice(5, 2), slice(None, None, 2), slice(8, 0, -3), slice(3, 3), "a", None, 1.5]:
    for value in [None, 65, b"", b"ab", b"abcde", bytearray(b"xyz"), [1, 2], "str", 256, memoryview(b"mm"), 1.5, range(5)]:
        assign(key, value)
e = bytearray(b"ab")
e += b"cd"
e *= 2
print(e)
try:
    e += "x"
except Exception as err:
    print(type(err).__name__, err)
try:
    e *= 1.5
except Exception as err:
    print(type(err).__name__, err)
m = memoryview(e)
for op in [lambda: e.append(1), lambda: e.clear(), lambda: e.extend(b"x"), lambda: e.pop(), lambda: e.__delitem__(0),
           lambda: e.__setitem__(slice(0, 1), b"xyz"), lambda: e.insert(0, 1), lambda: e.__iadd__(b"q")]:
    t(op)
e[0] = 90
e[1:3] = b"YX"
print(e, bytes(m))
m.release()
e.append(33)
print(e, list(e)[:3], e.__reduce_ex__(2)[1:], e.__reduce_ex__(4)[1:])
t(hash, e)
print(e == b"ZYXdabcd!", b"ZYXdabcd!" == e, e != bytearray(), e > b"A")
it = iter(bytearray(b"ab"))
print(next(it), it.__length_hint__(), next(it), next(it, "end"))


class Sub(bytearray):
    def __init__(self, *args):
        super().__init__(*args)
        self.extra = 1


s = Sub(b"x")
print(s, s.extra, type(s + b"y"), type(s[:]), s.copy())
e.__init__(b"again")
print(e)
