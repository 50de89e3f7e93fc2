"""== and != of all sorts of objects: those that go by identity beside built-in ones, and subclasses that go by identity, too."""


class Plain:
    pass


class ListByIdentity(list):
    __eq__ = object.__eq__
    __ne__ = object.__ne__


class ListHalfByIdentity(list):
    __eq__ = object.__eq__


class Always:
    def __eq__(self, other):
        print("asked about", type(other).__name__)
        return True


class Never:
    def __ne__(self, other):
        return "no"


class StrByIdentity(str):
    __eq__ = object.__eq__
    __hash__ = str.__hash__


class DictByIdentity(dict):
    __eq__ = object.__eq__


class IntByIdentity(int):
    __eq__ = object.__eq__


class TupleByIdentity(tuple):
    __slots__ = ()
    __eq__ = object.__eq__


class Meta(type):
    def __eq__(cls, other):
        return "meta"


class Made(metaclass=Meta):
    pass


things = [Plain(), ListByIdentity([1]), ListHalfByIdentity([1]), Always(), Never(), StrByIdentity("a"), DictByIdentity(), IntByIdentity(1),
          TupleByIdentity((1,)), Made, [1], "a", {}, 1, 1.0, (1,), None, object(), len, b"a", bytearray(b"a"), {1}, frozenset([1]), range(1), Plain,
          NotImplemented, ..., 1j, True, type]
for i, a in enumerate(things):
    print(i, [a == b for b in things], [a != b for b in things])
late = Plain()
print(late == [], late in [[], "", late], [late] == [[]], {late: 1} == {"": 1})
Plain.__eq__ = lambda self, other: "now"
print(late == [], [] == late, late != [])
del Plain.__eq__
print(late == [], [] == late, late != [])
