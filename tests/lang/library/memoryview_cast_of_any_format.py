"""Whatever the format of a view's source, it can be cast to bytes: ctypes names its own with their byte order."""
import array
import ctypes


def cast(what, source, format):
    try:
        view = source.cast(format)
        print(what, repr(source.format), "as", repr(format), view.format, view.shape, view.itemsize, view.tolist())
    except (TypeError, ValueError) as e:
        print(what, repr(source.format), "as", repr(format), type(e).__name__, e)


class Pair(ctypes.Structure):
    _fields_ = [("first", ctypes.c_int), ("second", ctypes.c_byte)]


sources = {"float": ctypes.c_double(0.5), "ints": (ctypes.c_int * 3)(1, 2, 3), "structure": Pair(1, 2),
           "structures": (Pair * 2)(), "table": (ctypes.c_int * 2 * 3)(), "bytes": (ctypes.c_byte * 4)(1, 2, 3, 4),
           "octets": (ctypes.c_ubyte * 4)(), "chars": (ctypes.c_char * 8)(), "wide": array.array("u", "ab")}
for what, source in sources.items():
    for format in "B", "b", "c", "@B", "i", "d", "<i", "x", "":
        cast(what, memoryview(source), format)
cast("and on", memoryview(ctypes.c_double(0.5)).cast("B"), "d")
number = ctypes.c_double()
octets = memoryview(number).cast("B")
octets[:] = bytes(ctypes.c_double(0.625))
print(number)
