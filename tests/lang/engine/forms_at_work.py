"""Instructions in their special forms, and what makes each go back: the sites run often enough to be specialised."""
import enum

WARM = 40


def contains(item, container):
    seen = []
    for _ in range(WARM):
        if item in container:
            seen.append("in")
        if item not in container:
            seen.append("not in")
        if item in container or item is None:
            seen.append("or")
        seen.append(item not in container)
    return sorted({str(s) for s in seen})


class Odd:
    def __contains__(self, item):
        return [item] if item else ""

    def __eq__(self, other):
        raise KeyError("compared")

    __hash__ = None


for item, container in [("b", "abc"), ("é", "abc"), (1, {1: 2}), (1.0, {1, 2}), ("x", ("y", "x")), (3, [1, 2]),
                        (2, range(3)), (5, Odd()), (0, Odd()), (3, "abc"), ([], {1}), (1, [Odd()]), (1, 2)]:
    try:
        print(type(container).__name__, contains(item, container))
    except (TypeError, KeyError) as e:
        print(type(e).__name__, e)


def at(sequence, index):
    return sequence[index]


class Text(str):
    def __getitem__(self, i):
        return f"<{i}>"


for sequence in ("hello", b"hello", "hé\u20acl\U0001f600", Text("hello"), bytearray(b"hello"), (1, 2, 3, 4, 5), range(5)):
    for _ in range(WARM):
        at(sequence, 1)
    print([at(sequence, i) for i in (0, 4, -1, -5, True)])
    for wrong in (5, -6, 10 ** 30, "a", None, 1.0):
        try:
            print(at(sequence, wrong))
        except (IndexError, TypeError) as e:
            print(type(e).__name__, e)


def unpack(sequence):
    a, b, c = sequence
    return c, b, a


for sequence in ((1, 2, 3), [1, 2, 3], "abc", {1: 1, 2: 2, 3: 3}, iter("xyz")):
    for _ in range(WARM):
        unpack((1, 2, 3) if isinstance(sequence, tuple) else [4, 5, 6])
    print(unpack(sequence))
for sequence in ((1, 2), [1, 2, 3, 4], "ab", 5):
    try:
        unpack(sequence)
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)


def walk(iterable):
    total = []
    for x in iterable:
        total.append(x)
    return total


for iterable in ("plain", "h\u00e9", Text("sub"), [1, 2], range(3), enumerate("ab"), zip("ab", "cd"), {1: 2}.items(), {7}, map(str, [1, 2]),
                 (c for c in "gen"), (8, 9)):
    for _ in range(WARM):
        walk("ab")
    print(walk(iterable))
for _ in range(WARM):
    walk({1: 1}.items())
print(walk([1]), walk(range(2)), walk("é"), walk(zip("a", "b")))


class Base:
    kind = "base"

    @classmethod
    def make(cls, n=1):
        return cls.__name__, n

    @staticmethod
    def plain(*args):
        return args

    def call(self):
        return self.make(), self.plain(1), type(self).make(2), type(self).plain(), type(self).kind


class Derived(Base):
    kind = "derived"


def calls():
    return [o.call() for o in (Base(), Derived())]


for _ in range(WARM):
    calls()
print(calls())
Derived.make = lambda self=None, n=0: "method"
print(calls())
del Derived.make
Base.plain = classmethod(lambda cls, *args: (cls.__name__, args))
print(calls())
Base.__dict__["make"].__init__(len)
try:
    calls()
except TypeError as e:
    print(e)
Base.__dict__["make"].__init__(lambda cls, n=7: ("again", cls.__name__, n))
print(calls())


def own(o):
    return o.make()


o = Base()
for _ in range(WARM):
    own(o)
o.make = lambda: "its own"
print(own(o), own(Base()))


class Colour(enum.Enum):
    RED = 1
    GREEN = 2
    name_ = "x"


def colours():
    return Colour.RED, Colour.GREEN.value, Colour.RED.name


for _ in range(WARM):
    colours()
print(colours())


class Meta(type):
    def __getattr__(cls, name):
        return "asked last: " + name


class Asked(metaclass=Meta):
    there = 1


def ask(cls):
    return cls.there


def ask_missing(cls):
    return cls.missing


for _ in range(WARM):
    ask(Asked), ask_missing(Asked)
print(ask(Asked), ask_missing(Asked))
Meta.there = property(lambda cls: "the metaclass's")
print(ask(Asked))
del Meta.there
print(ask(Asked))
Meta.__getattribute__ = lambda cls, name: "asked first: " + name
print(ask(Asked))
del Meta.__getattribute__
print(ask(Asked))
del Asked.there
print(ask(Asked))


def filled(a, b=2, c=3):
    return a, b, c


def named(a, b=2, *, c=3, d=4):
    return a, b, c, d


def positional(a, b=1, /, c=2, **rest):
    return a, b, c, rest


def fill():
    return filled(1), filled(1, 5), filled(1, c=9), filled(c=1, a=2), filled(b=0, a=1, c=2)


def name():
    return named(1, c=5), named(1, 2, d=6), named(d=1, c=2, a=3), positional(1, c=3), positional(1, b=3)


for _ in range(WARM):
    fill(), name()
print(fill(), name())
filled.__defaults__ = ("changed",)
try:
    fill()
except TypeError as e:
    print(e)
print(filled(1, 2), filled(1, b=5))
filled.__defaults__ = (1, 2, 3, 4)
try:
    print(fill())
except TypeError as e:
    print(e)
filled.__defaults__ = None
try:
    print(fill())
except TypeError as e:
    print(e)
named.__kwdefaults__["c"] = "new"
print(named(1, d=0), name())
named.__kwdefaults__ = None
try:
    name()
except TypeError as e:
    print(e)
filled.__code__ = (lambda a, c=0, b=1: ("swapped", a, b, c)).__code__
filled.__defaults__ = (10, 20)
print(fill())


def maker(default):
    def inner(x, y=default, z=None):
        return (lambda: (x, y, z))()
    return inner


def closures():
    return [maker(i)(i, z=i) + maker(i)(i) for i in range(3)]


for _ in range(WARM):
    closures()
print(closures())


def generate():
    while True:
        yield filled(1, c=3), filled(2), closures()[1]


g = generate()
for _ in range(WARM):
    next(g)
print(next(g))


class Manager:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return kind is KeyError


def block(error=None):
    with Manager() as m:
        if error:
            raise error("inside")
    return type(m).__name__


def blocks():
    while True:
        with Manager():
            yield block()


for _ in range(WARM):
    block()
g = blocks()
print(block(), block(KeyError), [next(g) for _ in range(WARM)][-1])
try:
    block(ValueError)
except ValueError as e:
    print(e)


def deep(n, step=1, *, kept=None):
    return deep(n + step, kept=kept) if n < 10 ** 9 else n


def deeper(n, step=1):
    return deeper(n + 1)


for f in (deep, deeper):
    try:
        f(0)
    except RecursionError as e:
        print(e)
for f in (lambda: filled(1, a=2), lambda: filled(1, e=2), lambda: filled(), lambda: filled(1, 2, 3, 4), lambda: filled(b=1)):
    for _ in range(WARM):
        try:
            f()
        except TypeError as e:
            said = e
    print(said)


def starred(a, b=2, *rest, kept=3, also=4):
    return a, b, rest, kept, also


def star():
    return starred(1), starred(1, 5), starred(1, 2, 3), starred(1, 2, 3, 4), starred(0, also=1)


def stars():
    while True:
        yield star(), [starred(*"abcd")], int("7") + int(3) + int(2.5), str(7) + str("x") + str(None)


g = stars()
for _ in range(WARM):
    star(), next(g)
print(star(), next(g))
starred.__kwdefaults__["kept"] = "new"
print(star())
del starred.__kwdefaults__["also"]
try:
    star()
except TypeError as e:
    print(e)
starred.__kwdefaults__ = None
try:
    print(starred(1, kept=2, also=3), star())
except TypeError as e:
    print(e)


class Text2:
    def __str__(self):
        return Text("of its own")

    def __int__(self):
        return True


def convert(x):
    return str(x), int(x)


for x in (12, "12", 10 ** 30, Text("5"), True, 1.5, Text2(), "no", None, b"7", float("nan"), "\u0663"):
    try:
        for _ in range(WARM):
            r = convert(x)
        print(*map(type, r), *r)
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)


class Ender:
    def __enter__(self):
        return self

    def __exit__(self, *rest, quiet=True):
        print(len(rest), quiet)


def end():
    with Ender():
        pass


for _ in range(6):
    end()
Ender.__exit__ = lambda self, kind, value=None, traceback=None, more=5: print(kind, more)
end()
Ender.__exit__ = lambda self, kind: None
try:
    end()
except TypeError as e:
    print(e)
