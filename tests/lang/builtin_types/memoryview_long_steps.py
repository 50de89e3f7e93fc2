"""Views of every n-th item, n so large that its bytes are no int of 64 bits; what is empty has a stride, too."""
import array
import re
import struct
import zlib

STEPS = -2 ** 63, -2 ** 63 + 1, -2 ** 61, -2, 2, 2 ** 61, 2 ** 62, 2 ** 63 - 1, 2 ** 70, -2 ** 70
m = memoryview(array.array("q", range(10)))
for step in STEPS:
    for a, b in (None, None), (5, None), (None, 3), (9, 0), (0, 9), (3, 3):
        v = m[a:b:step]
        print(step, a, b, v.strides, v.shape, v.tolist(), v.contiguous, v.c_contiguous, v.f_contiguous, v == v, v.tobytes())
    for second in -1, 2, 2 ** 62, -2 ** 63:
        w = m[::step][::second]
        print(w.strides, w.shape, w.tolist(), w.nbytes, len(w))
store = bytearray(b"abcdef")
view = memoryview(store)
for step in STEPS:
    for value in b"x", b"", b"xyz":
        try:
            view[::step] = value
            print(step, store)
        except ValueError as e:
            print(step, e)


def tell(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for v in view[3:0:2], view[5:5], view[::2], view[2:3:3], view[4:1], view[0:6:7], memoryview(b"")[::3], view[1:0:-1], view[0:0:-1]:
    tell(lambda: v.cast("b").tolist())
    tell(lambda: v.cast("b", [1, 1]).tolist())
    tell(lambda: re.match(b".*", v).span())
    tell(lambda: zlib.crc32(v))
    tell(lambda: struct.unpack_from("", v))
    tell(lambda: (bytes(v), bytearray(v), v.hex(), v.tobytes("F"), hash(v.toreadonly()) == hash(bytes(v)) if v.readonly else None))
    tell(lambda: b"".join([v, v]))
    tell(lambda: memoryview(v).contiguous)
view.release()
tell(lambda: re.match(b".", view))
tell(lambda: re.compile(b".").sub(b"", memoryview(b"abc")[::2]))
tell(lambda: re.compile(b".").scanner(memoryview(b"abc")[::2]))
