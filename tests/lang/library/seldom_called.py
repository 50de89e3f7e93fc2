"""Functions and methods of the modules in C that programs seldom call."""
import bisect, collections, hashlib, heapq, io, itertools, marshal, operator, pickle, re, stat, sys


def plain(value):
    return re.sub(r"0x[0-9a-f]+|at [0-9]+", "ADDRESS", repr(value))


numbers = [1, 3, 5]
bisect.insort_right(numbers, 4)
bisect.insort_right(numbers, -3, key=abs)
heap = [5, 2, 9, 1]
heapq.heapify(heap)
print(numbers, heap)

Point = collections.namedtuple("Point", "x y")
print(Point.x.__reduce__()[1])
try:
    Point.x.__set__(Point(1, 2), 3)
except AttributeError as problem:
    print(problem)


class Counts(dict):
    def get(self, key, default=None):
        return super().get(key, default)


counts = Counts()
collections._count_elements(counts, "abca")
print(counts)

order = collections.OrderedDict(a=1, b=2)
order |= {"c": 3}
print(order, list(reversed(order.keys())), list(reversed(order.items())))
print(plain(hashlib.sha256()), plain(hashlib.md5()))

for made in (operator.attrgetter("a", "b.c"), operator.methodcaller("split", maxsplit=1), operator.methodcaller("upper")):
    print(plain(made.__reduce__()))
print(operator.methodcaller("split", ",", maxsplit=1)("a,b,c"))
print(pickle.loads(pickle.dumps(operator.methodcaller("split", maxsplit=1)))("a b c"))

groups = itertools.groupby("aab")
print(pickle.loads(pickle.dumps(groups)).__next__()[0])
key, group = next(groups)
print(key, list(pickle.loads(pickle.dumps(group))))
print(itertools.combinations("abc", 2).__sizeof__() > 0, itertools.product("ab", repeat=2).__sizeof__() > 0)

modes = (stat.S_IFBLK, stat.S_IFCHR, stat.S_IFSOCK, stat.S_IFREG)
for name in ("S_ISBLK", "S_ISCHR", "S_ISDOOR", "S_ISPORT", "S_ISSOCK", "S_ISWHT"):
    print(name, [getattr(stat, name)(mode) for mode in modes])

file = io.BytesIO()
marshal.dump({"a": [1, 2.5, (None, "x")]}, file)
file.seek(0)
print(marshal.load(file))
try:
    marshal.load(io.StringIO("no bytes"))
except TypeError as problem:
    print(problem)
try:
    marshal.load(io.BytesIO(b"["))
except EOFError as problem:
    print(problem)
