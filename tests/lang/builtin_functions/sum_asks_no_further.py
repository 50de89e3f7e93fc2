# sum() adds small ints in one go: what comes between them, at the end, and after it.
import collections
import itertools


class Items:
    """Counts how often it is asked."""

    def __init__(self, items):
        self.items, self.asked = list(items), 0

    def __iter__(self):
        return self

    def __next__(self):
        self.asked += 1
        if not self.items:
            raise StopIteration
        item = self.items.pop(0)
        if isinstance(item, BaseException):
            raise item
        return item


WALKS = [
    list, tuple, iter, set, frozenset, collections.deque, dict.fromkeys, lambda l: dict(enumerate(l)).values(),
    lambda l: itertools.chain(l, l), lambda l: (x for x in l), lambda l: map(lambda x: x, l),
]
for items in (
    [], [1], [1, 2, 3], [1, True, 2], [1, 2.5, 3], [2**61, 2**61 + 1, 2**61 + 2, 5], [2**62, 1], [-2**62, -1, 7], [1.5, 1, True],
    [2**100, 1, 2], ["a"], [1, "a", 2],
):
    for start in (0, 1.5, True, 2**62 - 1, -2**62):
        for walk in WALKS:
            try:
                print(sum(walk(items), start), end=" ")
            except TypeError as e:
                print(e, end=" ")
        print()
for items in ([], [1], [1, 2], [2**62, 2**62], [1, ValueError("x"), 2], [1, 2.0, ValueError("y"), 3]):
    it = Items(items)
    try:
        print(sum(it), it.asked)
    except ValueError as e:
        print(e, it.asked, it.items)
for b in (b"", b"\1", bytes(range(256)), b"\xff" * 200_001):
    print(sum(b), sum(bytearray(b)), sum(b, 2**62 - 100), sum(b, -2**62), sum(b, 1.5), sum(memoryview(b)))


class Adds(int):
    def __radd__(self, other):
        grown.add(100 + len(grown))
        return other + int(self)


grown = {0, 1, Adds(77), 3}
try:
    print(sum(grown))
except RuntimeError as e:
    print(e)
