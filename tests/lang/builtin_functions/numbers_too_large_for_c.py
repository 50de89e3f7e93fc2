def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import sys

class Big:
    def __index__(self):
        return 2 ** 70


show("a".center, 2 ** 70)
show("a".ljust, Big())
show("a".split, ",", 2 ** 70)
show("a".replace, "a", "b", -2 ** 70)
show("a".expandtabs, 2 ** 40)
show("a".splitlines, 2 ** 40)
show(b"a".hex, ":", 2 ** 40)
show((5).to_bytes, 2 ** 70, "big")
show([].pop, Big())
show([].insert, 2 ** 70, 1)
show([1].__mul__, 2 ** 70)
show("a".__mul__, Big())
show("a".__getitem__, 2 ** 70)
show([].__getitem__, Big())
show(sys.setrecursionlimit, 2 ** 40)
show(sys.setrecursionlimit, -2 ** 80)
show(sys._getframe, 2 ** 40)
show(chr, 2 ** 40)
show(range(3).__getitem__, 2 ** 70)
show(len, range(2 ** 70))
