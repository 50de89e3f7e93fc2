# memoryview: items, slices, casts, release.


def t(fn, *args, **kwargs):
    try:
        print(repr(fn(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


data = bytearray(range(16))
m = memoryview(data)
print(m.format, m.itemsize, m.nbytes, m.ndim, m.shape, m.strides, m.suboffsets, m.readonly, m.obj is data,
      m.contiguous, m.c_contiguous, m.f_contiguous, len(m))
print(m[0], m[-1], m[2:5].tolist(), m[::-2].tolist(), bytes(m[3:9:2]), m[5:2].tobytes())
print(m[::2].strides, m[::2].contiguous, m[::-1].tobytes().hex(), m.hex(), m.hex("-", 4))
m[0] = 200
m[1:4] = b"abc"
m[4:8] = m[0:4]
m[::-1][0] = 7
print(data)
for key, value in [(0, 256), (0, -1), (0, "a"), (0, 1.5), (16, 1), (slice(0, 2), b"abc"), (slice(0, 2), "ab"), ("a", 1), (slice(0, 2), 5)]:
    t(m.__setitem__, key, value)
t(m.__delitem__, 0)
t(lambda: m[16])
t(lambda: m["a"])
t(lambda: m[1, 2])
t(lambda: m[0:1, 0:1])
r = memoryview(b"abcd")
t(r.__setitem__, 0, 1)
print(r.readonly, hash(r) == hash(b"abcd"), r == b"abcd", r == memoryview(b"abcd"), r != b"abc", r == "abcd", r == m)
t(hash, m)
t(lambda: r < r)
for fmt in "bBhHiIlLqQnNfdc?P":
    t(lambda: (lambda v: (v.itemsize, v.shape, v.tolist()))(memoryview(bytes(range(1, 17))).cast(fmt)))
w = memoryview(bytearray(16)).cast("i")
for v in [5, -1, 2 ** 31, "a", 1.5, None]:
    t(w.__setitem__, 1, v)
print(w.tolist(), w.format)
d = memoryview(bytearray(16)).cast("d")
d[0] = 1.5
d[1] = 3
print(d.tolist())
t(d.__setitem__, 0, "x")
c = memoryview(bytearray(4)).cast("c")
c[0] = b"z"
t(c.__setitem__, 0, 5)
t(c.__setitem__, 0, b"zz")
print(c.tolist())
z = memoryview(bytearray(range(12))).cast("B", [3, 4])
print(z.shape, z.strides, z.ndim, z.tolist(), z[1, 2], len(z), z.nbytes, z.tobytes("F").hex(), z.tobytes(order="C").hex())
z[2, 3] = 99
print(z.tolist()[2], z[1:].tolist(), z.cast("B").shape)
t(lambda: z[0])
t(lambda: z[3, 0])
t(lambda: z[0, 0, 0])
t(lambda: list(z))
t(m.cast, "i", [3])
t(m.cast, "zz")
t(w.cast, "d")
t(m[::2].cast, "B")
t(m[:3].cast, "i")
t(m.cast, 5)
t(m.cast, "B", 5)
t(m.cast, "B", [0])
t(m.cast, "B", ["a"])
t(m.tobytes, "Q")
t(memoryview, 5)
t(memoryview)
t(memoryview, "str")
print(list(memoryview(b"ab")), 97 in memoryview(b"ab"), memoryview(b"ab").toreadonly().readonly, m.toreadonly().readonly)
with memoryview(data) as view:
    print(view[0])
t(lambda: view[0])
t(view.tobytes)
t(lambda: view.nbytes)
t(len, view)
print(view == view, view == data, repr(view).startswith("<released memory at 0x"), repr(m).startswith("<memory at 0x"))
view.release()
m2 = memoryview(m)
print(m2.obj is data)
m.release()
print(m2[0])
m2.release()
w.release()
data.append(1)
print(len(data), type(memoryview(b"")[:]), memoryview(b"").tolist(), bytes(memoryview(b"xyz")[1:]), bytearray(memoryview(b"xyz")))
it = iter(v := memoryview(bytearray(b"abcdef")))
print(next(it), list(v), sum(v), list(v[::2]), list(v.cast("h")), list(v[::-1]))
v.release()
try:
    next(it)
except ValueError as e:
    print(e)
