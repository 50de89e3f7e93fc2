# The __index__ of the value that is stored in an array empties the array.
from array import array

for code in "bBhHiIlLqQfd":

    class Emptier:
        def __index__(self):
            del a[:]
            return 1

        __float__ = lambda self: float(self.__index__())

    a = array(code, [7] * 300)
    try:
        a[50] = Emptier()
    except IndexError as e:
        assert str(e) == "array assignment index out of range", e
    else:
        raise AssertionError(code)
    assert len(a) == 0
