"""in: __contains__, else iteration, else __getitem__; identity counts as equality."""
nan = float("nan")
print(nan in [nan], nan in (nan,), nan in {nan}, float("nan") in [nan], [nan].count(nan), [nan].index(nan))


class Get:
    def __getitem__(self, i):
        print("item", i)
        if i == 3: raise IndexError
        return i * 10


class Iter(Get):
    def __iter__(self): print("iter"); return iter([1, 2])


class Contains(Iter):
    def __contains__(self, x): print("contains", x); return "yes"


class No(Contains):
    __contains__ = None


class NoIter(Get):
    __iter__ = None


for c in Get(), Iter(), Contains(), No(), NoIter(), 5, None, "abc", b"abc", range(10), {}.keys(), {1: 2}.items(), int:
    for x in 20, "b", 98, (1, 2), []:
        try:
            print(type(c).__name__, repr(x), x in c, x not in c)
        except Exception as e:
            print(type(c).__name__, repr(x), type(e).__name__, e)
