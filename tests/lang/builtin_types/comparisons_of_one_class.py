"""Objects of one class compared by its slot: what it declines, where it raises, how deep; what is of two classes; copies of sets, charmaps, pairs in wide texts."""
import array
import collections
import datetime
import decimal
import fractions
import operator

OPERATORS = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)


def ask(f, a, b):
    try:
        return f(a, b)
    except Exception as e:
        return type(e).__name__, str(e)


class Int(int):
    pass


class Loud(int):
    def __eq__(self, other):
        print("asked", int(self))
        return NotImplemented

    __hash__ = int.__hash__


class Str(str):
    pass


class Bytes(bytes):
    pass


class Plain:
    pass


class Declines:
    def __eq__(self, other):
        print("declines", type(other).__name__)
        return NotImplemented

    __hash__ = None
    __lt__ = __eq__


class Becomes:
    def __eq__(self, other):
        other.__class__ = Declines
        return NotImplemented


pairs = [
    (collections.deque([1, 2]), collections.deque([1, 3])), (datetime.time(1), datetime.time(2)), (datetime.date(2020, 1, 1), datetime.date(2021, 1, 1)),
    (decimal.Decimal(1), decimal.Decimal("nan")), (fractions.Fraction(1, 2), fractions.Fraction(2, 3)), (array.array("i", [1]), array.array("i", [2])),
    ({1}, {1, 2}), (frozenset((1,)), frozenset((2,))), ({1: 2}, {1: 3}), ([1, None], [1, "a"]), ((1, None), (1, "a")), (b"a", b"b"), (bytearray(b"a"), bytearray(b"b")),
    (range(3), range(0, 3, 1)), (slice(1), slice(2)), (1j, 2j), (Int(3), Int(4)), (Loud(3), Loud(3)), (Str("a"), Str("b")), (Bytes(b"a"), Bytes(b"b")), (Plain(), Plain()),
    (Declines(), Declines()), (iter([]), iter([])), (len, print), (int, str), (1 << 70, 1 << 71), (memoryview(b"a"), memoryview(b"b")), ({}.keys(), {1: 1}.keys()),
    # of two classes
    (Int(3), 3), (3, Int(4)), (Int(1), True), (Int(1 << 70), 1 << 70), (Loud(3), 3), (3, Loud(3)), (Int(2), 2.5), (Str("a"), "a"), (Int(3), "3"), ([], ()), ({}, set()),
    ({1}, frozenset((1,))), (b"a", bytearray(b"a")), (None, 0), (True, 1 << 70), (1.5, 1 << 70), ("a", None), ([], None), (Plain(), None), (Declines(), 1),
]
for a, b in pairs:
    named = [f"{type(x).__name__}" for x in (a, b)]
    print(*named, [ask(f, x, y) if ask(f, x, y) is not NotImplemented else "?" for f in OPERATORS for x, y in ((a, b), (b, a), (a, a))])
a, b = Becomes(), Becomes()
print(a == b, type(a).__name__, type(b).__name__)


# Each level of a comparison counts, whichever way it goes.
def nested(kind, depth):
    v = kind([1])
    for _ in range(depth):
        v = kind([v])
    return v


for kind in (list, tuple, collections.deque):
    for depth in (50, 100_000):
        a, b = nested(kind, depth), nested(kind, depth)
        print(kind.__name__, depth, ask(operator.eq, a, b), ask(operator.ne, a, b), ask(operator.lt, a, b))
        while len(a) and type(a[0]) is kind:  # their ends would recurse, too
            a, b = a[0], b[0]


# Copies of sets, whose tables are copied where nothing was removed.
for size in [*range(12), 19, 20, 50, 77, 78, 1000, 60000]:
    s = set(range(size))
    gone = set(range(size + 3))
    gone -= {size, size + 1, size + 2}
    for copy in (set(s), s.copy(), frozenset(s), s | s, s | set(), set(gone), gone | gone, gone.copy()):
        copy = set(copy)
        copy.add("more")
        if len(copy) != size + 1 or copy - s != {"more"} or s - copy or not s < copy:
            print("wrong", size)
        copy.clear()
        copy.update(s)
        if copy != s:
            print("wrong", size)

# Charmaps: the table of all bytes is read four at a time.
import codecs
table = "".join(chr(i) if i % 7 else "\ufffe" for i in range(0x400, 0x500))
for size in (0, 1, 3, 4, 5, 8, 255, 256, 257, 1000):
    data = bytes((i * 3 + 1) % 256 for i in range(size))
    for errors in ("replace", "ignore", "backslashreplace"):
        whole = codecs.charmap_decode(data, errors, table)
        parts = "".join(codecs.charmap_decode(data[i:i + 1], errors, table)[0] for i in range(size))
        if whole != (parts, size):
            print("wrong", size, errors)
    short = codecs.charmap_decode(data, "replace", table[:100])[0]
    if short != "".join(codecs.charmap_decode(data[i:i + 1], "replace", table[:100])[0] for i in range(size)):
        print("wrong", size, "short")
for offset in range(5):
    print(ask(lambda d, e: codecs.charmap_decode(d, e, table), b"\1" * offset + b"\xb9\1", "strict"))
    print(ask(lambda d, e: codecs.charmap_decode(d, e, "\ufffe" * 256), b"\1" * offset, "replace"))

# Pairs in wide texts, at each place and around the size of a vector's block.
for fill in "\u20ac", "\U0001F600":
    for size in (2, 3, 31, 32, 33, 63, 64, 65, 130):
        for at in range(size - 1):
            s = fill * at + "zq" + fill * (size - at - 2)
            if (s.find("zq"), s.rfind("zq"), s.find("qz"), s.rfind("zz"), s.index("z"), s.rindex("q")) != (at, at, -1, -1, at, at + 1):
                print("wrong", ascii(fill), size, at)
