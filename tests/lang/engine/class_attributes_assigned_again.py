"""Attributes of a class that are assigned again and again while sites remember what the class has."""


class Counter:
    count = 0
    name = "counter"

    def method(self):
        return "method", self.count

    @property
    def as_property(self):
        return self.count * 10


class Child(Counter):
    pass


class Grandchild(Child):
    pass


def read(o):
    return o.count, type(o).count, o.method(), o.as_property, o.name, getattr(o, "count"), super(Child, o).count


def add(cls, n):
    for _ in range(n):
        cls.count += 1


print("through a base")
o = Grandchild()
for i in range(40):
    add(Counter, i % 3)
    if i > 36:
        print(read(o))
add(Child, 2)
print(read(o), Counter.count, Child.count, Grandchild.count)
add(Counter, 20)
print(read(o), Counter.count, Child.count)
del Child.count
print(read(o), Counter.count, Child.count)
o.count = "own"
add(Counter, 20)
print(read(o), Counter.count)
del o.count, Counter.count
try:
    add(Counter, 1)
except AttributeError as e:
    print(e)
try:
    read(o)
except AttributeError as e:
    print(e)
Counter.count = 5
print(read(o))


print("what takes its place")


def put(cls, value):
    cls.count = value


for i in range(40):
    put(Counter, i)
    read(o)
for value in (property(lambda self: "a property"), 5, lambda self: "a function", 6, classmethod(lambda cls: cls.__name__), 7,
              [1], None, staticmethod(len), 8):
    put(Counter, value)
    seen = o.count, Grandchild.count
    print([s if isinstance(s, (int, str, list, type(None))) else type(s).__name__ for s in seen])


print("a class that becomes a descriptor")


class Late:
    def __repr__(self):
        return "late"


for i in range(40):
    put(Counter, Late())
    seen = o.count, Grandchild.count
print(seen)
Late.__get__ = lambda self, instance, owner: ("got", instance is o, owner.__name__)
print(o.count, Grandchild.count)
put(Counter, 4)
print(o.count, Grandchild.count)
put(Counter, Late())
print(o.count, Grandchild.count)
del Late.__get__
print(o.count, Grandchild.count)


print("deaths")


class Noisy:
    def __init__(self, n):
        self.n = n

    def __del__(self):
        print("dies", self.n, "while the class has", getattr(Counter.__dict__["held"], "n", "nothing"))


def hold(cls, n):
    cls.held = Noisy(n)
    return cls.held.n


Counter.held = Noisy(-1)
for i in range(5):
    hold(Counter, i)


hold(Counter, 5)


class Changes(Noisy):
    def __del__(self):
        Counter.other = self.n
        Counter.held = "assigned by __del__"


for i in range(20):
    Counter.held = 0
    Counter.held = Changes(i)
    Counter.held = i
    if i > 17:
        print(Counter.held, Counter.other)


print("many names")
for i in range(30):
    for n in range(12):
        setattr(Counter, f"name{n}", i * n)
print([getattr(o, f"name{n}") for n in range(12)], {n for n in dir(Child) if n[:4] == "name"} == {"name"} | {f"name{n}" for n in range(12)})


print("a metaclass")


class Meta(type):
    total = 0

    def show(cls):
        return cls.total, cls.own


class Made(metaclass=Meta):
    own = 0


def both(n):
    for _ in range(n):
        Meta.total += 1
        Made.own += 2
    return Made.show(), Made.total, Made.own


print(both(30))
Meta.own = property(lambda cls: "the metaclass's", lambda cls, value: print("set", value))
try:
    both(1)
except TypeError as e:
    print(e)
print(Made.own)
del Meta.own
print(both(30))
Meta.__setattr__ = lambda cls, name, value: print("setattr", cls.__name__, name, value)
print(both(2))
del Meta.__setattr__
print(both(2))


print("keys that are no str")


class Odd:
    count = 1


def odd(n):
    for _ in range(n):
        Odd.count += 1
    return Odd.count, Odd().count


class Key(str):
    pass


print(odd(30))
Odd2 = type("Odd2", (Odd,), {Key("count"): 9})
print(Odd2.count, odd(30), Odd2.count, Odd2().count)


print("other bases")


class Left:
    count = "left"


class Right:
    count = "right"


class Below(Left):
    pass


def sides(b):
    Left.count += "l"
    Right.count += "r"
    return b.count, Below.count


b = Below()
for i in range(20):
    sides(b)
print(sides(b))
Below.__bases__ = (Right,)
print(sides(b))
Below.__bases__ = (Right, Left)
del Right.count
Right.count = "back"
print(sides(b), Left.count, Right.count)
del Right.count
print(b.count, Below.count)
Left.count = "only"
print(b.count, Below.count)
