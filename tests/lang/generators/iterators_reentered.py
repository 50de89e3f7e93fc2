"""Iterators that come back into themselves while they run: from C, from a key, from a comparison, from a finalizer."""
import collections
import functools
import itertools
import os  # noqa: F401 (os._Environ is a Mapping: Counter asks each class of that kind)


def said(call, *args, **keywords):
    try:
        return call(*args, **keywords)
    except BaseException as error:
        return f"{type(error).__name__}: {error}"


# A generator that a function in C feeds with itself.
FEEDERS = {
    "list": list, "tuple": tuple, "set": set, "sum": sum, "max": max, "sorted": sorted, "dict": dict, "any": any,
    "next": next, "extend": [].extend, "join": "".join, "bytearray": bytearray, "deque": collections.deque,
    "Counter": collections.Counter, "reduce": lambda g: functools.reduce(max, g), "zip": lambda g: list(zip(g, g)),
    "star": lambda g: print(*g), "unpack": lambda g: (lambda a, b: a)(*g), "slice": lambda g: [0].__setitem__(slice(0), g),
    "chain": lambda g: list(itertools.chain.from_iterable(g)), "close": lambda g: g.close(), "throw": lambda g: g.throw(KeyError),
    "send": lambda g: g.send(None), "frame": lambda g: g.gi_frame.clear(), "in": lambda g: 3 in g, "map": lambda g: list(map(g.send, [None])),
    "key": lambda g: sorted([2, 1], key=g.send), "islice": lambda g: list(itertools.islice(g, 2)), "fromkeys": dict.fromkeys,
    "update": {}.update, "ior": {1}.__ior__, "difference": {1, 2}.difference, "issubset": {1, 2}.issuperset, "bytes": bytes,
    "yield from": lambda g: (yield from g), "format": lambda g: f"{next(g)}", "writelines": lambda g: __import__("io").StringIO().writelines(g),
}


def fed(feed):
    me = yield "begun"
    yield said(feed, me)
    yield "after"


for name, feed in FEEDERS.items():
    g = fed(feed)
    next(g)
    first = g.send(g)
    print(name, "->", first if not hasattr(first, "gi_frame") else said(list, first), "|", [*g])


# Iterators of itertools and built-in ones whose function, or whose source, asks them for more.
def again(make, times=3):
    me, depth = None, 0

    def inner(*args):
        nonlocal depth
        depth += 1
        try:
            return (args[-1] if args else depth) if depth > 3 else (*args, said(next, me))
        finally:
            depth -= 1
    me = make(inner)
    return [said(next, me) for _ in range(times)]


def source(inner, n=3):
    for i in range(n):
        yield i, inner()


print("map", again(lambda f: map(f, range(9))))
print("filter", again(lambda f: filter(f, range(9))))
print("filterfalse", again(lambda f: itertools.filterfalse(f, range(9))))
print("takewhile", again(lambda f: itertools.takewhile(f, range(9))))
print("dropwhile", again(lambda f: itertools.dropwhile(lambda x: f(x) and x < 2, range(9))))
print("starmap", again(lambda f: itertools.starmap(f, zip(range(9), range(9)))))
print("accumulate", again(lambda f: itertools.accumulate(range(9), lambda a, b: (f(b), b)[1])))
print("zip", again(lambda f: zip(source(f), range(5))))
print("zip map", again(lambda f: zip(range(5), map(f, range(5)), range(5))))
print("zip_longest", again(lambda f: itertools.zip_longest(map(f, range(2)), range(5))))
print("enumerate", again(lambda f: enumerate(map(f, range(9)))))
print("chain", again(lambda f: itertools.chain(map(f, range(1)), map(f, range(2)))))
print("chained", again(lambda f: itertools.chain.from_iterable(map(lambda x: [f(x)], range(3)))))
print("islice", again(lambda f: itertools.islice(map(f, range(9)), 1, 7, 2)))
print("compress", again(lambda f: itertools.compress(map(f, range(9)), [1, 0, 1, 1])))
print("cycle", again(lambda f: itertools.cycle(map(f, range(2))), 5))
print("groupby", [(k, said(list, g)) for k, g in itertools.groupby([1, 1, 2], lambda x: x)])
print("tee", again(lambda f: itertools.tee(map(f, range(4)))[0]))
print("count", again(lambda f: itertools.starmap(f, itertools.repeat((1,)))))


class Grouped:
    """A key whose comparison moves the groupby that compares it."""

    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        if moves:
            moves.pop()
            said(next, groups)
        return self.n == other.n

    def __repr__(self):
        return f"<{self.n}>"


moves = [1, 1]
groups = itertools.groupby([1, 1, 2, 2, 3, 3, 4], Grouped)
print("groups", [(k, [*g]) for k, g in groups])


# What a finalizer does to an iterator that drops its object.
class Dropped:
    def __init__(self, at_end):
        self.at_end = at_end

    def __del__(self):
        self.at_end()


def finalized():
    d = Dropped(lambda: log.append(said(next, g)))
    yield 1
    del d
    yield 2


log = []
g = finalized()
print(next(g), next(g), log)

items = [Dropped(lambda: log.append(type(said(next, it)).__name__)) for _ in range(6)]
log = []
it = iter(items)
for x in it:
    items.clear()
x = None
print(log, said(next, it))

items = [1, 2, 3, 4]
back = reversed(items)
print(next(back), items.clear(), said(next, back), items.extend(range(9)), said(next, back), back.__length_hint__())
items = [1, 2, 3, 4]
it = iter(items)
next(it), next(it), next(it)
del items[:2]
print(it.__length_hint__(), said(next, it), items.append(7), said(next, it), it.__reduce__())


class Closed:
    """Closed by the one who asks for it."""

    def __iter__(self):
        return self

    def __next__(self):
        outer.close()
        return 1

    def throw(self, *args):
        return said(outer.throw, *args)

    def close(self):
        print("closed by", said(next, outer))


def delegating():
    try:
        yield from Closed()
    finally:
        print("left")


outer = delegating()
print([said(next, outer) for _ in range(2)], said(outer.throw, KeyError("k")))
print(said(outer.close), said(next, outer))


def changed(items, how):
    for i, x in enumerate(items):
        how(items, i)
        yield x
        if i > 8:
            return


print([*changed([1, 2, 3], lambda l, i: l.insert(0, i))], [*changed([1, 2, 3], lambda l, i: l.pop())])
print(said(list, changed({1, 2, 3}, lambda s, i: s.add(i + 7))), said(list, changed({1: 2}, lambda d, i: d.clear())))
print(said(list, changed(collections.deque([1, 2]), lambda d, i: d.append(1))), said(list, changed({1: 2}, lambda d, i: d.update({1: 3}))))
print(said(list, changed(collections.OrderedDict(a=1, b=2), lambda d, i: d.move_to_end("a"))), said(list, changed(collections.OrderedDict(a=1, b=2), lambda d, i: d.pop("b", 0))))
