"""Containers that a comparison, a hash, a key or a finalizer changes while something in C works on them."""
import bisect
import collections
import functools
import heapq
import json
import operator
import os  # noqa: F401 (os._Environ is a Mapping: Counter asks each class of that kind)
import struct


def said(call, *args, **keywords):
    try:
        return call(*args, **keywords)
    except BaseException as error:
        return f"{type(error).__name__}: {error}"


class Acts:
    """Equal by its number, after it has done what it is told to, once."""

    def __init__(self, n, act=None, hashed=None):
        self.n, self.act, self.hashed = n, act, n if hashed is None else hashed

    def do(self):
        act, self.act = self.act, None
        if act:
            act()

    def __eq__(self, other):
        self.do()
        return self.n == getattr(other, "n", other)

    def __lt__(self, other):
        self.do()
        return self.n < getattr(other, "n", other)

    def __hash__(self):
        return self.hashed

    def __repr__(self):
        return f"<{self.n}>"


# What a list does while a comparison in it changes the list.
ACTS = {
    "clear": lambda l: l.clear(), "append": lambda l: l.append(Acts(9)), "pop": lambda l: l.pop(), "insert": lambda l: l.insert(0, Acts(8)),
    "replace": lambda l: l.__setitem__(slice(None), [Acts(7)] * 3), "delete": lambda l: l.__delitem__(slice(0, 2)), "sort": lambda l: l.sort(key=id and (lambda x: -x.n)),
    "reverse": lambda l: l.reverse(), "repeat": lambda l: l.__imul__(2), "init": lambda l: l.__init__([Acts(6)]),
}
USES = {
    "index": lambda l: l.index(Acts(3)), "count": lambda l: l.count(2), "remove": lambda l: l.remove(Acts(3)), "in": lambda l: Acts(3) in l,
    "==": lambda l: l == [Acts(n) for n in range(1, 5)], "<": lambda l: l < [Acts(n) for n in range(1, 5)], "sort": lambda l: l.sort(),
    "sort key": lambda l: l.sort(key=lambda x: (x.do(), x.n)[1]), "reversed": lambda l: l.sort(reverse=True), "min": min, "max": max,
    "heapify": heapq.heapify, "heappush": lambda l: heapq.heappush(l, Acts(0)), "heappop": heapq.heappop, "replace": lambda l: heapq.heapreplace(l, Acts(9)),
    "bisect": lambda l: bisect.bisect(l, Acts(2)), "insort": lambda l: bisect.insort(l, Acts(2)), "sorted": sorted, "nsmallest": lambda l: heapq.nsmallest(2, l),
    "nlargest": lambda l: heapq.nlargest(2, l), "indexOf": lambda l: operator.indexOf(l, Acts(3)), "countOf": lambda l: operator.countOf(l, Acts(3)),
    "pushpop": lambda l: heapq.heappushpop(l, Acts(9)), "tuple": lambda l: tuple(l) == tuple(l[:3]) + (Acts(4),), "index to": lambda l: l.index(Acts(4), 1, 3),
}
for use, call in USES.items():
    for act, change in ACTS.items():
        items = [Acts(1), Acts(2), Acts(3), Acts(4)]
        for item in items[:3]:
            item.act = functools.partial(change, items)
        print(use, act, said(call, items), items)

# deque: it counts what is changed.
for act in "append", "popleft", "clear", "rotate", "reverse", "remove":
    for use, call in (("index", lambda d: d.index(3)), ("count", lambda d: d.count(3)), ("remove", lambda d: d.remove(3)), ("in", lambda d: 3 in d),
                      ("==", lambda d: d == collections.deque([1, 2, 3, 4])), ("<", lambda d: d < collections.deque([1, 2, 3, 5]))):
        d = collections.deque([Acts(1), Acts(2), Acts(3), Acts(4)])
        d[1].act = lambda: getattr(d, act)(*{"append": (5,), "remove": (d[0],)}.get(act, ()))
        print("deque", use, act, said(call, d), d)


# dict, set and their kin: keys of one hash, so that each look-up compares.
def fill(make, act):
    keys = [Acts(n, hashed=7) for n in range(4)]
    held = make(keys)
    for key in keys[1:]:
        key.act = functools.partial(act, held)
    return held


DICT_ACTS = {
    "clear": lambda d: d.clear(), "pop": lambda d: d.popitem(), "grow": lambda d: d.update(dict.fromkeys(range(100, 140))), "refill": lambda d: (d.clear(), d.update({5: 5})),
    "shrink": lambda d: [d.popitem() for _ in range(len(d) - 1)],
}
DICT_USES = {
    "get": lambda d: d.get(Acts(3, hashed=7)), "set": lambda d: d.__setitem__(Acts(5, hashed=7), 1), "del": lambda d: d.__delitem__(Acts(3, hashed=7)),
    "pop": lambda d: d.pop(Acts(3, hashed=7), "no"), "setdefault": lambda d: d.setdefault(Acts(6, hashed=7), 1), "in": lambda d: Acts(3, hashed=7) in d,
    "==": lambda d: d == {Acts(n, hashed=7): n for n in range(4)}, "update": lambda d: d.update({Acts(6, hashed=7): 1}), "|": lambda d: len(d | {Acts(6, hashed=7): 1}),
    "|=": lambda d: len(d.__ior__({Acts(6, hashed=7): 1})), "keys": lambda d: len(d.keys() & {Acts(3, hashed=7), 1}), "items": lambda d: (Acts(3, hashed=7), 3) in d.items(),
    "into": lambda d: len({Acts(2, hashed=7): 0} | d), "kw": lambda d: (lambda **k: 0)(**d), "copy": lambda d: len(d.copy()), "new": lambda d: len(dict(d)),
    "isdisjoint": lambda d: d.keys().isdisjoint([Acts(3, hashed=7)]),
}
for make in lambda keys: dict(zip(keys, range(4))), lambda keys: collections.Counter(dict(zip(keys, range(4)))):
    for use, call in DICT_USES.items():
        for act, change in DICT_ACTS.items():
            d = fill(make, change)
            print(type(d).__name__, use, act, said(call, d), len(d), said(lambda: [*d][:3]))

SET_ACTS = {"clear": lambda s: s.clear(), "grow": lambda s: s.update(range(100, 140)), "pop": lambda s: len(s) and s.clear(), "refill": lambda s: (s.clear(), s.add(5))}
SET_USES = {
    "add": lambda s: s.add(Acts(5, hashed=7)), "discard": lambda s: s.discard(Acts(3, hashed=7)), "in": lambda s: Acts(3, hashed=7) in s,
    "remove": lambda s: s.remove(Acts(3, hashed=7)), "update": lambda s: s.update([Acts(5, hashed=7), 4]),
}
for use, call in SET_USES.items():
    for act, change in SET_ACTS.items():
        s = fill(set, change)
        print("set", use, act, said(call, s), len(s))
two = set()
for use in "__and__", "__or__", "__sub__", "__xor__", "__le__", "__eq__", "__ior__", "__iand__", "__isub__", "__ixor__", "isdisjoint", "union", "intersection_update":
    s = fill(set, lambda s: two.clear())
    two = {Acts(n, hashed=7) for n in range(2, 6)}
    print("sets", use, type(said(getattr(s, use), two)).__name__, len(s) <= 8, len(two))


# Slices, concatenations and calls that take from what changes as it is taken.
class Index:
    def __init__(self, n, act):
        self.n, self.act = n, act

    def __index__(self):
        self.act()
        return self.n


items = [1, 2, 3, 4, 5, 6]
print(said(lambda: items[Index(1, items.clear):]), items)
items = [1, 2, 3, 4, 5, 6]
print(said(lambda: items[Index(5, items.clear)]), items)
items = [1, 2, 3, 4, 5, 6]
print(said(items.__setitem__, slice(None, None, Index(2, items.clear)), [1, 2, 3]), items)
items = [1, 2, 3, 4, 5, 6]
print(said(items.__setitem__, slice(1, 4), (items.clear() or x for x in range(3))), items)
items = [1, 2, 3, 4, 5, 6]
print(said(items.__setitem__, slice(0, 6, 2), (items.append(9) or x for x in range(3))), items)
print(said(items.insert, Index(99, items.clear), 1), items, said(items.pop, Index(0, items.clear)), items)
print(said(items.__imul__, Index(2, lambda: items.extend([1, 2]))), items, said(items.__mul__, Index(2, items.clear)), items)
print(said(items.extend, (items.append(x) or x for x in range(3))), said(items.extend, map(lambda x: items.clear() or x, [1, 2])), items)
print(said(lambda: print(*(items.append(1) or x for x in [0]), *items, sep=Acts(1))), items)

b = bytearray(b"abcdef")
print(said(b.__setitem__, Index(5, b.clear), 1), b)
b = bytearray(b"abcdef")
print(said(b.__setitem__, 0, Index(5, b.clear)), b)
b = bytearray(b"abcdef")
print(said(b.__setitem__, slice(Index(1, b.clear), 3), b"xy"), said(b.insert, Index(0, b.clear), 65), said(b.extend, (b.clear() or x for x in (65, 66))), b)
b = bytearray(b"abcdef")
print(said(b.pop, Index(3, b.clear)), said(b.append, Index(65, lambda: b.extend(b"xyz"))), b, said(b.find, b"y", Index(0, b.clear)), b)
b = bytearray(8)
print(said(struct.pack_into, "2h", b, 0, Index(1, b.clear), 2), b, said(b"".join, [b, *(b.clear() or [b])]), said(bytes, Index(3, b.clear)))
m = memoryview(bytearray(b"abcdef"))
print(said(lambda: m[Index(1, m.release)]), said(m.tobytes))
m = memoryview(bytearray(b"abcdef"))
print(said(m.__setitem__, 0, Index(1, lambda: None)), said(m.__getitem__, slice(Index(1, lambda: None), 3)).tobytes())


class Keys:
    def __init__(self, act, keys="abc"):
        self.act, self.names = act, keys

    def keys(self):
        self.act()
        return iter(self.names)

    def __getitem__(self, key):
        self.act()
        return key * 2


d = {"a": 1}
print(said(d.update, Keys(d.clear)), d, said(lambda **k: k, **Keys(lambda: d.update(z=1))), d, said(dict, Keys(d.clear), a=3), said(lambda: {**d, **Keys(d.clear)}), d)
print(said("%(a)s %(b)s".__mod__, Keys(d.clear)), said("{a} {0}".format_map, Keys(d.clear)), said("abc".translate, {97: "b", 98: None}))
d = {1: 1, 2: 2}
print(said(d.update, {Acts(1, d.clear): 5, 3: 4}), d, said(d.__ior__, [(Acts(3, d.clear), 6)]), d)


class Missing(dict):
    def __missing__(self, key):
        self[key] = len(self)
        del self[next(iter(self))]
        return key


d = Missing(a=1)
print(d["b"], d["c"], d, "%(d)s".__mod__(d), said("{e}".format_map, d), d, said("ab".translate, d), d)


# Functions with a memory of their own.
@functools.lru_cache(2)
def cached(x):
    if x.n < 3:
        cached(Acts(x.n + 1, cached.cache_clear if x.n == 1 else None))
    return x.n


print(cached(Acts(1)), cached(Acts(2)), cached(Acts(1, lambda: cached(Acts(1)))), cached.cache_info())
print(said(functools.reduce, lambda a, b: items.append(a) or a + b if len(items) < 5 else a, items or [1, 2]), items)
print(sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: items.clear() or a - b)), items)
p = functools.partial(lambda *a, **k: (a, sorted(k)), 1, x=2)
p.keywords["y"] = Acts(1, lambda: p.__setstate__((print, (), {}, None)))
print(p(z=1), said(p, Acts(1)), p.keywords["y"] == 1, p.func is print)
print(said(json.dumps, [Keys(print), 1], default=lambda x: items.extend([x.names]) or items[:]), items)
held = {"a": 1, "b": 2}
print(said(json.dumps, [held, Keys(held.clear), held], default=lambda x: x.act() or x.names), said(json.loads, '{"a": [1]}', object_hook=lambda d: d.clear() or d))


class Asked:
    def __eq__(self, other):
        return answers.pop()

    __lt__ = __ne__ = __ge__ = __eq__


for op in "==", "!=", "<", ">=":
    for answers in [1, 0], [0, 1], [7, 0], ["", []], [0, 0]:
        print(op, answers, said(eval, f"collections.deque([Asked()]) {op} collections.deque([Asked()])"), answers)
