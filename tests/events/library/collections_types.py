import os  # which has a subclass of MutableMapping
import collections, collections.abc
Point = collections.namedtuple("Point", "x y z", defaults=[0])
p = Point(1, y=2)
print(p, p._replace(x=5), p._asdict(), Point._make([1, 2, 3]), Point._fields, Point._field_defaults)
c = collections.Counter("mississippi")
print(c.most_common(2), c + collections.Counter(a=2), c - c, c & c, c | c, -c, sorted(c.elements()), c.total())
c.update("miss", x=3)
c.subtract("sss")
print(c, +c, c == collections.Counter(c))
m = collections.ChainMap({"a": 1}, {"a": 2, "b": 3})
m["c"] = 4
print(m, dict(m), m.new_child({"z": 0}), m.parents, len(m), "b" in m, m | {"q": 1})
d = collections.OrderedDict(a=1, b=2)
d.move_to_end("a")
print(d, d.popitem(last=False), collections.defaultdict(list, x=[1])["y"])


class Rows(collections.UserDict, collections.UserList):
    pass


class Few(collections.abc.Sequence):
    def __getitem__(self, i):
        return [1, 2, 3][i]

    def __len__(self):
        return 3


class Bag(collections.abc.MutableSet):
    def __init__(self, it=()):
        self.items = []
        for x in it:
            self.add(x)

    def __contains__(self, x):
        return x in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def add(self, x):
        if x not in self.items:
            self.items.append(x)

    def discard(self, x):
        if x in self.items:
            self.items.remove(x)


print(list(Few()), 2 in Few(), list(reversed(Few())), Few().index(3), Few().count(1), isinstance(Few(), collections.abc.Collection))
a, b = Bag("abc"), Bag("bcd")
print(*(sorted(s) for s in (a & b, a | b, a - b, a ^ b)), a <= b, a.isdisjoint(b), a.pop())
a |= b
a -= Bag("d")
u = collections.UserDict(a=1)
u.update(b=2)
s = collections.UserString("text")
print(u | {"c": 3}, u.pop("a"), s.upper() + "!", s * 2, collections.UserList([3, 1]) + [2], sorted(collections.UserList([3, 1])))
for bad in "class", "x x", "_a", "1":
    try:
        collections.namedtuple("T", bad)
    except ValueError as error:
        print(error)
