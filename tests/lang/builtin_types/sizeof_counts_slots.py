"""What a class adds with __slots__ is in its instances' size."""
import sys
from array import array
from collections import OrderedDict, deque


def three(base, *args):
    class Slotted(base):
        __slots__ = "a", "b", "c"
    plain, slotted = base(*args), Slotted(*args)
    return slotted.__sizeof__() - plain.__sizeof__()


for base, args in ((bytearray, (b"abc",)), (dict, ({1: 2},)), (list, ((1, 2),)), (set, ((1, 2),)),
                   (frozenset, ((1, 2),)), (OrderedDict, ({1: 2},)), (deque, ((1, 2),)),
                   (array, ("i", [1, 2])), (object, ()), (Exception, ("x",))):
    print(base.__name__, three(base, *args))


class Says(int):
    def __sizeof__(self):
        return int(self)


for size in 0, 1, sys.maxsize, sys.maxsize + 1, -1, -sys.maxsize - 1:
    try:
        print(sys.getsizeof(Says(size)) - size in (0, 16))
    except (ValueError, OverflowError) as e:
        print(type(e).__name__)

# The first room of a list that is filled from elsewhere is for an even number.
for n in (0,1,4,5,9,17): print(*(sys.getsizeof(list(x)) for x in ('a'*n,'\xe4'*n,b'a'*n,range(n),dict.fromkeys(range(n)),dict.fromkeys(range(n)).values(),set(range(n)),reversed([1]*n),iter(range(n)),iter([0]*n))))
