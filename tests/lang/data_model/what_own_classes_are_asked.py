"""Which methods of a class of its own that derives from a built-in one are called, and which are passed by."""
import asyncio
import collections
import copy
import datetime
import decimal
import io
import itertools
import math
import operator
import os
import pickle
import random
import types
import xml.etree.ElementTree as ET

calls = []
QUIET = {"__new__", "__class__", "__getattribute__", "__setattr__", "__delattr__", "__init__", "__init_subclass__",
         "__subclasshook__", "__class_getitem__", "__dir__", "__sizeof__", "__del__", "__reduce__", "__reduce_ex__"}


def loud(base):
    """A class whose methods note that they were called."""
    names = {}
    for name in dir(base):
        f = getattr(base, name)
        if name not in QUIET and type(f).__name__ in ("wrapper_descriptor", "method_descriptor", "function"):
            def method(self, *args, _name=name, _f=f, **kwargs):
                calls.append(_name)
                return _f(self, *args, **kwargs)
            names[name] = method
    return type("Loud" + base.__name__.title(), (base,), names)


def show(what, f):
    calls.clear()
    try:
        r = type(f()).__name__
    except Exception as e:
        r = f"{type(e).__name__}: {e}"
    print(f"{what}: {r}", *calls)


Int, Float, Complex, Bytes, List, Dict, Set, Frozen = map(loud, (int, float, complex, bytes, list, dict, set, frozenset))
Deque, Decimal, Group, OrderedDict = map(loud, (collections.deque, decimal.Decimal, ExceptionGroup, collections.OrderedDict))
i = Int(3)
for spec in "", "d", ".2f", "e", "%", "x", "n":
    show("format " + spec, lambda: format(i, spec))
show("timedelta", lambda: datetime.timedelta(i))
show("timedelta, weeks", lambda: datetime.timedelta(weeks=i, microseconds=Int(2)))
show("timedelta times", lambda: datetime.timedelta(1) * i)
show("times timedelta", lambda: i * datetime.timedelta(1))
show("timedelta by", lambda: datetime.timedelta(1) // i)
show("timedelta over", lambda: datetime.timedelta(1) / i)
show("seed", lambda: random.Random(Int(-3)).random())
for f in math.log, math.log2, math.log10, math.sqrt, math.exp, math.factorial, math.isqrt:
    show(f.__name__, lambda: f(i))
show("log of base", lambda: math.log(i, Int(2)))
show("count", lambda: next(itertools.count(i)))
show("count of complex", lambda: list(itertools.islice(itertools.count(Complex(1)), 2)))
show("from_bytes", lambda: int.from_bytes(Bytes(b"ab"), "big"))


class Texts(bytes):
    def __bytes__(self):
        return b"\1"


class Items:
    def __index__(self):
        calls.append("__index__")
        return 3

    def __iter__(self):
        calls.append("__iter__")
        return iter([1, 2])


class Wrong(int):
    def __mul__(self, other):
        return 1.5


print(int.from_bytes(Texts(b"abc"), "big"), random.Random(Int(-3)).random() == random.Random(3).random())
show("from_bytes of items", lambda: int.from_bytes(Items(), "big"))
show("from_bytes of text", lambda: int.from_bytes("ab", "big"))
show("from_bytes of an int", lambda: int.from_bytes(5, "big"))
show("from_bytes of large items", lambda: int.from_bytes([1, 256], "big"))
show("from_bytes of a view", lambda: int.from_bytes(memoryview(b"ab"), "big"))
show("a product that is no int", lambda: datetime.timedelta(Wrong(2)))
show("another", lambda: datetime.timedelta(2) * Wrong(2))
show("set.issubset of a list", lambda: {1}.issubset(List([1, 2])))
for what in Set([1]), Frozen([1]), List([1]), Dict({1: 2}):
    name = type(what).__name__
    show("fromkeys " + name, lambda: dict.fromkeys(what))
    show("isdisjoint " + name, lambda: {1}.isdisjoint(what))
    show("issubset " + name, lambda: {1}.issubset(what))
    show("issuperset " + name, lambda: {1}.issuperset(what))
    show("intersection " + name, lambda: {1}.intersection(what))
    show("difference " + name, lambda: {1}.difference(what))
    show("keys & " + name, lambda: {1: 2}.keys() & what)
it = iter([1, 2, 3])
print({1}.issubset(it), list(it))
show("unhashable", lambda: {1}.issubset([1, []]))
show("empty", lambda: set().issubset([[]]))
for op in operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge:
    show("deque " + op.__name__, lambda: op(Deque([1, 2]), Deque([1, 3])))
    show("plain and own " + op.__name__, lambda: op(collections.deque([1, 2]), Deque([1, 2])))


class Odd:
    def __eq__(self, other):
        calls.append("==")
        return False

    def __lt__(self, other):
        calls.append("<")
        return "yes"


for op in operator.lt, operator.eq, operator.ne:
    show("items of deques " + op.__name__, lambda: op(collections.deque([Odd()]), collections.deque([Odd()])))
    print(op(collections.deque([Odd()]), collections.deque([Odd()])))
d = Decimal("1.5")
show("reduce", lambda: decimal.Decimal.__reduce__(d))
show("complex", lambda: decimal.Decimal.__complex__(d))
show("pickle", lambda: pickle.dumps(decimal.Decimal("1.5")))
show("dict.copy", lambda: Dict(a=1).copy())
show("dict |", lambda: Dict(a=1) | {})
show("| dict", lambda: {} | Dict(a=1))
show("copy of an empty one", lambda: Dict().copy())
show("class of it", lambda: type("T", (), Dict(a=1)))
show("copy.copy", lambda: copy.copy(Dict(a=1)) and 1)
show("OrderedDict", lambda: OrderedDict(a=1) | {1: 2})
show("writev", lambda: os.writev(1, List([])))
show("readv", lambda: os.readv(os.open("/dev/null", os.O_RDONLY), List([bytearray(1)])))
show("writev of a set", lambda: os.writev(1, {b""}))
show("extend", lambda: ET.Element("a").extend(List([ET.Element("b")])))
show("extend by no element", lambda: ET.Element("a").extend(List([1])))
show("extend by no list", lambda: ET.Element("a").extend(5))
show("SimpleNamespace", lambda: setattr(types.SimpleNamespace(), "__dict__", Dict()))


def star(group):
    try:
        raise group
    except* ValueError:
        pass
    except* KeyError:
        pass


class Strange(ExceptionGroup):
    def split(self, condition):
        calls.append("split")
        return ExceptionGroup("mine", [ValueError("mine")]), None


show("except*", lambda: star(Group("m", [ValueError(1), KeyError(2)])))
show("except* of another split", lambda: star(Strange("m", [OSError(1)])))
