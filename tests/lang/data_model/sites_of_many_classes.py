"""Attributes at sites of many classes: properties, methods that are not called, what metaclasses give."""


class P:
    def __init__(self, n):
        self.n = n

    @property
    def double(self):
        return self.n * 2

    @property
    def broken(self):
        return self.nothing

    def method(self):
        return self.n


class Q(P):
    def __init__(self, n):
        super().__init__(n)
        self.more = 1


class R:
    double = 7
    method = "plain"


class S:
    __slots__ = ("double", "method")

    def __init__(self):
        self.double = 1
        self.method = 2


class Meta(type):
    def __repr__(cls):
        return f"<{cls.__name__}>"

    @property
    def shown(cls):
        return "shown " + cls.__name__

    kind = "of the metaclass"

    def called(cls):
        return "metaclass's"


class T(metaclass=Meta):
    shown = "own"

    def called(self):
        return "own"


class U(T):
    kind = "own"


def read(objects):
    for o in objects:
        for get in lambda o: o.double, lambda o: o.method, lambda o: o.__class__, lambda o: o.broken:
            try:
                v = get(o)
                yield v() if callable(v) and not isinstance(v, type) else v
            except AttributeError as e:
                yield str(e), e.name, type(e.obj).__name__


objects = [P(1), Q(2), R(), S(), P(3), Q(4)]
for _ in range(30):
    last = list(read(objects))
print(last)

print("they change")
P.double = property(lambda self: "new")
print([o.double for o in objects])
Q.method = lambda self: "other"
print(list(read(objects))[1::4])
objects[0].method = lambda: "the instance's"
objects[0].__dict__["double"] = "hidden"
print(list(read(objects))[:4])
del P.double
print(list(read(objects))[:4])
R.double = property(lambda self: "a property now")
print(list(read(objects))[8:12])


class Get:
    def __get__(self, o, t):
        return "got", o is not None


R.method = Get()
print(list(read(objects))[8:12])
Get.__set__ = lambda self, o, v: None
objects[2].__dict__["method"] = "its own"
print(list(read(objects))[8:12])
del Get.__set__
print(list(read(objects))[8:12])


print("of classes")


def of_class(c):
    return c.__name__, c.__mro__[0], c.__dict__ is c.__dict__, c.shown, c.kind, c.called, c.__repr__, c.__qualname__


for _ in range(40):
    for c in T, U:
        last = of_class(c)
        assert last[5] is T.called and last[0] == c.__name__
print(last[:5], last[6] is object.__repr__)
Meta.kind = property(lambda cls: "data descriptor now")
print(of_class(U)[4], of_class(T)[4])
del Meta.kind
try:
    print(of_class(U)[4], of_class(T)[4])
except AttributeError as e:
    print(e)
Meta.kind = 5
print(of_class(U)[4], of_class(T)[4])
T.__name__ = "Renamed"
print(of_class(T)[0], of_class(U)[3])
del Meta.shown
print(of_class(T)[3])


def natives(o, c):
    return c.__repr__(o), c.__name__, o.__class__.__name__, c.__new__ is not None, object.__repr__ is c.__repr__


for _ in range(20):
    for o in 1, "a", [2], (3,), {4}, {5: 6}, 7.5, None:
        last = natives(o, type(o))
    print(last) if _ == 19 else None
print(int.__repr__(5), list.append is list.append, str.join("-", "ab"), int.__eq__(3, 3), type.__repr__(int), dict.fromkeys("a"))


class Int(int):
    def __repr__(self):
        return "Int " + int.__repr__(self)


print([Int(i) for i in range(12)])

print("in a __dict__")


class D:
    def __init__(self, **names):
        self.__dict__.update(names)

    plain = "the class's"


def values(items):
    return [d.a for d in items]


items = [D(a=i, b=2) for i in range(12)]
print(values(items), values(items))
items[3] = D(b=1, a="second")
items[4].__dict__.clear()
items[4].a = "again"
del items[5].a
items[5].c = 1
items[5].a = "last"
items[6].__dict__ = {"x": 1, "a": "other dict"}
items[7].__dict__ = {"a": 1}
del items[7].__dict__["a"]
try:
    values(items)
except AttributeError as e:
    print(e)
items[7].a = 7
print(values(items), values(items))
D.a = property(lambda self: "property")
print(values(items))

print("comparisons")


class Less:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        return self.n < other.n


class Other(Less):
    __gt__ = object.__gt__
    __le__ = int.__le__
    __ge__ = object.__le__


a, b = Less(1), Less(2)
print(max(a, b).n, a > b, sorted([b, a])[0].n, a == a, a != b, a == b)
x, y = Other(1), Other(2)
for op in "x > y", "x < y", "x <= y", "x >= y", "x == y", "x != y", "x >= 1":
    try:
        print(op, eval(op))
    except TypeError as e:
        print(op, e)
