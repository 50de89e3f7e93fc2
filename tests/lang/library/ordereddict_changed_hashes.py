"""An OrderedDict looks each key up again when its turn in the order comes: a key whose hash has changed since is missed,
a __hash__ that raises is heard of. A __getitem__ of a subclass is asked by copy() alone."""
from collections import OrderedDict


class S(OrderedDict):
    def __getitem__(self, k):
        print("getitem", k)
        return 7

    def __setitem__(self, k, v):
        print("setitem", k, v)
        super().__setitem__(k, v)


s = S()
s['a'] = 1
print(list(s.items()), list(s.values()), repr(s), s.copy(), dict(s), list(reversed(s.items())))
print(s | {'b': 1})


class K:
    n = 0

    def __hash__(self):
        K.n += 1
        return K.n

    def __repr__(self):
        return "K"


class H:
    broken = False

    def __hash__(self):
        if self.broken:
            raise ValueError("no hash")
        return 5

    def __repr__(self):
        return "H"


class SS(OrderedDict):
    pass


TEXTS = ["list(od)", "list(od.values())", "list(od.items())", "repr(od)", "od.copy()", "list(reversed(od.items()))", "cls(od)",
         "od == od", "od.popitem()", "od.popitem(False)", "od.move_to_end(next(iter(od)))", "od | od", "len(od)",
         "od.pop(next(iter(od)))", "od.setdefault(next(iter(od)), 4)", "next(iter(od)) in od", "od.clear()", "od",
         "od.fromkeys([key()])"]


def filled(cls, key):
    H.broken = False
    od = cls()
    for i in range(3):
        od[key()] = i
    H.broken = True
    return od


for cls in OrderedDict, SS:
    for key in K, H:
        od = filled(cls, key)
        for text in TEXTS:
            try:
                print(text, eval(text))
            except Exception as e:
                print(text, type(e).__name__, e, e.__context__)
        it = iter(filled(cls, key).items())
        for _ in range(3):
            try:
                print(next(it, "end"))
            except Exception as e:
                print(type(e).__name__, e)


class Counted:
    hashes, bad = 0, 0

    def __hash__(self):
        Counted.hashes += 1
        if Counted.hashes == Counted.bad:
            raise ValueError("hash")
        return 1

    def __repr__(self):
        return "Counted"


for bad in range(1, 4):
    for text in ("list(od)", "list(od.values())", "list(od.items())", "repr(od)", "od.copy()", "od == od", "OrderedDict(od)",
                 "od | od", "od.popitem()", "dict(od)", "list(reversed(od))", "{**od}", "od.update(od)", "od == {}"):
        for cls in OrderedDict, SS:
            Counted.bad = 0
            od = cls()
            od[Counted()] = 1
            Counted.hashes, Counted.bad = 0, bad
            try:
                r = eval(text)
            except Exception as e:
                r = repr(e)
            print(bad, text, cls.__name__, type(r), Counted.hashes)
