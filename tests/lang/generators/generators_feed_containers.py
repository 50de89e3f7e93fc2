"""Generators whose items go straight into a dict, a deque or a Counter, and what they do to it meanwhile."""
from collections import OrderedDict, _count_elements, defaultdict, deque
import sys


def items(values, do=None):
    for i, v in enumerate(values):
        if do is not None and i == 3:
            do()
        yield v


class Counter(dict):
    """The one of the library asks first whether it was given a mapping, and so many classes."""
    def __init__(self, values=()):
        self.update(values)

    def update(self, values):
        _count_elements(self, values)


PAIRS = [("a", 1), ["b", 2], "cd", ("a", 3), (5, 6)]
d = {}
d.update(items(PAIRS))
print(d, dict(items(PAIRS)), dict(items([])), dict(items([(1, 2)]), x=3))
print(deque(items(range(20))), deque(items(range(20)), 5), deque(items("")), Counter(items("abracadabra")))
q = deque([0], 4)
q.extend(items(range(10)))
q.extendleft(items("xy"))
q += items("pq")
print(q, q.maxlen, OrderedDict(items(PAIRS)), defaultdict(list, items([("k", [1])])))


def tell(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e, "|", type(e.__context__).__name__)


for bad in [("a", 1), 5], [("a", 1), "xyz"], [("a", 1), ([], 2)], [("a", 1), ()]:
    d = {}
    tell(lambda: d.update(items(bad)))
    print(d)
tell(lambda: Counter(items([1, [], 2])))


def broken():
    yield "a", 1
    raise ValueError("half way")


for make in dict, deque, Counter, set, OrderedDict:
    tell(lambda: make(broken()))
d = {}
d.update(items(PAIRS, lambda: d.clear()))
print(d)
q = deque()
q.extend(items(range(6), lambda: q.clear()))
print(q)
q = deque(range(3))
q.extend(items(range(6), lambda: q.rotate(1)))
print(q)
q.extend(x for x in list(q))
print(q)
c = Counter("aab")
c.update(items("abcab", c.clear))
print(c)
i = iter(q)
q.extend(items([]))
print(next(i))
q.extend(items([1]))
tell(lambda: next(i))


class Key(str):
    seen = []

    def __hash__(self):
        Key.seen.append(str(self))
        return 1

    def __eq__(self, other):
        return str(self) == str(other)


print(dict(items((Key(c), c) for c in "abab")), "".join(Key.seen), Counter(items(map(Key, "aba"))))


def again():
    yield "x", 1
    try:
        next(g)
    except ValueError as e:
        print(e)
    yield "y", 2


g = again()
print(dict(g), list(g))


def ends():
    got = yield "z", 26
    print("got", got)
    return 5


print(dict(ends()), deque(ends()), Counter(ends()))


class Missing(Counter):
    def get(self, key, default=None):
        print("get", key)
        return super().get(key, default)


print(Missing(items("aa")))


def deep(n):
    return dict(items([("n", n), ("rest", deep(n - 1) if n else None)]))


print(len(str(deep(50))))


def level(n):
    yield n, n
    if n:
        yield from level(n - 1)


print(len(dict(level(300))))


def counting(frame, event, arg):
    if frame.f_code.co_name == "items":
        seen.append(event)


seen = []
sys.setprofile(counting)
dict(items(PAIRS)), deque(items("ab")), Counter(items("ab"))
sys.setprofile(None)
print(seen)
