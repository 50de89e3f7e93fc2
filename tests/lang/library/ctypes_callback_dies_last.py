"""A callback that only the cache of pointer types keeps, by a class and its globals, dies with the interpreter."""
from ctypes import CFUNCTYPE, POINTER, Structure, c_int


class Point(Structure):
    _fields_ = [("x", c_int)]

    def __repr__(self):
        return f"Point({self.x}, {double(self.x)})"


@CFUNCTYPE(c_int, c_int)
def double(x):
    return x * 2


print(Point(21), POINTER(Point).__name__)
