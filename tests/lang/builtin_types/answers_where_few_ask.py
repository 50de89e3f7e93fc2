"""What objects, containers and types answer where few ask: refused arguments, missing names, odd classes."""
import collections
import types
import typing


def said(call, *args, **keywords):
    try:
        return call(*args, **keywords)
    except BaseException as error:
        return f"{type(error).__name__}: {error}"


class Truth:
    """Says of itself what it was made of."""

    def __init__(self, truth):
        self.truth = truth

    def __bool__(self):
        if self.truth is None:
            raise KeyError("no truth")
        return self.truth

    __isabstractmethod__ = __typing_is_unpacked_typevartuple__ = property(lambda self: self)


class Subst:
    """A parameter of one's own."""

    def __init__(self, prepared, unpacked=None):
        self.prepared = prepared
        if unpacked is not None:
            self.__typing_unpacked_tuple_args__ = unpacked

    def __typing_prepare_subst__(self, alias, items):
        return self.prepared

    def __typing_subst__(self, item):
        return item

    def __repr__(self):
        return "S"


class Plain:
    pass


class Proxy:
    """Says that it is a Derived."""
    __class__ = property(lambda self: Derived)


class Base:
    def f(self):
        return "base's f of", type(self).__name__

    def __init_subclass__(cls, **keywords):
        super().__init_subclass__(**keywords)


class Derived(Base):
    pass


class Bound(super):
    pass


class NoReverse(list):
    __reversed__ = None


class Walked:
    def __getitem__(self, i):
        return i

    def __len__(self):
        return 3


class Newargs:
    def __init__(self, args):
        self.args = args

    def __getnewargs__(self):
        return self.args


class NewargsEx(Newargs):
    def __getnewargs_ex__(self):
        return self.args


class SetCopied(set):
    pass


class FrozenCopied(frozenset):
    pass


class Deque(collections.deque):
    pass


class OddCopy(collections.deque):
    def __new__(cls, *args):
        return [] if args else super().__new__(cls)


class Missing:
    def __getattr__(self, name):
        raise KeyError(name)


T = typing.TypeVar("T")
shown = types.SimpleNamespace(a=1)
shown.__dict__[5] = 6
shown.__dict__[""] = 7
unnamed = types.ModuleType("unnamed")
del unnamed.__name__
loaded = types.ModuleType("loaded")
loaded.__loader__ = "the loader"
named = types.ModuleType("named")
named.__dir__ = lambda: ["dir of its own"]
noted = types.ModuleType("noted")
walk = iter(Walked())
walk.__setstate__(2 ** 63 - 1)
keys = {1: 2}
D = type("D", (), {"__slots__": ("a",), "__dict__": property(lambda self: 5)})
s = slice(1, 2)
EXPRESSIONS = """
classmethod(Truth(True)).__isabstractmethod__
classmethod(Truth(False)).__isabstractmethod__
classmethod(Truth(None)).__isabstractmethod__
staticmethod(Truth(None)).__isabstractmethod__
property(Truth(True)).__isabstractmethod__
property(Truth(None)).__isabstractmethod__
property(None, Truth(False), Truth(True)).__isabstractmethod__
property().__set_name__(Plain)
property().__set_name__(Plain, "a", "b")
property(len).__get__(None, None)
list[Subst((int,))][str]
list[Subst(int)][str]
list[Subst(())][str]
list[Subst((1, 2, 3))][str]
list[T][Subst((), (int, str))]
list[T, T][Subst((), (int, ...))]
tuple[T, ...][Subst((), ())]
dict[T, T][Subst((), [1])]
(*tuple[int, str],)[0].__typing_unpacked_tuple_args__
(*list[int],)[0].__typing_unpacked_tuple_args__
list[int].__typing_unpacked_tuple_args__
list[T][T, T]
list[int][int]
list[T][()]
repr(shown)
shown == types.SimpleNamespace(a=1)
repr(unnamed)
repr(loaded)
dir(named)
noted.__annotations__
noted.__delattr__("__annotations__")
noted.__setattr__("__annotations__", 5)
noted.__annotations__
noted.__delattr__("__annotations__")
unnamed.missing
types.ModuleType(5)
types.ModuleType.__repr__(types.ModuleType.__new__(types.ModuleType))
dir(types.ModuleType.__new__(types.ModuleType))
types.ModuleType.__new__(types.ModuleType).missing
len.__get__
[].append.__qualname__
str.maketrans.__qualname__
dict.fromkeys.__qualname__
len.__module__, [].append.__module__
[].append == [].append, [].append == {}.update, len == len, len != print
dict.__dict__["fromkeys"].__get__(None, None)
dict.__dict__["fromkeys"].__get__({}, None)()
dict.__dict__["fromkeys"].__get__({}, 5)
dict.__dict__["fromkeys"].__get__(None, int)
dict.__dict__["fromkeys"].__get__(None, dict)("a")
dict.__dict__["fromkeys"](int, "a")
dict.__dict__["fromkeys"](5, "a")
dict.__dict__["fromkeys"]()
int.__dict__["real"].__get__(None, None)
int.__dict__["real"].__get__("a")
int.__dict__["real"].__set__(5, 6)
int.__dict__["real"].__delete__(5)
int.__dict__["__add__"].__get__(None, None)
int.__dict__["__add__"].__get__("a")
int.__dict__["__add__"]("a")
int.__dict__["__add__"]()
int.__dict__["__add__"](1)
int.__dict__["__add__"](1, 2, 3)
int.__dict__["__add__"](1, b=2)
(5).__add__.__self__, (5).__add__.__objclass__, (5).__add__.__name__
(5).__add__ == (5).__add__, (5).__add__ == (6).__add__, (5).__add__ != (5).__radd__, (5).__add__ < 1
object().__ge__(1), object().__gt__(1), object().__le__(1), object().__lt__(1), object().__eq__(1), object().__ne__(1)
object.__ge__(1)
collections.deque([1]).__getitem__(0), collections.deque([1]).__getitem__(-1)
collections.deque([1]).__getitem__(2)
collections.deque([1]).__getitem__("a")
collections.deque([1]).__setitem__(5, 1)
collections.deque([1]).__delitem__(5)
(i for i in "a").__del__()
[1].__getitem__(), [1].__len__(1)
[1].__len__(1)
[1].__setitem__(1)
[1].__delitem__()
[1].__contains__()
(1).__bool__(2)
"a".__hash__(1)
(1).__pow__(1, 2, 3)
(1).__pow__()
(2).__pow__(3, 5), (2).__rpow__(3, 5), (2).__rpow__(3, None)
type.__call__()
type.__call__(5)
(5).__call__
object.__init__(5, 6)
object.__init__(Plain(), 6)
object.__new__(Plain, 6)
object.__new__(Newargs, 6).__dict__
object.__new__(int)
object.__new__(5)
object.__new__()
int.__new__(object)
int.__new__(5)
int.__new__()
Base.__init_subclass__(5)
object.__init_subclass__(5)
object.__init_subclass__(a=5)
type("Sub", (Base,), {}, a=1)
object.__subclasshook__(), object.__subclasshook__(1, 2)
object.__format__(5, "x")
object.__format__(Plain(), 5)
object.__reduce_ex__(Newargs(5), 2)
object.__reduce_ex__(Newargs((1,)), 2)[1][1:]
object.__reduce_ex__(NewargsEx(5), 2)
object.__reduce_ex__(NewargsEx((1,)), 2)
object.__reduce_ex__(NewargsEx((1, {})), 2)
object.__reduce_ex__(NewargsEx(((1,), [])), 2)
object.__reduce_ex__(5, "a")
object.__setattr__(Plain(), 5, 6)
object.__getattribute__(Plain(), 5)
object.__delattr__(Plain(), 5)
object.__delattr__(Plain(), "a")
object.__setattr__(Plain, "a", 6)
type.__setattr__(int, "a", 6)
type.__getattribute__(Plain, 5)
type.__getattribute__(5, "a")
vars(D())
vars(5)
D.__dict__["a"].__get__(5)
D.__dict__["a"].__get__(D())
D.__dict__["a"].__set__(5, 1)
D.__dict__["a"].__delete__(D())
super(Derived, Derived()).f()
super(Derived, Plain())
super(Derived, 5)
super(5, 5)
super(Base).__get__(Derived()).__self__.__class__
super(Base).__get__(None)
super(Base).__get__(5)
Bound(Derived).__get__(Derived()).f()
Bound(Derived, Derived()).__get__(5) is None
repr(super(Derived)), super(Derived).__self__
super()
(int | str).__module__, (int | str).__origin__
(int | str).__args__, (int | None) == (None | int), (int | str) == int, hash(int | str) == hash(str | int)
isinstance(1, int | list[int])
issubclass(int, int | list[int])
isinstance(1, list[int])
(int | T)[str], (int | T)[list]
(int | str)[int]
int | 5
int | "a"
reversed(NoReverse())
reversed({1})
reversed(5)
reversed()
list(reversed(Walked()))
next(walk)
walk.__length_hint__(), walk.__reduce__()[0].__name__
iter(5), iter(len)
iter(5, 6)
list(iter(lambda: 5, 5))
iter(len, 1).__reduce__()[1]
s == s, s <= s, s < s, s != s, s >= s, s > s
slice(1) < slice(2), slice(1) == 5, slice(1).__eq__(5)
slice(1) < 5
hash(slice(1))
slice()
slice("a", None).indices(5)
slice(None, None, 0).indices(5)
slice(1, 2).indices(-5)
slice(1).__reduce__()[1]
keys.keys().isdisjoint(keys.keys()), {}.keys().isdisjoint({}.keys()), keys.keys().isdisjoint([5, 6, 7]), keys.items().isdisjoint({(1, 2), (3, 4)}), keys.keys().isdisjoint({})
keys.keys().isdisjoint(5)
keys.keys().isdisjoint(iter("ab"))
keys.keys() & 5
keys.keys() | 5
keys.keys() ^ {1, 2}, keys.keys() - {1}, keys.items() ^ {(1, 2)}, {1, 2} - keys.keys(), keys.items() & [(1, 2), 3]
keys.keys() < {1, 2}, keys.keys() <= {1}, keys.keys() > set(), keys.keys() >= {1, 2}, keys.keys() == {1}, keys.keys() != [1], keys.items() == {(1, 2)}
keys.keys() < [1]
keys.keys().mapping, repr(keys.items()), len(keys.values()), (1, 2) in keys.items(), (1, 3) in keys.items(), 5 in keys.items(), (5, 2) in keys.items()
list(reversed(keys)), list(reversed(keys.items())), list(reversed(keys.values()))
dict([(1, 2)], **{"a": 3}), dict({1: 2}, a=3)
dict([1])
dict([(1,)])
dict(5)
dict(**{1: 2})
dict.__init__({}, 1, 2)
{}.update(1, 2)
{}.update([(1, 2), 3])
{}.__ior__(5)
{} | 5
{}.__or__([(1, 2)])
{}.popitem()
{}.pop(1)
{}.fromkeys()
set.__init__(SetCopied("ab"), "cd")
SetCopied("ab").__init__([])
SetCopied("ab").copy().__class__, FrozenCopied("ab").copy().__class__, frozenset("a").copy() == frozenset("a"), {1}.difference(), {1}.union(), {1}.intersection(), FrozenCopied("a").difference().__class__
{1, 2}.difference({1: 2}), {1, 2}.intersection({1: 2}), {1, 2}.symmetric_difference({1: 2, 5: 6}), {1, 2}.issuperset({1: 2}), {1, 2}.issubset({1: 2}), {1}.isdisjoint({1: 2}), {1, 2}.issuperset({2}), {1}.issuperset(frozenset({2})), {1, 2}.issuperset("a")
{1}.difference(5)
{1}.issuperset(5)
{1}.update(5, 6)
{1} | [1]
{1} < 5
{1}.pop(), set().discard(5)
set().pop()
set().remove({5})
{5} in {frozenset({5})}, {5} in set()
[] in {1}
{1}.add([])
set(1, 2)
frozenset(a=1)
frozenset.__new__(FrozenCopied, "a").__class__
collections.OrderedDict.fromkeys("ab", 5), collections.OrderedDict(a=1) == collections.OrderedDict(a=1), collections.OrderedDict(a=1) == {"a": 1}
collections.OrderedDict(a=1).move_to_end("b")
collections.OrderedDict().popitem()
collections.OrderedDict(a=1).pop("b")
collections.OrderedDict(1, 2)
Deque("ab").copy().__class__, Deque("ab") * 2, 2 * Deque("a"), Deque("a") + Deque("b")
OddCopy().copy()
OddCopy().__copy__()
collections.deque("ab", 1) + [1]
collections.deque("ab") < 5
collections.deque("ab") < collections.deque("abc"), collections.deque("ab") >= collections.deque("ab"), collections.deque("ab") == collections.deque("abc"), collections.deque("ab") != collections.deque("ac")
collections.deque("ab", -1)
collections.deque("ab", "a")
collections.deque("ab", maxlen=1).__init__("xyz", 2)
collections.deque("ab").insert(1, 2)
collections.deque("ab", 2).insert(1, 2)
collections.deque("ab").rotate("a")
collections.deque("ab").index("z")
collections.deque("ab").index("b", -5, -3)
collections.deque("ab").remove("z")
collections.deque().pop()
collections.deque().popleft()
collections.deque("ab").__reduce__()[2:3], collections.deque("ab", 5).__reduce__()[1], Deque("a").__reduce__()[1]
__import__("time").struct_time(range(9), 5)
__import__("time").struct_time(range(5))
__import__("time").struct_time(range(99))
__import__("time").struct_time(5)
__import__("time").struct_time(range(9), {"tm_zone": "x", "odd": 5}).tm_zone
__import__("os").stat_result(range(10), {"st_atime_ns": 5}).st_atime_ns
__import__("time").gmtime(0).n_fields, __import__("time").gmtime(0).__reduce__()[1]
__import__("time").gmtime(0).tm_zone, __import__("time").gmtime(0) == __import__("time").gmtime(0), __import__("time").gmtime(0)[:2]
print(**{1: 2})
print(*5)
print(**5)
[1, 2].sort(**{1: 2})
int(**{"base": 5})
int("5", bas=5)
str(b"a", enc="a")
sorted([1], 2)
sorted()
range(1, 2, 0)
range(1).index(5)
range(1)[5]
range(1)["a"]
range(5)[::0]
range(10 ** 30)[10 ** 29], len(range(10 ** 5)), range(10 ** 30).index(5), 5 in range(10 ** 30), "a" in range(5), range(5).count("a"), range(10 ** 30).count(5)
len(range(10 ** 30))
range("a")
range(1.5)
range()
range(1) == range(1, 2), hash(range(0)) == hash(range(5, 5)), range(0, 5, 2) == range(0, 6, 2), range(1) == 5, range(3)[::2], range(10 ** 20, 0, -10 ** 19)[::3]
iter(range(10 ** 30)).__length_hint__(), iter(range(5)).__reduce__()[1], iter(range(10 ** 30)).__reduce__()[1]
"""
for line in EXPRESSIONS.strip().splitlines():
    print(line, "->", said(eval, line))


def mutated(change):
    d = {1: 2, 3: 4}
    for key in d:
        change(d, key)


print(said(mutated, lambda d, k: d.update({9: 9})), said(mutated, lambda d, k: (d.pop(k), d.update({k + 10: 1}))), said(mutated, lambda d, k: d.pop(k)))


class Getter:
    def __getattr__(self, name):
        raise AttributeError(name)

    def __set_name__(self, owner, name):
        raise KeyError(name)


print(said(type, "Named", (), {"g": Getter()}))
cell = types.CellType()
print(said(lambda: cell.cell_contents), cell == types.CellType(), types.CellType(1) < types.CellType(2), types.CellType() < cell, said(lambda: cell < 5), said(hash, cell), said(types.CellType, 1, 2), said(types.CellType, a=1))
f = lambda a, b=1: a  # noqa: E731
for name, values in dict(__defaults__=(5, None, (1, 2, 3)), __kwdefaults__=(5, {}), __code__=(5, (lambda: cell).__code__), __name__=(5, "x"), __qualname__=(5,), __dict__=(5, {}), __annotations__=(5, None, {}), __doc__=(5,), __globals__=({},), __closure__=((),), __module__=(5,)).items():
    for value in values:
        print(name, said(setattr, f, name, value), said(delattr, f, name))
for args in (5, {}), (f.__code__, 5), (f.__code__, {}, 5), (f.__code__, {}, "n", 5), (f.__code__, {}, "n", None, 5), (f.__code__, {}, "n", None, (cell,)), ():
    print(len(args), str(said(types.FunctionType, *args))[:60].split(" at ")[0])
print(said(types.MethodType, 5, 6), said(types.MethodType, len, None), said(types.MethodType, len), types.MethodType(len, [1, 2])(), types.MethodType(len, 5) == types.MethodType(len, 5))
