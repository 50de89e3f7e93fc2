# mro() may name classes that are no bases; a change of such a class must be noticed all the same.
# (CPython keeps what it has remembered, and crashes when that is gone.)
class Far:
    x = 1
    def m(self): return "m"
    def __len__(self): return 3


class Meta(type):
    def mro(cls): return [cls, Far, object] if cls.__name__ == "C" else [cls, C, Far, object]


class C(metaclass=Meta): pass
class D(C): pass


def site(o):
    try:
        return o.x, o.m(), type(o).x, len(o)
    except AttributeError as e:
        return str(e)


c, d = C(), D()
for o in c, d:
    for i in range(40):
        r = site(o)
    print(r)
Far.x = 2
Far.m = lambda self: "other m"
print(site(c), site(d))
del Far.m
print(site(c), site(d))
C.m = lambda self: "m of C"
print(site(c), site(d))
