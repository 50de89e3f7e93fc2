"""What is done at once where nothing can be seen of it: dicts of names filled, entries walked, tuples of strs ordered, callbacks in C."""
import gc
import sys
from functools import cmp_to_key
from operator import itemgetter


def built(*parts):
    return "".join(parts)


# ---- literals and keywords: equal keys, unknown hashes, what the collector is told, sizes

one, other = built("al", "pha"), built("alp", "ha")
print({one: 1, "b": 2, other: 3}, {"a": 1, "a": 2}, {"x": 0, 1: 2, "y": 3}, {built("z", str(i)): i for i in range(3)})
for made in ({}, {"a": 1}, {"a": 1, "b": "t"}, {"a": [], "b": 1}, {"a": 1, "b": ()}, {"a": (1, []), "b": 2}, dict(a=1, b=[]), dict(a=1)):
    print(made, gc.is_tracked(made), sys.getsizeof(made))
for made in (dict(a=1, b=2), dict(a=1, b=2, c=3, d=4, e=5), dict(a=1, b=2, c=3, d=4, e=5, f=6), dict({1: 2}, a=3), dict([("a", 1)], a=2, b=3)):
    print(made, sys.getsizeof(made), list(reversed(made)))


class Name(str):
    """A key that is no str of its own."""

    def __hash__(self):
        return hash("a")

    def __eq__(self, other):
        print("asked for", str(other))
        return str.__eq__(self, other)


print({Name("a"): 1, "a": 2}, {"a": 1, Name("a"): 2})
grown = {"a": 1, "b": 2}
grown["c"] = grown.pop("a")
grown.update(d=4, e=5, f=6)
print(grown, sys.getsizeof(grown), grown.copy() == grown, sys.getsizeof({**grown, "g": 7}))
for source in ({"a": []}, {1: [], 2: 3}, {"a": 1, "b": 2, "c": 3}):
    copy = source.copy()
    print(copy, gc.is_tracked(copy), sys.getsizeof(copy), dict(source), {**source})

# ---- walks: over holes, changed meanwhile, pairs that are kept

numbers = {i: str(i) for i in range(12)}
for key in (0, 1, 5, 11):
    del numbers[key]
print(list(numbers), list(numbers.values()), list(numbers.items())[:3])
for what in (dict.keys, dict.values, dict.items):
    walk = iter(what(numbers))
    first = next(walk)
    numbers["new"] = 0
    try:
        print(first, next(walk))
    except RuntimeError as problem:
        print(first, problem, walk.__length_hint__())
    del numbers["new"]
    try:
        print(next(walk))
    except RuntimeError as problem:
        print(problem)
walk = iter({"a": 1, "b": 2})
print(next(walk), next(walk), list(walk), list(walk))
swapped = {"a": 1, "b": 2, "c": 3}
walk = iter(swapped)
next(walk)
del swapped["a"]
swapped["d"] = 4
try:
    print(list(walk))
except RuntimeError as problem:
    print(problem)
kept = []
for pair in {"a": [1], "b": [2], "c": [3]}.items():
    kept.append(pair)
print(kept, [pair is kept[0] for pair in kept])


class Told:
    """Says when it goes."""

    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone", self.name)


values = {i: Told(i) for i in range(3)}
for key, value in values.items():
    values[key] = None
    print("had", key)
del value
for pair in zip([Told("x"), Told("y")], [1, 2]):
    print(pair[1])
    del pair
print([triple for triple in zip("ab", [1, 2], (3, 4))], [a + b + c for a, b, c in zip([1, 2], [3, 4], [5, 6, 7])])

# ---- tuples in order


class Counts:
    """Notes how it is compared."""
    asked = []

    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        Counts.asked.append(("==", self.n, other.n))
        return self.n == other.n

    def __lt__(self, other):
        Counts.asked.append(("<", self.n, other.n))
        return self.n < other.n


print(sorted([("b", 1), ("a", 2), ("a", 1), ("ab", 0), ("", 9), ("é", 1), ("z", 1), ("\U0001f600", 0), ("a",), ("a", 1, 2)]))
print(sorted([("k", Counts(2)), ("k", Counts(1)), ("j", Counts(3))], reverse=True)[0][0], Counts.asked)
Counts.asked.clear()
print((1, "a", Counts(1)) < (1, "a", Counts(2)), (1, "a", Counts(1)) <= (1, "b", Counts(2)), Counts.asked)
nan = float("nan")
print((nan, 1) < (nan, 2), (nan, 1) < (float("nan"), 2), (0.0, 1) < (-0.0, 2), (1, 2) < (1.0, 3), (True, "a") < (1, "b"))
for a, b in ((("a", 1), (1, "a")), (("a", 1), ("a", "a")), ((1, None), (1, None)), ((1, None), (1, 2)), ((), (1,)), (("a",), ("a", "b"))):
    for how in ("<", "<=", ">", ">=", "==", "!="):
        try:
            print(eval(f"a {how} b"), end=" ")
        except TypeError as problem:
            print(problem, end=" ")
    print()
try:
    sorted([("a", 1), ("b", 2), (3, "c")])
except TypeError as problem:
    print(problem)


class Word(str):
    """Compares the other way round."""

    def __lt__(self, other):
        return str.__gt__(self, other)


print(sorted([(Word("a"), 1), (Word("b"), 2), (Word("c"), 0)]), (Word("a"), 1) < (Word("b"), 1))

# ---- callbacks in C

print(list(map(abs, [-1, 2.5, True])), list(map(str.upper, ["a", Word("b")])), sorted(["b", "A", "c"], key=str.lower), list(map(itemgetter(1), ["ab", (1, 2)])))
for function, items in ((abs, ["a"]), (str.upper, [1]), (itemgetter(5), [()]), (divmod, [1]), (len, [3]), (dict.get, [{}])):
    try:
        print(list(map(function, items)))
    except Exception as problem:
        print(type(problem).__name__, problem)
print(itemgetter(0, 1)("ab"), list(filter(str.strip, ["a", " ", "b"])), sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)))
for wrong in (lambda: itemgetter(0)(), lambda: itemgetter(0)("a", "b"), lambda: itemgetter(0)("a", key=1)):
    try:
        wrong()
    except TypeError as problem:
        print(problem)
