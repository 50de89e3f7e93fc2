"""Attributes whose descriptors, hooks and finalizers change the class, the instance or the look-up that called them."""
import contextlib
import copy
import functools
import gc
import pickle
import sys
import weakref


def said(call, *args, **keywords):
    try:
        return call(*args, **keywords)
    except BaseException as error:
        return f"{type(error).__name__}: {error}"


def show(name, *calls):
    print(name, *(repr(said(call)) for call in calls), sep=" | ")


# Descriptors that take themselves away.
class Once:
    def __init__(self, name):
        self.name = name

    def __get__(self, obj, cls):
        delattr(cls, self.name)
        return f"{self.name} of {type(obj).__name__}"


class Twice(Once):
    def __set__(self, obj, value):
        delattr(type(obj), self.name)
        print("set", self.name, value)

    def __delete__(self, obj):
        delattr(type(obj), self.name)
        print("deleted", self.name)


def fresh(**members):
    return type("Fresh", (), members)


for kind in Once, Twice:
    C = fresh(x=kind("x"))
    show(kind.__name__, C().__class__.__dict__["x"].__class__.__name__.upper, lambda: C().x, lambda: C().x, lambda: C.x)
    C, c = fresh(x=kind("x")), None
    c = C()
    c.__dict__["x"] = "own"
    show("own", lambda: c.x, lambda: c.x)
C = fresh(x=Twice("x"))
c = C()
c.x = 1
c.x = 2
show("stored", lambda: c.x, lambda: delattr(c, "x"), lambda: delattr(c, "x"))
C = fresh(x=Twice("x"))
c = C()
del c.x
show("deleted", lambda: delattr(c, "x"))


def hooks(cls):
    """Each special method of cls deletes itself from it before it answers."""
    for name in dir(cls):
        method = cls.__dict__.get(name)
        if name.startswith("__") and callable(method) and name not in ("__new__", "__class__"):
            def hook(self, *args, method=method, name=name):
                if name in type(self).__dict__:
                    delattr(type(self), name)
                return method(self, *args)
            setattr(cls, name, hook)
    return cls


def hooked():
    @hooks
    class H:
        def __getattr__(self, name): return name
        def __getattribute__(self, name): return f"<{name}>"
        def __setattr__(self, name, value): object.__setattr__(self, name, -value)
        def __delattr__(self, name): print("del", name)
        def __len__(self): return 3
        def __bool__(self): return False
        def __iter__(self): return iter("abc")
        def __getitem__(self, i): return i if i < 2 else [][0]
        def __setitem__(self, i, x): print("set", i, x)
        def __delitem__(self, i): print("del", i)
        def __contains__(self, x): return x == 1
        def __call__(self, *args): return args
        def __eq__(self, other): return NotImplemented
        def __lt__(self, other): return 7
        def __add__(self, other): return NotImplemented
        def __radd__(self, other): return 8
        def __iadd__(self, other): return 9
        def __neg__(self): return 10
        def __index__(self): return 11
        def __int__(self): return 12
        def __float__(self): return 1.5
        def __enter__(self): return 13
        def __exit__(self, *args): return True
        def __repr__(self): return "H"
        def __str__(self): return "h"
        def __format__(self, spec): return "f" + spec
        def __hash__(self): return 5
        def __dir__(self): return ["d"]
        def __reversed__(self): return [3]
        def __get__(self, obj, cls): return "got"
        def __await__(self): return iter(())
        def __matmul__(self, other): return 14
        def __round__(self, n=0): return n
        def __length_hint__(self): return 2
        def __bytes__(self): return b"b"
        def __fspath__(self): return "/"
        def __divmod__(self, other): return 15, 16
        def __rpow__(self, other): return 17
        def __next__(self): return 18
    return H


async def awaiting(h):
    return await h


def drive(coro):
    try:
        coro.send(None)
    except StopIteration as stop:
        return stop.value


def within(h):
    with h as x:
        return [x, 1 / 0]


def plain(outcome):
    """As it is shown once, but for addresses."""
    shown = repr(outcome)
    return type(outcome).__name__ if " object at " in shown or type(outcome) is int and outcome > 10 ** 9 else shown


OPERATIONS = [
    lambda h: h.x, lambda h: setattr(h, "y", 2), lambda h: h.__dict__, lambda h: delattr(h, "y"), len, bool, list, lambda h: h[1], lambda h: h.__class__,
    lambda h: h.__setitem__(0, 1), lambda h: exec("h[0] = 1; del h[0]", {"h": h}), lambda h: 1 in h, lambda h: h(1, 2), lambda h: h == 1, lambda h: h < 1, lambda h: h > h, lambda h: h + 1,
    lambda h: 1 + h, lambda h: exec("h += 1; print(type(h).__name__)", {"h": h}), lambda h: -h, lambda h: [0] * 20 and list(range(20))[h], int, float, within, str, "{:x}".format, hash, dir,
    lambda h: list(reversed(h)), lambda h: fresh(h=h)().h, lambda h: drive(awaiting(h)), lambda h: h @ 1, round, lambda h: h.__length_hint__(), bytes, lambda h: __import__("os").fspath(h),
    lambda h: divmod(h, 2), lambda h: 2 ** h, next, lambda h: {h: 1}, lambda h: [*h], lambda h: "%s %d" % (h, h), lambda h: sorted([h, h]), lambda h: f"{h!s:>3}", lambda h: not h,
    lambda h: sum([h, 1]), lambda h: h and 1, lambda h: hex(h), lambda h: range(h), lambda h: h != 1, lambda h: [h] == [1], lambda h: max(h, h, key=len),
]
for i, operation in enumerate(OPERATIONS):
    H = hooked()
    del H.__getattribute__
    if i % 2:
        del H.__getattr__
    h = H()
    outcome = [said(operation, h), said(operation, h)]
    print(i, *map(plain, outcome), sep=" | ")
H = hooked()
show("getattribute", lambda: H().x, lambda: H().x, lambda: H().x)


# A class changed while it is looked at, made, called.
class Meta(type):
    def __getattribute__(cls, name):
        if name == "moved" and cls.__bases__ != (Other,):
            cls.__bases__ = (Other,)
        return super().__getattribute__(name)

    def __call__(cls, *args):
        made = super().__call__(*args)
        made.__class__ = Other
        return made

    def __instancecheck__(cls, obj):
        if isinstance(obj, Base):
            obj.__class__ = Other
        return "x"

    def mro(cls):
        return [*reversed(type.mro(cls)[1:-1]), cls, object] if "odd" in cls.__dict__ else type.mro(cls)


class Base:
    moved = "base"


class Other(Base):
    moved = "other"


class Made(Base, metaclass=Meta):
    pass


m = Made()
b = Base()
show("made", lambda: type(m).__name__, lambda: Made.moved, lambda: Made.__mro__[1].__name__, lambda: isinstance(b, Made), lambda: type(b).__name__)
show("odd", lambda: [c.__name__ for c in Meta("Odd", (Other,), {"odd": 1}).__mro__])


class Resets:
    def __set_name__(self, owner, name):
        for other in [n for n in vars(owner) if isinstance(vars(owner)[n], Resets) and n != name]:
            delattr(owner, other)
        owner.late = name


show("set_name", lambda: sorted(n for n in vars(type("R", (), {"a": Resets(), "b": Resets(), "c": Resets()})) if n[0] != "_"))


class Subclassed:
    def __init_subclass__(cls, **keywords):
        cls.__bases__ = (Base,)
        del cls.gone
        cls.kept = keywords


class S(Subclassed, a=1):
    gone = 1


show("init_subclass", lambda: S.__mro__[1].__name__, lambda: S.gone, lambda: S.kept, lambda: S.moved, lambda: Subclassed.__subclasses__())


class Entries:
    def __mro_entries__(self, bases):
        Entries.__mro_entries__ = lambda self, bases: ()
        return Base, Other


show("entries", lambda: type("E", (Entries(),), {}), lambda: __import__("types").resolve_bases((Entries(), Entries(), Base))[:0])


class Slots:
    __slots__ = "a", "b"


class Slots2:
    __slots__ = "a", "b"


class Slots3:
    __slots__ = "b", "a", "c"


class Turns(Slots):
    __slots__ = ()

    def __del__(self):
        print("del", type(self).__name__, said(lambda: self.a))
        self.__class__ = Turned


class Turned(Slots):
    __slots__ = ()

    def __del__(self):
        print("never called")


t = Turns()
t.a, t.b = 1, 2
show("class", lambda: setattr(t, "__class__", Slots3), lambda: setattr(t, "__class__", Slots2), lambda: setattr(t, "__class__", int), lambda: t.a)
del t


class Revived:
    def __del__(self):
        print("revived as", type(self).__name__, len(self.__dict__))
        kept.append(self)
        self.__class__ = Again
        self.__dict__ = {"n": 1}


class Again:
    def __del__(self):
        print("at last", self.n)


kept = []
Revived().x = 1
print(kept[0].n, type(kept[0]).__name__)
kept.clear()
print("kept", kept)


class Cell:
    def __init__(self, name, act):
        self.name, self.act, self.me = name, act, self

    def __del__(self):
        print("cell", self.name, said(self.act, self))


def collected(*acts):
    for i, act in enumerate(acts):
        Cell(i, act)
    print(gc.collect() > 0, len(gc.garbage))


collected(lambda c: setattr(c, "__class__", Base), lambda c: c.__dict__.clear(), lambda c: kept.append(c), lambda c: gc.collect(), lambda c: c.__dict__.update(z=Cell("new", len)))
print([k.name for k in kept], kept.clear(), gc.collect() > 0)


# What an instance's dictionary drops stores into it again.
class Restores:
    def __init__(self, act):
        self.act = act

    def __del__(self):
        self.act()


holder = Base()
holder.x = Restores(lambda: setattr(holder, "x", "stored by the one before"))
holder.x = 1
print(holder.x)
holder.x = Restores(lambda: setattr(holder, "y", 2))
del holder.x
print(vars(holder))
holder.x = Restores(lambda: setattr(holder, "__dict__", {"w": 3}))
holder.__dict__.clear()
print(vars(holder))
holder.x = Restores(lambda: holder.__dict__.update(dict.fromkeys("abcdefghijkl", 0)))
holder.__dict__ = {"v": 4}
print(vars(holder))
items = [Restores(lambda: items.append(5)) for _ in range(3)]
items.clear()
print(items)
items = [1, Restores(lambda: items.clear()), 3]
items[1] = 2
print(items)
items = [1, Restores(lambda: items.insert(0, 0)), 3]
del items[1:]
print(items)
items = [1, Restores(lambda: items.extend("xy")), 3]
items[:] = [7]
print(items)
d = {1: Restores(lambda: d.update({1: "old"}))}
d[1] = "new"
print(d)
d = {1: Restores(lambda: d.clear()), 2: Restores(lambda: d.update({5: 5}))}
d.clear()
print(d)
d = {1: Restores(lambda: d.pop(2, 0))}
d[2] = 1
print(d.popitem(), d.popitem()[0], d)
cell = (lambda x: lambda: x)(Restores(lambda: setattr(cell, "cell_contents", "again"))).__closure__[0]
cell.cell_contents = 1
print(cell.cell_contents)
cell = (lambda x: lambda: x)(Restores(lambda: setattr(cell, "cell_contents", "again"))).__closure__[0]
del cell.cell_contents
print(cell.cell_contents)


def local():
    x = Restores(lambda: said(lambda: print("local", sorted(sys._getframe(2).f_locals))))
    x = 1
    x = Restores(lambda: print("raised", said(lambda: (_ for _ in ()).throw(KeyError))))
    try:
        1 / 0
    except ZeroDivisionError as x:
        pass
    return said(lambda: x)


print(local())


# Functions whose parts change while they are called.
def defaults(a, b=(), *, c=()):
    defaults.__defaults__ = defaults.__kwdefaults__ = None
    return said(defaults, a), b, c


print(defaults(1))


class Changing(dict):
    def keys(self):
        target.__kwdefaults__ = {"c": "changed"}
        return super().keys()

    def __getitem__(self, key):
        target.__defaults__ = ("late",)
        return super().__getitem__(key)


def target(a, b="early", *, c="kept", **rest):
    return a, b, c, rest


print(target(1, **Changing(z=1)), target(*(target.__setattr__("__code__", (lambda a, b=0, *, c: (b, c)).__code__) or x for x in [1])))


class Prop:
    @property
    def p(self):
        del Prop.p
        return said(lambda: self.p)

    @functools.cached_property
    def q(self):
        del Prop.q
        self.__dict__["q"] = "mine"
        return "its"


prop = Prop()
show("property", lambda: prop.p, lambda: prop.q, lambda: prop.q)


class Sup:
    def f(self):
        self.__class__ = Sup
        return said(lambda: super(Sub, self).f())


class Sub(Sup):
    def f(self):
        self.__class__ = Sup
        return said(super().f), said(lambda: super().f)


show("super", lambda: Sub().f())


class Weak:
    pass


w = Weak()
refs = weakref.WeakValueDictionary()
refs["a"] = w
calls = [weakref.ref(w, lambda r, n=n: print("callback", n, r(), said(calls.pop) is not r)) for n in range(4)]
proxy = weakref.proxy(w, lambda p: print("proxy", said(lambda: p.x)))
del w
print(len(calls), dict(refs), said(lambda: proxy.x))


class Copied:
    def __reduce_ex__(self, version):
        Copied.__reduce_ex__ = lambda self, version: (str, ("second",))
        return list, ([self],)

    def __deepcopy__(self, memo):
        memo.clear()
        del Copied.__deepcopy__
        return copy.deepcopy(self)


c = Copied()
show("copied", lambda: copy.deepcopy([c, c]), lambda: copy.copy(c), lambda: pickle.loads(pickle.dumps([c, c])))


class Manager:
    def __enter__(self):
        del Manager.__exit__
        return 1

    def __exit__(self, *args):
        print("left", args[0])


with Manager() as entered:
    print("entered", entered, hasattr(Manager, "__exit__"))
with contextlib.suppress(AttributeError, TypeError):
    with Manager():
        print("not entered")


class Error(Exception):
    def __str__(self):
        self.args = ()
        self.__cause__ = self
        return "error"

    def __new__(cls, *args):
        made = super().__new__(cls, *args)
        made.__class__ = Fault
        return made


class Fault(Error):
    def __init__(self, *args):
        self.__class__ = Error


def raising(error):
    try:
        raise error
    except Fault as e:
        return "fault", type(e).__name__
    except Error as e:
        e.__class__ = Fault
        return "error", type(e).__name__, str(e), e.__cause__ is e


print(raising(Error(1)), raising(Error), raising(Fault(1)))
