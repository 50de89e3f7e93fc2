"""Abstract classes, protocols checked at run time, singledispatch, and generic types."""
import collections.abc
import functools
import numbers
import typing

N = 130


@typing.runtime_checkable
class Named(typing.Protocol):
    name: str

    def rename(self, name: str) -> None: ...


@typing.runtime_checkable
class Sized2(typing.Protocol):
    def __len__(self) -> int: ...


class Person:
    def __init__(self, name):
        self.name = name

    def rename(self, name):
        self.name = name


class Bag(collections.abc.MutableMapping):
    def __init__(self):
        self.data = {}

    def __getitem__(self, key):
        return self.data[key]

    def __setitem__(self, key, value):
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)


@functools.singledispatch
def describe(value):
    return 1


@describe.register(numbers.Number)
def _(value):
    return 2


@describe.register
def _(value: list | tuple):
    return 3


@describe.register(collections.abc.Mapping)
def _(value):
    return 4


T = typing.TypeVar("T")


class Box(typing.Generic[T]):
    def __init__(self, value: T):
        self.value = value


def run(n):
    total = 0
    for i in range(n):
        things = [Person("a"), Bag(), [], (), {}, 1, 2.5, "text", None, range(3), Box(1)]
        for thing in things:
            total += isinstance(thing, Named) + isinstance(thing, Sized2) * 2
            total += isinstance(thing, collections.abc.Iterable) + issubclass(type(thing), collections.abc.Sequence)
            total += isinstance(thing, numbers.Integral) + describe(thing)
        bag = things[1]
        for k in range(10):
            bag[k] = bag.setdefault(k, i) + k
        bag.update(zip("abc", range(3)))
        total += sum(bag.values()) + bag.pop("a") + len(bag.keys() & {1, 2, "b"}) + ("c" in bag) + (bag == dict(bag.items()))
        total += len(typing.get_args(typing.Union[int, typing.List[str], None])) + Box[int](i).value
        total += len(typing.get_type_hints(Named.rename)) + (typing.get_origin(dict[str, int]) is dict)
    return total
