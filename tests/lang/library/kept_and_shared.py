# What is kept as it came until somebody changes it: texts and bytes in streams, contexts' variables; memory compared and copied where it lies.
import array
import binascii
import contextvars
import io
import sys

print("StringIO")
T = "line one\nline two \u20ac\n" * 5
for nl in "\n", None, "", "\r", "\r\n":
    s = io.StringIO(newline=nl)
    s.write(T)
    print(ascii(s.getvalue()), s.tell())
    s.write("more")
    print(ascii(s.getvalue()[-12:]))
    s.seek(0)
    print(ascii((s.read(5), s.readline(), s.readlines()[1:2], s.newlines)))
    s = io.StringIO(T, nl)
    print(ascii((s.read(3), len(s.getvalue()), s.tell())))
    s.seek(0)
    s.truncate(4)
    print(ascii(s.getvalue()))
    s.seek(0, 2)
    s.write(T)
    print(ascii(s.getvalue()[:12]), s.tell())
    s.__init__("x" * 50, nl)
    print(s.getvalue(), s.read(2))
    s.__setstate__(("y" * 60, nl, 3, None))
    print(s.read(), s.__getstate__()[2:])
    s.close()
    try:
        s.getvalue()
    except ValueError as error:
        print(error)


class Text(str):
    pass


s = io.StringIO()
s.write(Text("z" * 50))
print(type(s.getvalue()), s.getvalue())
s = io.StringIO()
s.seek(5)
s.write("q" * 40)
print(ascii(s.getvalue()))

print("BytesIO")
data = bytes(range(256)) * 8
b = io.BytesIO()
b.write(data)
print(b.getvalue() == data, b.tell(), sys.getsizeof(b) - sys.getsizeof(io.BytesIO()))
for i in range(12):
    b.write(b"abc" * (i * 7))
    print(sys.getsizeof(b) - sys.getsizeof(io.BytesIO()), b.tell(), end="; ")
print(b.getvalue()[2040:2060])
b = io.BytesIO()
b.write(data)
view = b.getbuffer()
view[0] = 255
print(b.getvalue()[:2], data[:2])
try:
    b.write(b"x")
except BufferError as error:
    print(error)
view.release()
b.seek(10)
b.write(b"__")
b.truncate(20)
print(b.getvalue(), data[10:12])
b.__init__(b"other")
b.write(b"OT")
print(b.getvalue())

print("contexts")
v, w = contextvars.ContextVar("v"), contextvars.ContextVar("w")
v.set(1)
c = contextvars.copy_context()
d = c.copy()
token = w.set(5)
print(len(c), len(d), w in c, w in contextvars.copy_context())
c.run(v.set, 7)
print(c[v], d[v], v.get(), c == d)
w.reset(token)
print(w in contextvars.copy_context(), v.get())
k = c.run(contextvars.copy_context)
print(k == c, k[v])


def inside():
    token = v.set("in")
    kept = contextvars.copy_context()
    v.reset(token)
    return kept[v], v.get()


print(c.run(inside), c[v], k[v])
it = iter(c)
c.run(w.set, 1)
print(len(list(it)), len(c))

print("memory")
for code in "bBhHiIlLqQfd":
    x, y = array.array(code, range(50)), array.array(code, range(50))
    y[40] = 7
    m, n = memoryview(x), memoryview(y)
    print(code, m == n, m != n, m == memoryview(x), m[::2] == n[::2], m[45:] == n[45:], m[::3].tolist()[:4], x < y, x > y, x[:20] == y[:20], x[:3] < y)
    m[3:10] = m[0:7]
    print(x[:12].tolist())
    m[0:7] = m[3:10]
    m[0:20:2] = m[20:40:2]
    print(x[:24].tolist())
nan = array.array("d", [1.0, float("nan")])
print(nan == nan, memoryview(nan) == memoryview(nan), memoryview(array.array("d", [0.0])) == memoryview(array.array("d", [-0.0])))
print(memoryview(b"\x02\x01").cast("?") == memoryview(b"\x01\x01").cast("?"), memoryview(b"\x02").cast("?").tolist())
print(array.array("u", "ab\u20ac\U0001f600").tounicode() == "ab\u20ac\U0001f600")

print("hexadecimal")
for n in 0, 1, 3, 8, 9:
    b = bytes(range(n * 20, n * 20 + n))
    for sep in ":", b"-":
        for group in 1, 2, 3, 4, -1, -2, -3, 100, -100, 0:
            print(b.hex(sep, group), binascii.hexlify(b, sep, group).decode() == memoryview(b).hex(sep, group), end="; ")
    print()
    text = b.hex()
    for bad in "g", " ", "@", "`", "/", ":", "G", "\xe9":
        for at in 0, 1, n, 2 * n:
            broken = text[:at] + bad + text[at:]
            for f in bytes.fromhex, binascii.unhexlify:
                try:
                    print(f(broken).hex(), end=", ")
                except ValueError as error:
                    print(error, end=", ")
    print()
print(int("ff" * 20, 16), int("-0x" + "1f" * 30, 0), int("10" * 70, 2), int("123" * 30, 4))
for text, base in ("1" * 30 + "g", 16), ("1" * 30 + "2", 2), ("1" * 30 + "_", 2), ("1" * 20 + "_" + "1" * 20, 2), (" " + "f" * 40 + " ", 16), ("9" * 100 + "x", 10), ("9" * 50 + "_9", 10):
    try:
        print(int(text, base))
    except ValueError as error:
        print(error)
x, y = 3 ** 200, 5 ** 90
print(x & y, x | y, x ^ y, x & -y, -x | y, -x ^ -y, x & 255, x & 0, x | 1, x == 3 ** 200, x == x)
