# One place reads, calls and writes attributes of many classes, whose meaning then changes.
class Plain:
    def __init__(self, n):
        self.n = n

    def twice(self):
        return self.n * 2


class Slotted:
    __slots__ = ("n",)

    def __init__(self, n):
        self.n = n

    def twice(self):
        return self.n * 3


class Derived(Plain):
    def twice(self):
        return self.n * 4


class Hooked(Plain):
    def __getattribute__(self, name):
        return 100 if name == "n" else super().__getattribute__(name)


class Guarded(Plain):
    def __setattr__(self, name, value):
        super().__setattr__(name, -value)


class Computed:
    def __init__(self, n):
        self._n = n

    n = property(lambda self: self._n + 0.5, lambda self, v: setattr(self, "_n", v))
    twice = lambda self: "computed"


kinds = [Plain, Slotted, Derived, Hooked, Guarded, Computed]


def visit(objects):
    out = []
    for o in objects:
        o.n = o.n + 1
        out.append((o.n, o.twice(), getattr(o, "n")))
    return out


objects = [k(i) for i, k in enumerate(kinds)]
for _ in range(40):
    last = visit(objects)
print(last)
Plain.twice = lambda self: "changed"
Slotted.twice = property(lambda self: lambda: "a property")
print(visit(objects))
objects[0].twice = lambda: "own"
print(visit(objects))
Derived.n = property(lambda self: "now a property", lambda self, v: None)
print(visit(objects[:2]), objects[2].n)
del objects[1].n
try:
    visit(objects)
except AttributeError as e:
    print(e)
del objects[0].n
try:
    visit(objects)
except AttributeError as e:
    print(e)
Plain.n = 7
print(visit(objects[:1]), vars(objects[0]).keys())
objects[4].__class__ = Plain
objects[1].n = 1
del Derived.n
for _ in range(40):
    last = visit(objects)
print(last)
