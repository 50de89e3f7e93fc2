"""Iterators: what __reduce__ gives, copies, __length_hint__, and exhaustion for good."""
import copy
import itertools as I
from collections import OrderedDict, deque
from operator import length_hint

SOURCES = {
    "list": lambda: iter([1, 2, 3, 4]),
    "list reversed": lambda: reversed([1, 2, 3, 4]),
    "tuple": lambda: iter((1, 2, 3, 4)),
    "tuple reversed": lambda: reversed((1, 2, 3, 4)),
    "str": lambda: iter("abcd"),
    "range": lambda: iter(range(2, 10, 2)),
    "range reversed": lambda: reversed(range(2, 10, 2)),
    "long range": lambda: iter(range(2**70, 2**70 + 4)),
    "set": lambda: iter({1, 2, 3, 4}),
    "dict": lambda: iter({1: 2, 3: 4, 5: 6, 7: 8}),
    "dict values": lambda: iter({1: 2, 3: 4, 5: 6, 7: 8}.values()),
    "dict items": lambda: iter({1: 2, 3: 4, 5: 6, 7: 8}.items()),
    "dict reversed": lambda: reversed({1: 2, 3: 4, 5: 6, 7: 8}),
    "odict": lambda: iter(OrderedDict(a=1, b=2, c=3, d=4)),
    "odict items reversed": lambda: reversed(OrderedDict(a=1, b=2, c=3, d=4).items()),
    "deque": lambda: iter(deque([1, 2, 3, 4])),
    "deque reversed": lambda: reversed(deque([1, 2, 3, 4])),
    "enumerate": lambda: enumerate("abcd", 5),
    "zip": lambda: zip("abcd", [1, 2, 3, 4]),
    "zip strict": lambda: zip("abcd", [1, 2, 3, 4], strict=True),
    "map": lambda: map(str, [1, 2, 3, 4]),
    "filter": lambda: filter(None, [0, 1, 2, 0, 3, 4]),
    "accumulate": lambda: I.accumulate([1, 2, 3, 4]),
    "accumulate initial": lambda: I.accumulate([1, 2, 3], initial=10),
    "chain": lambda: I.chain([1, 2], [3, 4]),
    "combinations": lambda: I.combinations("abcd", 2),
    "combinations_with_replacement": lambda: I.combinations_with_replacement("abc", 2),
    "compress": lambda: I.compress("abcdef", [1, 0, 1, 1, 0, 1]),
    "count": lambda: I.islice(I.count(5, 3), 4),
    "cycle": lambda: I.islice(I.cycle("ab"), 5),
    "dropwhile": lambda: I.dropwhile(lambda v: v < 2, [0, 1, 2, 1, 5, 0]),
    "filterfalse": lambda: I.filterfalse(None, [0, 1, 0.0, "", 2, ()]),
    "islice": lambda: I.islice("abcdefghij", 1, None, 2),
    "permutations": lambda: I.permutations("abc", 2),
    "product": lambda: I.product("ab", [1, 2]),
    "repeat": lambda: I.repeat(7, 4),
    "starmap": lambda: I.starmap(pow, [(2, 3), (3, 2), (5, 1)]),
    "takewhile": lambda: I.takewhile(lambda v: v < 4, [1, 2, 3, 4, 1]),
    "tee": lambda: I.tee([1, 2, 3, 4])[1],
    "zip_longest": lambda: I.zip_longest("abc", [1], fillvalue="-"),
}


def hint(it):
    try:
        return length_hint(it, -1)
    except TypeError as e:
        return e


for name, make in SOURCES.items():
    for taken in (0, 1, 3, 20):
        it = make()
        got = [v for v, _ in zip(it, range(taken))] if taken else []
        hinted = hint(it)
        try:
            twin = copy.deepcopy(it)
        except TypeError as e:
            twin = iter([str(e).split("'")[0]])
        print(name, taken, got, hinted, list(twin), list(it), list(it), next(it, "end"))

it = I.pairwise("abcd")
print(list(it))
for key, group in I.groupby("aaabbcaa"):
    print(key, list(group))
groups = [g for _, g in I.groupby("aabb")]
print([list(g) for g in groups])
a, b, c = I.tee(range(200), 3)
print(sum(a), next(b), sum(I.islice(b, 100)), sum(c), sum(b))
d = {1: 2, 3: 4}
for change in ("d[9] = 9", "del d[1]; d[8] = 8", "d.clear()", "d[1] = 7"):
    d = {1: 2, 3: 4}
    try:
        for k in d:
            exec(change)
        print(change, "passed", d)
    except (RuntimeError, KeyError) as e:
        print(change, type(e).__name__, e)
s = {1, 2}
try:
    for v in s:
        s.add(v + 10)
except RuntimeError as e:
    print(e)
l = [1, 2, 3]
for v in l:
    if len(l) < 6:
        l.append(v * 10)
print(l)
it = iter(l)
list(it)
l.append(99)
print(list(it))


class Sequence:
    def __getitem__(self, i):
        if i > 3:
            raise IndexError
        return i * i

    def __len__(self):
        return 4


it = iter(Sequence())
print(next(it), length_hint(it), it.__reduce__()[2], list(it), list(reversed(Sequence())))
values = iter([3, 1, 4, 1, 5])
print(list(iter(lambda: next(values), 4)), list(values))
