# int.from_bytes() takes bytes, what has __bytes__, buffers and what can be gone through; never a size or a text.
import array


class Index:
    def __index__(self):
        return 3


class Both(Index):
    def __bytes__(self):
        return b"\1\2"


class Through(Index):
    def __iter__(self):
        return iter([1, 2])


class Int(int):
    def __bytes__(self):
        return b"\1\0"


class Str(str):
    def __bytes__(self):
        return b"\2"


class IntAlone(int):
    pass


class Fails:
    def __index__(self):
        raise ValueError("asked")


for v in (Index(), Both(), Int(5), Str("a"), IntAlone(5), Fails(), 5, True, "a", [1, 2], (1,), {1}, b"", bytearray(b"ab"), memoryview(b"ab"),
          array.array("B", [1, 2]), None, 1.5, range(3), {1: 2}, iter([1])):
    for order in "big", "little":
        try:
            print(type(v).__name__, int.from_bytes(v, order))
        except Exception as e:
            print(type(v).__name__, type(e).__name__, e)
