# One place in the code reads __class__, real, start, __self__ and their like of objects of many classes, in turns and again and again.
import types


class A:
    pass


class B:
    pass


class Slots:
    __slots__ = ("x",)


class Says:
    @property
    def __class__(self):
        return int


class Dict:
    def __init__(self):
        self.__dict__["__class__"] = 5


class Odd:
    real = 3

    def __getattr__(self, name):
        return name


class Int(int):
    start = 7


def the_class(o):
    return o.__class__


def field(o, name):
    if name == "real":
        return o.real
    if name == "start":
        return o.start
    if name == "self":
        return o.__self__
    if name == "func":
        return o.__func__
    if name == "args":
        return o.__args__
    return o.__dict__


objects = [A(), A(), B(), [1], "a", "longer", b"b", Slots(), Says(), Dict(), (1,), {}, A, int, None, 5, 2.5, True, the_class, len]
for turn in range(60):
    for o in objects:
        assert the_class(o) is (int if type(o) is Says else type(o)), o
for o in objects:
    for turn in range(60):
        the_class(o)
    for other in objects:
        assert the_class(other) is (int if type(other) is Says else type(other)), (o, other)
a = A()
for turn in range(100):
    assert the_class(a) is (B if turn % 2 else A)
    a.__class__ = A if turn % 2 else B
print("classes")


def shown(o, name):
    try:
        v = field(o, name)
    except AttributeError as error:
        return str(error)
    return type(v).__name__ if name in ("self", "func", "dict") else repr(v)


class M:
    def m(self):
        pass


method = M().m
things = {
    "real": [5, 1 << 70, 2.5, 1e300, True, 1 + 2j, None, Odd(), Int(3), "s"],
    "start": [range(1, 5), slice(None, 3), range(1 << 70), Int(4), 5, Odd(), slice(2)],
    "self": [method, len, [].append, the_class, Odd(), 5],
    "func": [method, classmethod(len), staticmethod(len), the_class, 5],
    "args": [int | str, list[int], dict[str, int], 5, the_class],
    "dict": [types, method, the_class, A(), Slots(), 5],
}
for name, many in things.items():
    first = [shown(o, name) for o in many]
    print(name, first)
    for o, was in zip(many, first):
        for turn in range(60):
            assert shown(o, name) == was
        assert [shown(other, name) for other in many] == first
try:
    method.__self__ = 5
except AttributeError as error:
    print(error)
M.m.note = 1
print(method.note, method.__doc__, method.__name__)
