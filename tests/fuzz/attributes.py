"""Random programs that read, call, assign and delete attributes while the classes they are found in change: attributes.py FIRST COUNT

Each sequence makes classes (of builtin bases, with slots, a metaclass, __getattr__, properties, descriptors of every kind,
functions that use their class's cell), warms sites up with instances of all of them, and changes classes, metaclasses, instances,
their __dict__ and __class__ between. It prints what every access gave; compare_calls.py compares interpreters.
"""
import random
import sys

NAMES = ["a", "b", "c", "d", "e", "f"]
STEPS = 1500
BASES = [(), (str,), (int,), (list,), (tuple,), (dict,), (Exception,)]


class Data:
    """A descriptor that an instance's own value does not hide."""

    def __init__(self, n):
        self.n = n

    def __get__(self, o, owner=None):
        return f"data{self.n}"

    def __set__(self, o, value):
        o.__dict__[f"_{self.n}"] = value


class Read:
    """One that it does hide, and that sometimes is not there."""

    def __init__(self, n):
        self.n = n

    def __get__(self, o, owner=None):
        if self.n % 3 == 0:
            raise AttributeError("read")
        return f"read{self.n}{'c' if o is None else 'o'}"


class Write:
    """One that only writes and deletes."""

    def __set__(self, o, value):
        o.__dict__["written"] = value

    def __delete__(self, o):
        o.__dict__.pop("written")


class Changing(int):
    """What a cache holds is told by ==, too; its type's __get__ comes and goes."""


class Meta(type):
    """Its attributes are found for its classes, and not for their instances."""

    def e(cls):
        return f"meta {cls.__name__}"

    f = property(lambda cls: "meta property")


class Strict(type):
    """One that hears of what is read and set."""

    def __getattr__(cls, name):
        if name == "f":
            raise AttributeError(name)
        return f"strict {name}"

    def __setattr__(cls, name, value):
        type.__setattr__(cls, name, value if name != "d" else ("set", type(value).__name__))


def site(text):
    names = {}
    exec(text, names)
    return names["site"]


def sites():
    """Functions with one access each, which know what they have seen."""
    gets = {n: site(f"def site(o): return o.{n}") for n in NAMES}
    calls = {n: site(f"def site(o): return o.{n}()") for n in NAMES}
    sets = {n: site(f"def site(o, v): o.{n} = v") for n in NAMES}
    adds = {n: site(f"def site(o, v): o.{n} += v") for n in NAMES}
    deletes = {n: site(f"def site(o, v): del o.{n}") for n in NAMES}
    return gets, calls, sets, adds, deletes


def shown(v):
    if callable(v) and not isinstance(v, type):
        try:
            return repr(v())[:40]
        except Exception as e:
            return type(e).__name__
    return type(v).__name__ if isinstance(v, (Data, Read, Write, property)) else repr(v)[:40]


def attempt(f, *args):
    try:
        return shown(f(*args))
    except Exception as e:
        return f"{type(e).__name__}: {str(e)[:60]}"


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.classes, self.objects = [], []
        self.sites = sites()
        for _ in range(14):
            self.make_class()
        self.objects = [o for cls in self.classes for _ in range(2) for o in self.instances(cls)]

    def instances(self, cls):
        try:
            return [cls()]
        except Exception:
            return []

    def value(self, n):
        """What a class may have by a name."""
        k = self.random.randrange(13)
        makers = [lambda: Data(n), lambda: Read(n), Write, lambda: property(lambda o: f"property{n}"),
                  lambda: classmethod(lambda cls: (f"of class{n}", cls.__name__)), lambda: staticmethod(lambda: f"static{n}"),
                  lambda: Changing(n), lambda: property(lambda o: n, lambda o, v: o.__dict__.update(kept=v)), lambda: Data]
        if k < len(makers):
            return makers[k]()
        return (lambda o=None: f"method{n}") if k < 12 else n

    def make_class(self):
        r, n = self.random, len(self.classes)
        bases = r.choice(BASES + [(r.choice(self.classes),) for _ in range(6)] if self.classes else [()])
        if self.classes and r.randrange(5) == 0:
            bases = (*bases, r.choice(self.classes))
        body = {name: self.value(n) for name in r.sample(NAMES, r.randrange(4))}
        extra = r.randrange(10)
        if extra == 0:
            body["__slots__"] = ("a", "z", "__dict__") if "a" not in body else ("z",)
        elif extra == 1:
            body["__getattr__"] = self.fallback
        elif extra == 2:
            body["__slots__"] = ()
        elif extra == 3:
            body["__setattr__"] = lambda o, name, v: object.__setattr__(o, name, (v, "heard"))
        metaclass = r.choice([type, type, type, Meta, Strict])
        try:
            cls = metaclass(f"C{n}", bases, body)
        except TypeError:
            return
        if r.randrange(3) == 0:
            self.add_cell_method(cls)
        self.classes.append(cls)

    @staticmethod
    def fallback(o, name):
        if name == "b":
            raise AttributeError(name)
        return f"fallback {name}"

    def add_cell_method(self, cls):
        """A function that a super() without arguments makes look into its own class's cell."""
        names = {"base": cls.__mro__[1:2] or (object,), "metaclass": type(cls)}
        name = self.random.choice(NAMES)
        text = f"class Cell(*base, metaclass=metaclass):\n def {name}(o): return __class__.__name__, super().{name}\n"
        try:
            exec(text, names)
            setattr(cls, name, vars(names["Cell"])[name])
        except (TypeError, KeyError, AttributeError):
            pass

    def instance_step(self, k, o, name, step):
        if k == 0:
            o.__dict__[name] = step
        elif k == 1:
            o.__class__ = self.random.choice(self.classes)
        elif k == 2:
            o.__dict__ = {self.random.choice(NAMES): step}
        elif k == 3:
            o.__dict__.clear()
        elif k == 4:
            return sorted(map(str, o.__dict__))
        elif k == 5:
            o.__dict__[step % 2 or name] = step
        return None

    def class_step(self, k, cls, name, step):
        if k < 3:
            setattr(cls, name, self.value(step))
        elif k == 3:
            delattr(cls, name)
        elif k == 4:
            cls.__bases__ = (self.random.choice(self.classes),)
        elif k == 5:
            setattr(self.random.choice([Meta, Strict]), self.random.choice(NAMES[:4]), self.value(step))
        elif k == 6:
            for meta in Meta, Strict:
                for n in NAMES[:4]:
                    if n in vars(meta):
                        delattr(meta, n)
        elif k == 7:
            descriptor = self.random.choice([Changing, Read, Data])
            if "__get__" in vars(descriptor):
                del descriptor.__get__
            else:
                descriptor.__get__ = lambda v, o, owner=None: f"bound {o is None}"
        return None

    def step(self, step):
        r = self.random
        gets, calls, sets, adds, deletes = self.sites
        name, o, cls = r.choice(NAMES), r.choice(self.objects), r.choice(self.classes)
        if r.randrange(4) == 0:
            o = cls
        k = r.randrange(60)
        if k < 24:
            return attempt(gets[name], o)
        if k < 30:
            return attempt(calls[name], o)
        if k < 33:
            return hasattr(o, name), attempt(getattr, o, name, "default")
        if k < 42:
            which = r.choice([sets, sets, adds, deletes])
            return attempt(which[name], o, step) if not isinstance(o, type) or r.randrange(3) == 0 else None
        if k < 47:
            return attempt(self.class_step, r.randrange(8), cls, name, step)
        if k < 52:
            return attempt(self.instance_step, r.randrange(6), r.choice(self.objects), name, step)
        if k < 54:
            return attempt(lambda: getattr(super(cls, o), name))
        if k == 54:
            return isinstance(o, cls), attempt(lambda: (cls.__name__, cls.__mro__[1].__name__))
        if k == 55 and step % 20 == 0:
            self.make_class()
            self.objects += self.instances(self.classes[-1])
            return None
        return [attempt(gets[name], x) for x in r.sample(self.objects, min(8, len(self.objects)))]


def run(seed):
    get = {cls: vars(cls).get("__get__") for cls in (Changing, Read, Data)}
    program = Program(seed)
    for step in range(STEPS):
        print(step, program.step(step))
    for cls, f in get.items():  # as the next one expects them
        if f:
            cls.__get__ = f
        elif "__get__" in vars(cls):
            del cls.__get__
    program.class_step(6, None, None, 0)


for number in range(int(sys.argv[1]), int(sys.argv[1]) + int(sys.argv[2])):
    print(f"sequence {number}")
    run(number)
