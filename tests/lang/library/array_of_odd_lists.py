# array() of lists and tuples: as many items as there were, by their numbers.
import array


def show(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


class Shrinks:
    def __index__(self):
        items.clear()
        return 1


class Grows:
    def __index__(self):
        items.append(Grows())
        return len(items)


class Odd:
    def __iter__(self):
        raise TypeError("not gone through")

    def __len__(self):
        return 1

    def __getitem__(self, i):
        if i > 1:
            raise KeyError(i)
        return i * 10


class OddList(Odd, list):
    pass


class OddTuple(Odd, tuple):
    pass


class NoIter(list):
    __iter__ = None


items = [Shrinks(), 2, 3]
show(array.array, "i", items)
items = [Grows(), 2, 3]
show(array.array, "i", items)
for n in range(4):
    show(array.array, "i", OddList(range(5, 5 + n)))
    show(array.array, "d", OddTuple(range(5, 5 + n)))
show(array.array, "b", [1, 300])
show(array.array, "i", NoIter([1, 2]))
show(array.array("i").extend, NoIter([1, 2]))
show(array.array("i").fromlist, NoIter([1, 2]))
show(array.array("i").fromlist, OddList([1, 2]))
for kind in bytes, bytearray:
    show(kind, NoIter([1, 2]))
    show(kind, OddTuple([1, 2]))
    show(kind, type("T", (), {"__iter__": lambda self: 5})())
    show(kind, type("T", (), {"__iter__": lambda self: {}[1]})())
    show(kind, type("T", (), {"__getitem__": lambda self, i: "ab"[i]})())
b = bytearray(b"abc")
show(b.__setitem__, slice(1), NoIter([1]))
show(b.extend, NoIter([1]))
print(b)


class Clears:
    def __init__(self, result):
        self.result = result

    def __index__(self):
        del a[:]
        return self.result


class Appends:
    def __index__(self):
        items.append(1)
        return 1


for items in [1, Clears("x")], [1, Appends(), 1], [Clears("x"), 1]:
    a = array.array("i", range(300))
    show(a.fromlist, items)
    print(sum(a[300:]))
a.append(5)
print(a[-1])
