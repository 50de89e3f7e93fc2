# Keys whose comparison runs no Python code are compared in place; for others __eq__ is asked as
# often, and in the order, that CPython asks it.
class Told:
    def __init__(self, name, hashed, equal=()):
        self.name, self.hashed, self.equal = name, hashed, equal

    def __hash__(self):
        return self.hashed

    def __eq__(self, other):
        print("  eq", self.name, getattr(other, "name", other))
        return isinstance(other, Told) and other.name in self.equal

    def __repr__(self):
        return self.name


class Text(str):
    def __eq__(self, other):
        print("  Text eq", str(self), other)
        return str.__eq__(self, other)

    __hash__ = str.__hash__


class Pair(tuple):
    def __eq__(self, other):
        print("  Pair eq", other)
        return tuple.__eq__(self, other)

    __hash__ = tuple.__hash__


a, b, c = Told("a", 1, "b"), Told("b", 1, "a"), Told("c", 1)
print("-- tuples as keys of dicts and sets")
for make in (dict.fromkeys, set, frozenset):
    print(make.__name__)
    keys = make([(1, "x"), (1, a), (2, b"y"), ("x", (1, 2)), (0.0, 1), (True, "t"), (2 ** 70, "big"), ()])
    for key in ((1, "x"), (1, "X"[:1].lower()), (1, b), (1, c), (2, b"y"), (2, bytes([121])), ("x", (1, 2)), (-0.0, 1), (1, "t"), (1.0, "t"),
                (2 ** 70, "big"), (2 ** 70, "bi" + "g"), (), (1,), ((),), (Text("x"), (1, 2)), Pair((1, "x")), (1, Text("x")), b"y", "y"):
        print(key, key in keys)

print("-- what differs first decides, before the lengths")
one = Told("one", hash((1,)))
for left, right in (((1, a), (1, c)), ((2, a), (1, c)), ((a,), (b, 1)), ((a, 1), (b, 2)), ((1, a, 2), (1, b, 3)), ((a, a), (a, a)), ((1, 2), (1, 2, 3))):
    print(left, right, left == right, hash(left) == hash(right), {left: 1}.get(right))

print("-- bytes")
d = {b"": 0, b"a": 1, b"\0": 2, "a": 3, 97: 4}
print([d.get(k) for k in (b"", bytes(0), b"a", bytes([97]), bytearray(b"a")[:].decode(), b"\0", b"\0\0", bytes(1), "a", 97)])
print(len({bytes([i % 7]) for i in range(50)}), b"ab" in {b"ab": 1}, {b"x", b"y"} & {bytes([120])})

print("-- hashes of ints and tuples")
M = 2 ** 61 - 1
print([hash(i) for i in (0, 1, -1, -2, M - 1, M, M + 1, -M, -M - 1, -M + 1, 2 * M, 2 ** 62, -2 ** 62, 2 ** 63, 10 ** 30)])
print(hash(()), hash((1, 2)), hash((-1,)), hash((1, (2, (3.5, None))))  == hash((1, (2, (3.5, None)))))
deep = ()
for i in range(500):
    deep = (deep,)
for ask in (hash, lambda t: t in {1: 2}, lambda t: {t}):
    try:
        print(ask(deep) in (False, hash(deep), {deep}))
    except RecursionError as error:
        print("RecursionError", error)
while deep:
    (deep,) = deep
try:
    hash((1, "a", []))
except TypeError as error:
    print(error)

print("-- whole sets")
numbers, texts = set(range(0, 60, 3)), {str(i) for i in range(8)}
mixed = {1, "1", (1, "1"), 1.5, b"1", None, frozenset({1})}
for x in (numbers, texts, mixed, set(), {0}, set(range(1000))):
    for y in (numbers, mixed, {3, "3", 6.0, (1, "1")}, frozenset(range(0, 40, 2))):
        print(len(x & y), len(x | y), len(x - y), len(x ^ y), x <= y, x >= y, x.isdisjoint(y),
              list(x & y) if x is numbers or x is mixed and y is numbers else "", list(x - y)[:3] if x is numbers else "")
s = {Told("p", 5), Told("q", 5)}
print(sorted(map(repr, s & {Told("r", 5)})), sorted(map(repr, s - {7, 5})))
removed = set(range(100))
for i in range(0, 100, 2):
    removed.discard(i)
removed |= {2, 4, 200, 3}
print(list(removed)[:12], len(removed), len(removed & set(range(10))))

print("-- a character in a text, sums of bools, indices that are bools, least and greatest")
for text in ("", "a", "aeiou", "x" * 16 + "y", "x" * 17 + "y", "x" * 5000 + "y", "\xe9", "\u0101a", "\0"):
    print(len(text), [c in text for c in ("a", "y", "\0", "\xe9", "\u0101", "", "ay", "xy")])
print(sum([True, False, True]), sum([True], 1.5), sum([True, 2, False, 2 ** 62, True]), type(sum([True])), sum([True], True))
print((10, 20)[True], [1, 2][False], "ab"[True], b"ab"[True], range(5)[True])
print(min(3, 1, 2), max([1, 3, 2]), min([2, True, 1.0]), max(1, True), min([True, 1]), max("b", "a"), min([5], key=lambda i: -i))
try:
    min(1, "a")
except TypeError as error:
    print(error)
print(str(), str(1), str(b"a"), str(object=1), str(Text("x")).__class__, str(b"\xc3\xa9", "utf-8"), isinstance((1,), str), isinstance("a", int))
