"""Memory whose format is struct's but no native character, as that of ctypes' arrays: items are neither read nor
written one by one, and compared by what struct reads."""
import array
import ctypes


class Pair(ctypes.Structure):
    _fields_ = [("x", ctypes.c_int), ("y", ctypes.c_double)]


class Big(ctypes.BigEndianStructure):
    _fields_ = [("n", ctypes.c_uint32)]


def tell(f):
    try:
        print("   ", f())
    except Exception as e:
        print("   ", type(e).__name__, e)


memories = [("shorts", (ctypes.c_short * 3)(1, 2, 3)), ("structure", Pair()), ("long doubles", (ctypes.c_longdouble * 2)()),
            ("array of characters", array.array("u", "ab")), ("native", memoryview(bytearray(4)).cast("h")),
            ("wide characters", (ctypes.c_wchar * 2)("a", "b")), ("no dimension", ctypes.c_int(4)),
            ("two dimensions", (ctypes.c_int * 2 * 2)()), ("bytes", (ctypes.c_char * 2)()), ("big", (Big * 2)())]
for name, memory in memories:
    m = memoryview(memory)
    print(name, m.format, m.shape)
    for f in (m.tolist, lambda: m[0], lambda: m.__setitem__(0, 5), lambda: list(m), lambda: iter(m) and 1, lambda: m == m,
              lambda: m[()], lambda: m.__setitem__((), 1), lambda: m[0, 0], lambda: m.__setitem__((0, 0), 1),
              lambda: 5 in m, lambda: list(reversed(m)), lambda: m.cast("B")[:2].tolist(), lambda: m[:1].tolist(),
              lambda: m.__setitem__(slice(0, 1), m[:1]), lambda: m.__setitem__(slice(0, 1), b"a"),
              lambda: m.__setitem__(0, "zz"), lambda: m[99], lambda: m["a"], lambda: m.toreadonly().__setitem__(0, 1)):
        tell(f)

print("comparisons")
shorts, ints = (ctypes.c_short * 3)(1, 2, 3), (ctypes.c_int * 3)(1, 2, 3)
views = [memoryview(v) for v in (shorts, ints, array.array("h", [1, 2, 3]), b"\1\0\2\0\3\0", array.array("d", [1, 2, 3]),
                                 (ctypes.c_double * 2)(1.5, float("nan")), (ctypes.c_float * 1)(1.5),
                                 (ctypes.c_double * 1)(1.5), (ctypes.c_int * 2 * 2)((1, 2), (3, 4)),
                                 (ctypes.c_long * 2 * 2)((1, 2), (3, 4)), (Pair * 2)(), (ctypes.c_uint32 * 2)(1, 2),
                                 (ctypes.c_uint32.__ctype_be__ * 2)(1, 2), (ctypes.c_long * 0)(), (ctypes.c_char * 0)(),
                                 ctypes.c_int(4), ctypes.c_long(4), ctypes.c_long(5))]
for v in views:
    print(v.format, [v == w for w in views], [v != w for w in views].count(True))
print(memoryview(shorts) == array.array("h", [1, 2, 3]), array.array("h", [1, 2, 3]) == memoryview(shorts),
      memoryview(shorts) == b"\1\0\2\0\3\0", b"\1\0\2\0\3\0" == memoryview(shorts), memoryview(shorts) == "no")
