"""Sites that read, store and call for instances of two classes and more, while names are hidden, classes change and functions of
other parameters come."""


class Base:
    def __init__(self, x):
        self.x = x

    def get(self):
        return self.x

    def set(self, x):
        self.x = x

    def name(self):
        return "base"

    def say(self):
        return self.name(), self.get()


class Left(Base):
    def name(self):
        return "left"


class Right(Base):
    def __init__(self, x):
        self.side = "right"
        super().__init__(x)

    def name(self):
        return "right"


class Third(Base):
    def __init__(self, x):
        self.a = self.b = 0
        super().__init__(x)


def turns(objects, n=40):
    out = set()
    for i in range(n):
        for o in objects:
            o.set(i)
            out.add((o.say(), i == o.x))
    return sorted(out)[-3:]


print("two", turns([Left(1), Right(2)]))
print("three", turns([Left(1), Right(2), Third(3)]))
print("one again", turns([Third(3)]))


# A name that an instance hides, before and after the site knows its method.

def call(o):
    return o.name()


def names(*objects):
    return [call(o) for o in objects]


left, right = Left(1), Right(2)
for _ in range(60):
    names(left, right)
print(names(left, right))
hidden = Left(3)
hidden.name = lambda: "hidden by the instance"
print(names(left, right, hidden), names(hidden, right))
for _ in range(60):
    names(left, hidden, right)
print(names(left, right, hidden))
del hidden.name
print(names(left, right, hidden))
right.__dict__["name"] = lambda: "in its dict"
print(names(left, right, hidden, Right(1)))


class Shy:
    def __init__(self, hides):
        if hides:
            self.name = lambda: "from the start"

    def name(self):
        return "shy"


shy = [Shy(False), Shy(True)]
print([names(*shy) for _ in range(60)][-1])


# The second class changes, gets a descriptor of the name, another class, a dict.

class One:
    def __init__(self):
        self.value = 1

    def method(self):
        return "one"


class Two:
    def __init__(self):
        self.other = 0
        self.value = 2

    def method(self):
        return "two"


def read(o):
    return o.value


def store(o, value):
    o.value = value


def work(*objects):
    out = []
    for _ in range(60):
        out = []
        for o in objects:
            store(o, read(o) + 1)
            out.append((read(o), o.method()))
    return out


one, two = One(), Two()
print(work(one, two))
Two.method = lambda self: "two, changed"
print(work(one, two))
One.method = lambda self: "one, changed"
print(work(two, one))
Two.value = 7  # no data descriptor: the instance goes first
print(work(one, two))
seen = []
Two.value = property(lambda self: 100, lambda self, value: seen.append(value))
print(work(one, two), len(seen), two.__dict__)
del Two.value
print(work(one, two))
two.__class__ = One
print(work(one, two), two.__dict__)
one.__dict__["value"] = 5
one.__dict__["method"] = lambda: "the dict's"
print(work(Two(), one, two))


class Slots:
    __slots__ = ("value",)

    def __init__(self):
        self.value = 3

    def method(self):
        return "slots"


class Dynamic:
    value = 0

    def __getattr__(self, name):
        return lambda: "made for " + name


class Own(Exception):
    def __init__(self):
        self.value = 4

    def method(self):
        return "exception"


class Listed(list):
    value = 0

    def method(self):
        return "list"


for pair in ([Slots(), One()], [One(), Slots()], [Own(), One()], [One(), Own()], [Listed(), Own()], [Dynamic(), One()],
             [One(), Dynamic()], [Own(), Slots(), One(), Two(), Listed(), Dynamic()]):
    print([type(o).__name__ for o in pair], work(*pair))


# One class whose instances got their attributes in several orders.

class Orders:
    def __init__(self, which):
        for name in which:
            setattr(self, name, name)

    def sum(self):
        return self.a + self.b


print([[Orders(which).sum() for which in ("ab", "ba", "cab", "acb")] for _ in range(40)][-1])
try:
    [Orders(which).sum() for which in ("ab", "ba") * 30 + ("a",)]
except AttributeError as e:
    print(e)


# Functions of one number of parameters and others, at one site.

def f1(a):
    return "f1", a


def f2(a, b=2):
    return "f2", a, b


def f3(*a):
    return "f3", a


def f4(a, *, k=4):
    return "f4", a, k


def f5(a):
    yield "f5", a


def f6(a, b):
    return "f6"


def apply(f):
    try:
        r = f(1)
        return r if isinstance(r, tuple) else list(r)
    except TypeError as e:
        return str(e)


for _ in range(50):
    results = [apply(f) for f in (f1, f2, f3, f4, f5, lambda x: ("lambda", x), f6, Left(1).set, str, Left)[:9 if _ % 2 else 8]]
print(results)
f1.__code__ = (lambda a, b: ("two now", a, b)).__code__
print(apply(f1), apply(f5), apply(f6))
f6.__defaults__ = (1,)
print(apply(f6))


class Caller:
    def plain(self, a):
        return "plain", a

    def default(self, a, b=0):
        return "default", a, b

    def made(self, a):
        yield a


class Other(Caller):
    def plain(self, *a):
        return "star", a

    def default(self, a, b):
        return "no default"

    def made(self, a):
        return ["list", a]


def each(o):
    try:
        return o.plain(1), list(o.made(1)), o.default(1)
    except TypeError as e:
        return str(e)


print([(each(Caller()), each(Other())) for _ in range(50)][-1])
