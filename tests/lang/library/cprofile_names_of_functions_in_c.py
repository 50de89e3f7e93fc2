# What a profiler calls functions in C: by what the class of their self has by that name.
import _lsprof
import collections
import random
import re


class Listed(list):
    def append(self, x):
        super().append(x)


class Meta(type):
    def mro(cls):
        return super().mro()


class Said:
    """A descriptor that is asked how it is called."""

    def __get__(self, instance, owner):
        return super(Odd, instance).pop

    def __repr__(self):
        raise ValueError("never shown")


class Odd(list):
    pop = Said()


def calls():
    random.seed(1)
    Listed().append(2)
    list.append(Listed(), 3)
    list.append([], 1)
    Meta("Y", (), {})
    object.__init_subclass__()
    object.__subclasshook__(3)
    object.__reduce_ex__([], 2)
    Listed.__new__(Listed)
    int.__new__(int)
    dict.fromkeys("ab")
    collections.OrderedDict.fromkeys("a")
    int.from_bytes(b"a", "big")
    bytes.fromhex("00")
    str.maketrans("a", "b")
    "a".upper(), str.lower("A"), len([]), (1).bit_length(), isinstance(1, int)
    (1).__add__(3), [1].__getitem__(0), {}.__contains__(1)
    type.__subclasses__(Listed), Listed.__subclasses__()
    next(iter([1]))


profiler = _lsprof.Profiler()
profiler.enable()
calls()
profiler.disable()
named = [(re.sub("0x[0-9a-f]+", "0x", str(entry.code)), entry.callcount) for entry in profiler.getstats()]
for entry in sorted(named):
    if not entry[0].startswith("<code object"):
        print(*entry)
odd = Odd([1])
profiler = _lsprof.Profiler()
profiler.enable()
odd.pop()
profiler.disable()
