"""Which of several things wrong with a call its exception names, and by what words."""
import array
import collections
import operator
import re
import sys

BIG, MOST = 2**70, sys.maxsize


class Failing:
    def __index__(self):
        raise KeyError("index")


def told(what, *args):
    try:
        result = what(*args)
    except BaseException as e:
        result = f"{type(e).__name__}: {e}"
    print(" ", re.sub(" at 0x.*", ">", str(result)))


print("memoryview.cast of what has an empty dimension")
empty = memoryview(b"")
for format, shape in (("B", [1]), ("x", [1]), ("H", range(3)), ("f", []), ("B", [[1]]), ("i", (0,))):
    told(empty.cast, format, shape)
told(empty.cast, "i")
print("items of a memoryview")
for view in (memoryview(bytearray(12)).cast("B", [3, 4]), memoryview(bytearray(8)).cast("f"), memoryview(bytearray(4)).cast("i", [])):
    for key in (BIG, 0, slice(BIG, b"x"), slice(0, 1), (BIG, 0), (0, Failing()), Failing(), ..., (), "a"):
        told(view.__getitem__, key)
        told(view.__setitem__, key, "value")
        told(view.__setitem__, key, b"value")
print("bytes")
for data in (b"abc", bytearray(b"abc")):
    for item in (BIG, -BIG, 256, -1, 97, b"b", "b", Failing(), 1.5, memoryview(b"abcd")[::2]):
        told(operator.contains, data, item)
    told(data.join, [memoryview(b"abcd")[::2], b"x"])
    told(data.join, [b"x", 3])
    for times in (MOST, MOST // 3 + 1, BIG, -BIG):
        told(data.__mul__, times)
    told((data[:1]).__mul__, MOST)
for method in (b"a".ljust, b"a".center, b"a".zfill):
    told(method, MOST)
told(bytes, MOST)
told(bytes, MOST - 33)
told(bytearray, MOST)
print("str")
for text in ("\u20ac", "ab", "a"):
    told(text.__mul__, MOST)
    told(text.__mul__, MOST // 2 + 1)
print("percent formats")
for format, args in (("%-0*i", (MOST, None)), ("%*x", (MOST, 1.5)), ("%*f", (MOST, "a")), ("%*d", (MOST, 1))):
    told(format.__mod__, args)
    told(format.encode().__mod__, args)


class Signaling:
    def __float__(self):
        raise ValueError("no float")


told("%f".__mod__, Signaling())
told(b"%f".__mod__, Signaling())
print("keys of what takes no items")
for thing in ("abc", b"abc", (1,), range(3), frozenset("a"), {}.keys(), object(), 3, type("Plain", (), {})()):
    for key in (BIG, 0, Failing(), "a"):
        told(operator.setitem, thing, key, 1)
        told(operator.delitem, thing, key)
print("float of a buffer that is no number")
for data in (b"ab", bytearray(b"ab"), memoryview(b"1.5"), array.array("b", b"12"), memoryview(b"1234")[::2], collections.UserString("1.5")):
    told(float, data)
for data in (memoryview(b"x"), array.array("B", b"no")):
    try:
        float(data)
    except ValueError as e:
        print(" ", str(e).split(" at ")[0])
