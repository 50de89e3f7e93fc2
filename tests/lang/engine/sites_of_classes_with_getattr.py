"""Sites that see instances of classes with a __getattr__, which is asked where nothing else is found."""


class Fallback:
    constant = "constant"
    __slots__ = ("slot", "__dict__")

    def __init__(self):
        self.own = 1

    def method(self, x=0):
        return "method", x

    @property
    def works(self):
        return "works"

    @property
    def fails(self):
        if self.own > 5:
            raise AttributeError("by the property")
        return "property", self.own

    @property
    def fails_otherwise(self):
        raise KeyError("no AttributeError")

    @classmethod
    def of_class(cls):
        return cls.__name__

    def __getattr__(self, name):
        return "asked", name


class Descriptor:
    def __get__(self, o, owner=None):
        if o is not None and o.own % 2:
            raise AttributeError("by the descriptor")
        return "descriptor", o is None


class Data(Descriptor):
    def __set__(self, o, value):
        print("set", value)


Fallback.descriptor = Descriptor()
Fallback.data = Data()


def read(o):
    got = [o.constant, o.own, o.method(), o.method(1), o.works, o.fails, o.of_class(), o.descriptor, o.data, o.slot, o.absent,
           o.called]
    got += [getattr(o, "fails"), getattr(o, "slot", "default"), hasattr(o, "absent"), getattr(o, "own")]
    try:
        o.fails_otherwise
    except KeyError as e:
        got.append(e.args)
    return got


def many(o, n=20):
    last = None
    for i in range(n):
        now = read(o)
        if now != last:
            print(i, now)
        last = now


a, b = Fallback(), Fallback()
many(a)
a.own = 9
many(a)
a.slot = "filled"
many(a)
del a.slot
many(a)
a.method = lambda x=2: ("own method", x)
many(a)
del a.method
many(a)
b.absent = "no more"
many(b)
del b.absent
many(b)


print("what __getattr__ raises")


class Raises:
    def __getattr__(self, name):
        raise AttributeError(name + " is not here")

    @property
    def fails(self):
        raise AttributeError("first")


def caught(o):
    errors = []
    for get in (lambda: o.absent, lambda: o.fails, lambda: o.absent(), lambda: getattr(o, "fails", "default")):
        try:
            errors.append(get())
        except AttributeError as e:
            errors.append((str(e), e.name, e.obj is o, type(e.__context__).__name__))
    return errors


r = Raises()
for i in range(15):
    e = caught(r)
print(e)


print("changes")


class Base:
    pass


class Below(Base):
    def __init__(self):
        self.x = 1

    def m(self):
        return "m"


def use(o):
    out = []
    for text, get in (("x", lambda: o.x), ("m", lambda: o.m()), ("y", lambda: o.y), ("y()", lambda: o.y())):
        try:
            out.append((text, get()))
        except Exception as e:
            out.append((text, type(e).__name__, str(e)))
    return out


o = Below()


def site(o):
    try:
        return o.x, o.m(), o.y
    except AttributeError as e:
        return str(e)


for change in (lambda: None, lambda: setattr(Base, "__getattr__", lambda self, name: "asked " + name), lambda: setattr(Base, "y", 5),
               lambda: setattr(Base, "__getattribute__", lambda self, name: lambda: "got " + name), lambda: delattr(Base, "__getattribute__"),
               lambda: setattr(Below, "x", property(lambda self: self.z)), lambda: delattr(Base, "__getattr__"), lambda: delattr(Below, "x"),
               lambda: delattr(Base, "y")):
    change()
    for i in range(15):
        r = site(o)
        u = use(o)
    print(r if isinstance(r, str) else [x if isinstance(x, (str, int)) else x() for x in r], [x if not callable(x[-1]) else x[0] for x in u])
