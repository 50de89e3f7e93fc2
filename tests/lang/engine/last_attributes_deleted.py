"""Attributes that are deleted in the order in which they came, or in another, and set again, before sites that know them."""


class Plain:
    pass


class Made:
    def __init__(self):
        self.a, self.b = 1, 2


class WithDel:
    def __init__(self, o):
        self.o = o

    def __del__(self):
        print("dies", sorted(vars(self.o)))


def sites(o):
    found = []
    for get in (lambda: o.a, lambda: o.b, lambda: o.c, lambda: o.d):
        try:
            found.append(get())
        except AttributeError:
            found.append("-")
    return found


def store_and_delete(o, n):
    for i in range(n):
        o.c = i
        o.d = i + 1
        del o.d
        del o.c
    return sites(o), list(o.__class__.__name__)


def warm(o, value):
    o.c = value
    seen = o.c
    del o.c
    return seen


o = Made()
print(store_and_delete(o, 30))
print([warm(o, i) for i in range(30)][-1], sites(o))
print(vars(o), warm(o, 5), vars(o), store_and_delete(o, 3))

print("how many there were")
for most in (0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 33, 63, 64, 65, 70):
    for cls in Plain, Made:
        o = cls()
        for again in range(3):
            for i in range(most):
                setattr(o, f"x{i}", i)
            for i in reversed(range(most)):
                assert getattr(o, f"x{i}") == i
                delattr(o, f"x{i}")
            for i in range(most // 2):
                setattr(o, f"x{i}", -i)
            assert [getattr(o, f"x{i}") for i in range(most // 2)] == [-i for i in range(most // 2)]
            for i in reversed(range(most // 2)):
                delattr(o, f"x{i}")
            assert not hasattr(o, "x0"), most
        print(most, cls.__name__, vars(o))

print("order")
o = Made()
o.c = 3
del o.a
o.a = 4
print(list(vars(o).items()))
o = Made()
del o.b
o.z = 1
o.b = 5
print(list(o.__dict__.items()), o.b)
o = Made()
del o.b, o.a
o.b, o.a = 6, 7
print(list(o.__dict__.items()))
for name in "a", "c":
    try:
        delattr(o, name), delattr(o, name)
    except AttributeError as e:
        print(e)

print("deaths")
other = Made()
o = Made()
o.c = WithDel(other)
other.c = WithDel(o)
del o.c
print(sites(o)[:2])
del other.c


class Puts:
    def __del__(self):
        holder.c = "put by __del__"


holder = Made()
for i in range(20):
    holder.c = Puts()
    del holder.c
    assert holder.c == "put by __del__"
    del holder.c
print(sites(holder))


class Reads(Made):
    def __del__(self):
        print("reads", self.a)


r = Reads()
r.me = r
del r.me
del r

print("other kinds")


def function():
    pass


for i in range(3):
    function.attribute = i
    del function.attribute
print(vars(function))
del function


class Error(Exception):
    pass


e = Error("text")
for i in range(30):
    e.note = i
    del e.note
print(e.args, vars(e))


class Numbers(int):
    pass


n = Numbers(5)
n.a = 1
del n.a
n.b = 2
print(n, vars(n))
