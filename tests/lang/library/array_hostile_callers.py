# Subclasses, sizes and files that do not do what an array expects.
import array


class Unmade(array.array):
    def __new__(cls, *args):
        return "not an array"


for layout in 3, 5, 13, 15:
    print(array._array_reconstructor(Unmade, "d", layout, b"abcdefgh"))


class File:
    def read(self, n):
        return b"abcd"


for n in 2**62, 2**61, 2**63 - 1:
    try:
        array.array("i").fromfile(File(), n)
    except MemoryError:
        print("too many")
    try:
        array.array("q", [1]).__imul__(n)
    except MemoryError:
        print("too long")


class Once:
    asked = 0

    def __iter__(self):
        Once.asked += 1
        return Next()


class Next:
    left = 2

    def __next__(self):
        self.left -= 1
        if self.left < 0:
            raise StopIteration
        return self.left

    def __index__(self):
        return 5


b = bytearray()
b.extend(Once())  # asks for one iterator, which has no __iter__
print(b, Once.asked)
