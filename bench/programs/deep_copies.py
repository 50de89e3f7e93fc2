"""Graphs of objects, dicts and lists copied deeply and flatly, with shared and circular parts."""
import copy
import dataclasses

N = 103


@dataclasses.dataclass
class Address:
    street: str
    town: str
    tags: list = dataclasses.field(default_factory=list)


class Person:
    def __init__(self, name, address):
        self.name, self.address, self.friends = name, address, []


class Counted:
    copies = 0

    def __init__(self, value):
        self.value = value

    def __deepcopy__(self, memo):
        Counted.copies += 1
        return Counted(copy.deepcopy(self.value, memo))


class Compact:
    __slots__ = ("a", "b")

    def __init__(self, a, b):
        self.a, self.b = a, b

    def __reduce__(self):
        return Compact, (self.a, self.b)


def people(count):
    towns = [Address(f"{i} High Street", "Town", ["x", str(i)]) for i in range(4)]
    found = [Person(f"person {i}", towns[i % 4]) for i in range(count)]
    for i, person in enumerate(found):
        person.friends = [found[(i + k) % count] for k in (1, 2, 5)]
    return found


def run(n):
    total, Counted.copies = 0, 0
    tree = {"list": [1, 2.5, "three", (4, 5, [6])], "dict": {i: {"key": str(i), "pair": (i, [i])} for i in range(20)},
            "own": [Counted([i]) for i in range(5)], "compact": [Compact(i, (i,)) for i in range(5)], "set": {1, 2, 3}}
    for _ in range(n):
        again = copy.deepcopy(people(8))
        total += len({id(p.address) for p in again}) + sum(len(p.friends) for p in again)
        twin = copy.deepcopy(tree)
        total += len(twin["dict"]) + twin["compact"][3].a + (twin["list"][3][2] is not tree["list"][3][2])
        for person in again:
            total += len(copy.copy(person).name) + len(dataclasses.replace(person.address, town="City").town)
    return total, Counted.copies
