"""One site that reads attributes of instances, classes, named tuples, modules by turns, while what they have changes."""
import collections
import enum
import sys

WARM = 40


def name_of(o):
    return o.name


def call_it(o):
    return o.method()


class Meta(type):
    def __getattr__(cls, name):
        return "meta", name


class A:
    name = "A's"

    def method(self):
        return "A"


class B(A):
    def __init__(self):
        self.name = "own"


class C:
    __slots__ = ("name",)

    def __init__(self):
        self.name = "slot"

    method = lambda self: "C"


class D:
    @property
    def name(self):
        return "property"

    @classmethod
    def method(cls):
        return "D", cls.__name__


class E(enum.Enum):
    name_ = 1
    X = 2


class F(metaclass=Meta):
    @staticmethod
    def method():
        return "static"


class G:
    @classmethod
    def name(cls):
        return cls

    def method(self):
        return "G"


class H(metaclass=Meta):
    def __getattr__(self, n):
        return "asked", n


N = collections.namedtuple("N", "name other")


class Text(str):
    name = "text"
    method = str.upper


objects = [A(), B(), C(), D(), E.X, F, G, H(), H, N("tuple", 1), A, B, N, Text("t"), Text, sys, E]


def outcome(f, o):
    try:
        r = f(o)
    except AttributeError as e:
        return "AttributeError", str(e), e.name, e.obj is o
    except TypeError as e:
        return "TypeError", str(e)
    return r if isinstance(r, (str, tuple)) else type(r).__name__


for _ in range(600):
    found = [(outcome(name_of, o), outcome(call_it, o)) for o in objects]
for o, f in zip(objects, found):
    print(type(o).__name__, f)


def again(label):
    for _ in range(3):
        now = [(outcome(name_of, o), outcome(call_it, o)) for o in objects]
    for i, (was, f) in enumerate(zip(found, now)):
        if was != f:
            print(label, i, type(objects[i]).__name__, f)
    found[:] = now


A.name = "changed"
again("class attribute")
A.method = classmethod(lambda cls: cls.__name__)
again("becomes a classmethod")
del A.name
again("deleted")
objects[0].name = "instance's"
again("instance")
A.name = property(lambda self: "a property now")
again("data descriptor")
del A.name
A.name = 5
objects[1].__dict__["name"] = "by dict"
again("dict")
Meta.name = "of the metaclass"
again("metaclass")
Meta.name = property(lambda cls: "metaclass property")
again("metaclass property")
del Meta.name
again("metaclass again")
Meta.__getattribute__ = lambda cls, n: ("all", n)
again("__getattribute__")
del Meta.__getattribute__
again("no __getattribute__")
H.__getattr__ = lambda self, n: ("other", n)
again("__getattr__")
N.name = "overwritten"
again("named tuple")
objects[0].__class__ = G
again("class of an instance")
G.name = staticmethod(lambda: 1)
again("static")


class Descriptor:
    pass


G.name = Descriptor()
again("no descriptor yet")
Descriptor.__get__ = lambda self, o, t: "got"
again("a descriptor now")
Descriptor.__set__ = lambda self, o, v: None
again("a data descriptor now")
objects[0].__dict__["name"] = "hidden"
again("hidden")
del Descriptor.__get__
again("only set")
A.__bases__, B.__bases__ = A.__bases__, (C_ := type("C_", (object,), {"method": lambda self: "C_"}),)
again("other bases")


# ---- the errors of getters know whose attribute it was -----------------------------
class Getters:
    @property
    def raises(self):
        raise AttributeError("own words")

    @property
    def deeper(self):
        return self.missing

    @property
    def rebinds(self):
        self = 1
        raise AttributeError("rebound")

    @property
    def deletes(self):
        del self
        raise AttributeError("deleted")

    @property
    def captures(self):
        def inner():
            return self
        raise AttributeError("captured")

    @property
    def told(self):
        raise AttributeError("told", name="n", obj=5)

    @property
    def other(self):
        raise KeyError("k")

    @property
    def generates(self):
        yield 1
        raise AttributeError

    @property
    def called(self):
        return fails()

    @property
    def walrus(self):
        (self := 3)
        raise AttributeError("walrus")

    @property
    def unpacks(self):
        self, x = 1, 2
        raise AttributeError("unpacked")

    wrapped = property(lambda self, more=1: fails())


def fails():
    raise AttributeError("from below")


def getter_sites(o, n):
    if n == "raises":
        return o.raises
    if n == "deeper":
        return o.deeper
    if n == "rebinds":
        return o.rebinds
    if n == "deletes":
        return o.deletes
    if n == "captures":
        return o.captures
    if n == "told":
        return o.told
    if n == "other":
        return o.other
    if n == "generates":
        return o.generates
    if n == "called":
        return o.called
    if n == "walrus":
        return o.walrus
    if n == "unpacks":
        return o.unpacks
    return o.wrapped


for n in ("raises", "deeper", "rebinds", "deletes", "captures", "told", "other", "generates", "called", "walrus", "unpacks", "wrapped"):
    told = set()
    for _ in range(WARM):
        o = Getters()
        try:
            r = getter_sites(o, n)
            told.add(type(r).__name__)
        except AttributeError as e:
            told.add((str(e), e.name, e.obj is o))
        except KeyError as e:
            told.add(repr(e))
    print(n, told)


def plain_call():
    return fails()


told = set()
for _ in range(WARM):
    try:
        plain_call()
    except AttributeError as e:
        told.add((str(e), e.name, e.obj))
print(told)


def io_site(f):
    return f.buffer


for f in [sys.stdin] * WARM + [open(__file__, "rb")]:
    try:
        io_site(f)
    except AttributeError as e:
        print(e.name, e.obj is f)


class Leaves:
    """Its property takes itself out of the class, and so dies."""

    @property
    def p(self):
        if armed:
            del Leaves.p
        return 1
    q = property(lambda self, _=None: leave(self))


def leave(self):
    if armed:
        del Leaves.q
    return 2


armed = False


def leaves(o):
    return o.p, o.q


for _ in range(WARM):
    leaves(Leaves())
armed = True
print(leaves(Leaves()))
try:
    leaves(Leaves())
except AttributeError as e:
    print(e)


# ---- super ------------------------------------------------------------------------
class Base:
    def hello(self):
        return "Base"

    @classmethod
    def made(cls):
        return "made", cls.__name__

    value = 1


class Left(Base):
    def hello(self):
        return "Left", super().hello()

    @classmethod
    def made(cls):
        return "Left", super().made()

    def read(self):
        return super().value


class Right(Base):
    def hello(self):
        return "Right", super().hello()


class Both(Left, Right):
    def hello(self):
        return "Both", super().hello()


class MetaBase(type):
    def hello(cls):
        return "MetaBase", super().__call__()


class Made(metaclass=MetaBase):
    pass


people = [Left(), Right(), Both(), Both, Left]


def supers():
    return [(p.hello() if not isinstance(p, type) else None, p.made()) for p in people], people[2].read(), \
        type(Made.hello()[1]).__name__


for _ in range(WARM):
    r = supers()
print(r)
Right.hello = lambda self: "new Right"
print(supers())
Base.hello = staticmethod(lambda: "static")
print(supers())
del Right.hello
print(supers())
Base.value = property(lambda self: type(self).__name__)
print(supers())
Both.__bases__ = (Right, Left)
print(supers())
people[0].__class__ = Both
print(supers())
Left.hello, Right.hello = Right.hello, Left.hello
try:
    print(supers())
except TypeError as e:
    print(e)
del Base.hello
try:
    supers()
except AttributeError as e:
    print(e)
