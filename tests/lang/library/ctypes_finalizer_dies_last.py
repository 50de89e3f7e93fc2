"""A finalizer that runs after the types of pointers have gone, at the interpreter's very end: what it makes is given back."""
from ctypes import POINTER, Structure, c_int


class Point(Structure):
    _fields_ = [("x", c_int)]

    def where(self):
        return self.x


class Last:
    def __init__(self, *held):
        self.held = held
        self.cycle = self

    def __del__(self):
        for o in self.held:
            repr(o), sorted(dir(o))


last = Last(Point, POINTER(Point), {1: {2}}, bytearray(b"x"))
print(Point(3).where(), len(last.held))
