"""One site that assigns attributes of instances of many classes, while classes, instances and what is assigned change."""
import gc

WARM = 40


def put(o, v):
    o.x = v
    return o


class Base:
    def __init__(self, a):
        self.a = a
        self.b = [a]
        self.x = None


def derived(n):
    return type(f"D{n}", (Base,), {})


CLASSES = [derived(n) for n in range(8)]
for _ in range(WARM):
    objects = [c(n) for n, c in enumerate(CLASSES)]
    for o in objects:
        put(o, o.a)
print([vars(o) for o in objects])


class Slotted:
    __slots__ = ("x", "y")


class Mixed(Slotted):
    pass


class Default:
    x = "class's"


class Property:
    @property
    def x(self):
        return self.__dict__.get("y")

    @x.setter
    def x(self, v):
        self.__dict__["y"] = ("set", v)


class Refuses:
    def __setattr__(self, n, v):
        object.__setattr__(self, "seen", getattr(self, "seen", ()) + ((n, v),))


class Readonly:
    @property
    def x(self):
        return 1


class List(list):
    pass


class Error(Exception):
    pass


MAKERS = [Slotted, Mixed, Default, Property, Refuses, Readonly, List, Error, lambda: (lambda: 0), lambda: derived, lambda: type("T", (), {}),
          object, lambda: 5, lambda: "text", dict, *CLASSES[:0]]


def outcome(o, v):
    try:
        put(o, v)
    except (AttributeError, TypeError) as e:
        return type(e).__name__, str(e)
    return getattr(o, "x", None), sorted(k for k in getattr(o, "__dict__", ()) if k[:2] != "__"), getattr(o, "seen", None)


for _ in range(600):
    found = [outcome(m(), 1) for m in MAKERS]
print(*found, sep="\n")
kept = [m() for m in MAKERS]
for n in range(600):
    found = [outcome(o, n) for o in kept[:4] + kept[6:9]]
print(found)
del Default.x
a, b, c = Default(), Default(), Default()
for _ in range(WARM):
    put(a, 1), put(kept[0], 1), put(CLASSES[0](1), 2), put(CLASSES[1](1), 2)
Default.x = property(lambda self: "a property", lambda self, v: print("set", v))
put(a, 5), put(b, 6)
print(vars(a), vars(b), a.x)
del Default.x
put(a, 7), put(b, 8)
print(vars(a), vars(b))
Default.__setattr__ = lambda self, n, v: print("own", n, v)
put(a, 9), put(c, 9)
del Default.__setattr__
put(c, 10)
print(vars(a), vars(c))
a.__class__ = CLASSES[3]
put(a, 11)
print(vars(a), type(a).__name__)
b.__dict__ = {"x": 0, "z": 1}
put(b, 12)
print(vars(b))
c.__dict__["w"] = 1
put(c, 13)
print(vars(c))
del c.x
put(c, 14)
print(vars(c))


class Noisy:
    def __init__(self, o, what):
        self.o, self.what = o, what

    def __del__(self):
        if self.what == "delete":
            del self.o.x
        elif self.what == "class":
            self.o.__class__ = CLASSES[5]
        elif self.what == "more":
            self.o.more = 1
        elif self.what == "dict":
            self.o.__dict__ = {"fresh": 1}
        elif self.what == "same":
            self.o.x = "by the finalizer"
        self.o = None


for what in ("delete", "class", "more", "dict", "same"):
    for cls in (type("N", (), {}), CLASSES[0]):
        o = cls.__new__(cls)
        for i in range(WARM):
            o = cls.__new__(cls)
            put(o, Noisy(o, what))
            put(o, i)
            try:
                if i % 3 == 0:
                    put(o, "again")
            except AttributeError as e:
                print(e)
        print(what, cls.__name__, type(o).__name__, vars(o))


def many(o):
    """More values than lie in the object."""
    for n in range(70):
        setattr(o, f"a{n}", n)
    return put(o, "last")


class M:
    pass


class M2:
    pass


for _ in range(5):
    m, m2 = many(M()), many(M2())
print(len(vars(m)), len(vars(m2)), list(vars(m))[-1], m.x, m2.a69)


def fresh_classes():
    """Classes die, others come to lie where they were."""
    out = []
    for n in range(300):
        cls = type("F", (), {"__slots__": ("x",)} if n % 3 == 0 else {} if n % 3 == 1 else {"x": 5, "__init__": lambda self: None})
        o = cls()
        if n % 2 and n % 3:
            o.first = n
        put(o, n)
        out.append(o.x)
        del o, cls
        if n % 50 == 0:
            gc.collect()
    return out


try:
    print(fresh_classes() == list(range(300)))
except AttributeError as e:
    print(e)


class Frozen:
    def __init__(self, x):
        object.__setattr__(self, "x", x)
        object.__setattr__(self, "y", x)

    def __setattr__(self, n, v):
        raise TypeError("frozen")


for n in range(WARM):
    f = Frozen(n)
    try:
        put(f, 1)
    except TypeError as e:
        last = e
print(last, vars(f))
