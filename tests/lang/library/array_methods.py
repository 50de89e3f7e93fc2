"""array: items, bytes, files, text, other types."""
import array
import io
import pickle
import tempfile


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for code in array.typecodes:
    a = array.array(code, "añb" if code == "u" else [1, 2, 3])
    a.reverse()
    print(a, a.typecode, a.itemsize, a.buffer_info()[1], len(a.tobytes()), a.tolist(), a == a[:], a < a[1:])
    a.byteswap() if code != "u" else None
    b = array.array(code)
    b.frombytes(a.tobytes())
    print(a == b, memoryview(a).format, memoryview(a).itemsize, pickle.loads(pickle.dumps(a)) == a, b.__reduce_ex__(2)[0].__name__)
    print(array._array_reconstructor(array.array, code, 0, b"") if code in "bB" else code)
a = array.array("i", range(5))
with tempfile.TemporaryFile() as f:
    a.tofile(f)
    f.seek(0)
    b = array.array("i")
    b.fromfile(f, 3)
    print(b)
    show(lambda: b.fromfile(f, 3))
    print(b)
    show(lambda: b.fromfile(f, -1))
show(lambda: b.fromfile(io.StringIO("abc"), 1))
show(lambda: b.tofile(1))
big = array.array("B", bytes(70000))
out = io.BytesIO()
big.tofile(out)
print(len(out.getvalue()))
for i, v in ((0, 10), (-1, 11), (100, 12), (-100, 13), (3, 14)):
    a.insert(i, v)
print(a, a.pop(), a.pop(0), a.pop(-2), a.count(1), a.index(4), a.index(1, 1), 10 in a)
a.remove(10)
a.extend([7, 8])
a.extend(a)
a += array.array("i", [99])
print(a, a * 2 == a + a, 0 * a, len(a[::2]), a[::-3])
a *= 2
a[1:3] = array.array("i", [5])
a[::4] = array.array("i", [0] * len(a[::4]))
del a[::2]
del a[0]
a[0] = -1
print(a)
show(lambda: a.__setitem__(slice(0, 4, 2), array.array("i", [1])))
show(lambda: a.__setitem__(slice(0, 1), [1]))
show(lambda: a.__setitem__(slice(0, 1), array.array("b", [1])))
show(lambda: a.__setitem__(500, 1))
show(lambda: a.__delitem__(500))
show(lambda: a.extend(array.array("b", [1])))
show(lambda: a.extend(5))
show(lambda: array.array("i", [1]) + array.array("b", [1]))
show(lambda: array.array("z"))
show(lambda: array.array("ii"))
show(lambda: array.array(1))
show(lambda: array.array("i", "text"))
show(lambda: array.array("i", b"abcde"))
show(lambda: array.array("i", array.array("u", "ab")))
show(lambda: array.array("d", array.array("i", [1, 2])))
show(lambda: array.array("b", array.array("i", [1, 300])))
show(lambda: array.array("i", 5))
show(lambda: array.array("u", "ab").tounicode())
show(lambda: array.array("u", ["a", "b"]).fromunicode("c"))
m = memoryview(a)
show(lambda: a.append(1))
show(lambda: a.pop())
show(lambda: a.__delitem__(0))
m[0] = 77
m.release()
a.append(1)
print(a[0], a.__copy__() == a, a.__deepcopy__({}) == a, a.__sizeof__() > 64, iter(a).__reduce__()[1][0] is a)
for left, right in (([1], [1]), ([1], [2]), ([1, 2], [1]), ([], [])):
    x, y = array.array("h", left), array.array("q", right)
    print(x == y, x != y, x < y, x <= y, x > y, x >= y, x == 1)
it = iter(array.array("i", [1, 2]))
print(next(it), it.__reduce__(), list(it), it.__reduce__())
show(lambda: hash(a))
for machine in range(0, 22):
    show(lambda: array._array_reconstructor(array.array, "Q" if machine % 2 else "d", machine, bytes(range(16))))
show(lambda: array._array_reconstructor(array.array, "i", 22, b""))
show(lambda: array._array_reconstructor(list, "i", 1, b""))
show(lambda: array._array_reconstructor(array.array, "i", 1, "text"))
