"""Tuples that are compared by heaps, sorts, `in` and max: nested, unequal in length, with items that answer as they like; and named tuples unpacked."""
import heapq
from collections import namedtuple
from operator import itemgetter


class Odd:
    """Equal to nothing; what is less is told by an object whose truth is asked."""

    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        print("eq", self.n, other.n)
        return []

    def __lt__(self, other):
        print("lt", self.n, other.n)
        return [1] if self.n < other.n else ""

    def __repr__(self):
        return f"Odd({self.n})"


h = [(1, Odd(3)), (1, Odd(2))]
heapq.heapify(h)
heapq.heappush(h, (1, Odd(1)))
print([heapq.heappop(h) for _ in range(3)])
print(max([(1, Odd(1)), (1, Odd(2))]), min([(), (1,), (1, 2)]), (1, (2, 3)) in [(1, (2, 4)), (1, (2, 3))], [(1,)].index((1,)))
nan = float("nan")
print((nan,) in [(nan,)], (nan,) in [(float("nan"),)], [(1, nan)].count((1, nan)), max([(nan, 2), (nan, 3)]))
for a, b in (((1, "a"), (1, 2)), ((1, None), (1, None)), ((1, {}), (1, {1: 2})), (((1,),), ((1, 2),))):
    try:
        print(max([a, b]), heapq.nsmallest(1, [a, b]))
    except TypeError as error:
        print(error)
deep = other = ()
for _ in range(20000):
    deep, other = (deep,), (other,)
try:
    [deep].index(other)
except RecursionError as error:
    print(error)

P = namedtuple("P", "x y")
a, b = P(1, 2)
print(a, b)


class Walks(P):
    """By its own __iter__."""

    def __iter__(self):
        return iter("pq")


a, b = Walks(1, 2)
print(a, b)
for n in ((1,), (1, 2, 3)):
    try:
        a, b = namedtuple("Q", ["f%d" % i for i in n])(*n)
    except ValueError as error:
        print(error)

rows = [(1, "b"), (2, "a"), [3, "c"]]
print(sorted(rows, key=itemgetter(1)), sorted(rows, key=itemgetter(-1, 0)), max(rows, key=itemgetter(0)))
for key, of in ((2, (1, 2)), (-3, [1, 2]), (True, (1, 2)), ("k", {"k": 1}), (slice(1), (1, 2)), (0, P(5, 6)), (1.0, (1,))):
    try:
        print(itemgetter(key)(of))
    except (IndexError, TypeError) as error:
        print(type(error).__name__, error)
print(dict([(1, 2), [3, 4], "ab"]), dict(zip("ab", (1, 2))), dict([P(1, 2)]))
for pairs in ([(1, 2, 3)], [(1,)], [1], [([], 1)]):
    try:
        dict(pairs)
    except (TypeError, ValueError) as error:
        print(error)
