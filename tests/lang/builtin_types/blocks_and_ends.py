"""Containers and texts whose ends fall into, before and behind the blocks that loops in C take at once."""


def around(*sizes):
    return [n + k for n in sizes for k in (-1, 0, 1)]


# Text is searched for two characters at once, in blocks of 64 bytes.
def brute(s, t):
    return next((i for i in range(len(s) - len(t) + 1) if s[i:i + len(t)] == t), -1)


wrong = 0
for filler, needles in (("a", ("ba", "b", "bab", "bb")), ("\xe4", ("\xe4b", "b\xe4", "\xf6")), ("\u20ac", ("\u20acb", "b", "\u20ac\u20ac\u20acb")),
                        ("\U0001f600", ("b", "\U0001f600b"))):
    for n in around(1, 8, 16, 32, 64, 72, 128):
        for needle in needles:
            for at in (0, n // 2, n - 1):
                s = filler * at + needle + filler * (n - at)
                for text in (s, s + needle, s[1:], s[:-1]):
                    wrong += text.find(needle) != brute(text, needle)
                    wrong += (needle in text) != (brute(text, needle) >= 0)
                    wrong += text.replace(needle, "<>") != "<>".join(text.split(needle))
                    wrong += text.count(needle) != len(text.split(needle)) - 1
                    if filler == "a":
                        wrong += text.encode().find(needle.encode()) != brute(text, needle)
print("wrong:", wrong)
print(("ab" * 100 + "c").find("bc"), ("a" * 200).find("ab" + "a" * 50), ("ab" * 2000).find("aab"), ("a" * 5000 + "b").find("a" * 50 + "b"))

# Ints are passed by four at a time; others among them are counted.
for n in around(1, 4, 8):
    for at in range(-1, n):
        item = object()
        items = [item if i == at else i for i in range(n)]
        copies = [items[:], items + items, items * 3, tuple(items), tuple(items) + (1,), [*items], list(iter(items)), items.copy()]
        copies[0][0:1] = items
        copies[1] *= 2
        assert copies[2] == items * 3 and copies[3] == tuple(items) and copies[6] == items, n
        print(sum(c.count(item) for c in copies), end=" ")
        del copies, items
print()
print([None] * 3, (None,) * 3, [[]] * 2, [1.5] * 0, ["x"] * -1, [1, "a"] * 2)

# What a loop walks over changes under it.
class Cutting(int):
    def __eq__(self, other):
        del cut[1:]
        return False
    __hash__ = int.__hash__


cut = [Cutting(1), 2, 3, 4]
print(5 in cut, cut, cut.count(7), cut == [Cutting(1), 2, 3])
cut = [Cutting(1), 2, 3, 4]
print(any(x == 9 for x in cut), sum([1, True, 2.5, 3]), sum([0.1] * 3), sum([1, 2], 0.5), sum([[1], [2]], []))
growing = [1, 2]


def grow(x):
    if len(growing) < 6:
        growing.append(x)
    return x


print(max(growing, key=grow), growing, min([], default=3), max(1, 2.0, True), min("b", "a"))
for bad in (lambda: sum(["a"], ""), lambda: sum(5), lambda: sum([1, "a"]), lambda: max(5), lambda: max([1, "a"]), lambda: {*[[]]}, lambda: any([[].x])):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, error)

# All at once: from bytes, texts, sets, rests of iterators.
it = iter([1, 2, 3, 4])
next(it)
print(list(it), list(it), next(it, "end"))
rest = iter((1, [2], 3))
a, b, *c = rest
print(a, b, c, [*rest])
print(list(b""), list(b"ab"), list("ab\xe4"), list("xy"), tuple("ab"), sorted({3, 1, 2}), tuple({5}), list(frozenset()), [*b"a", *"b", *{3}])
l = [1]
l.extend(b"ab")
l += "xy"
l[1:1] = {9}
print(l)

# A pair is used again only if nobody has it.
d = {1: "a", 2: "b", 3: "c"}
print(list(d.items()), [p for p in d.items()], [x for x, y in d.items()], list(reversed(d.items())), dict(d.items()))
pairs = iter(d.items())
first = next(pairs)
second = next(pairs)
print(first, second, first is second, list(pairs))
print([id(p) for p in enumerate("ab")] != [], list(enumerate("ab")), {p: 1 for p in d.items()})

# A table of translation is asked once for each ASCII character, as long as the result is ASCII.
class Table(dict):
    def __getitem__(self, key):
        print(chr(key), end=" ")
        return dict.__getitem__(self, key)


print("abacabad".translate(Table({97: "x", 98: None, 99: 100})))
print("abab".translate(Table({97: "xy", 98: 99})), "aa".translate(Table({97: "\xe4"})), "\xe4a\xe4a".translate(Table({97: 98})))
for bad in ({97: 1.5}, {97: -1}, {97: 0x110000}):
    try:
        print("ba".translate(bad))
    except Exception as error:
        print(type(error).__name__, error)
print("aAbB zZ{[@`".swapcase(), "aAbB zZ{[@`".title(), "{Ab".capitalize(), "zAB".capitalize(), "\xe4B \xdfX".title(), "\u01c6A".capitalize(), "aA\xdf".upper())

# Parts of every length are put together, and shown.
for n in around(1, 4, 8, 16):
    part = "abcdefghijklmnopqrstuvwxyz"[:n]
    print(",".join([part, "", part, "\xe4" * n]) == part + ",," + part + "," + "\xe4" * n, b", ".join([part.encode()] * 3) == (part + ", " + part + ", " + part).encode(),
          repr([part, 1, -n]), end=" ")
print()
print(b"".join([b"", b""]), b"x".join([b"a"]), b"".join([bytearray(b"a"), b"b"]), bytearray(b",").join([b"a", b"b"]), b",".join([b"a", memoryview(b"bc")]))
print(["a'b", 'a"b', "\n\x00\u20ac\ud800", "\\"], "%s|%s" % ("a", 1.5), "%s" % "ab", "%s" % [1], "%s%%" % 5, b"%s" % b"a")
for bad in (lambda: "%s" % (), lambda: "%s" % (1, 2), lambda: ",".join(["a", 1]), lambda: b",".join([b"a", 1])):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, error)
print(hex(255), hex(-255), oct(8), oct(-1), bin(0), bin(-5), hex(2**62), hex(-2**62), bin(2**70), hex(True))
table = bytes(range(255, -1, -1))
print(b"ab\x00".translate(table), bytearray(b"ab").translate(table), b"ab".translate(None, b"a"), b"ab".translate(bytes(range(256))), b"abc"[::-1], bytearray(b"abc")[::2], b"abc"[::3],
      b"aXa".replace(b"a", b"b"), b"aXa".replace(b"a", b"b", 1), bytearray(b"aa").replace(b"a", b"c"), b"a\x80".isascii(), b"abcdefgh\x80".isascii(), b"".isascii())
print("a\x1cb\x85c\u2028d\re\r\nf\x0bg".splitlines(), b"a\x0bb\rc".splitlines())
print(sorted(["b", "", "a\x00", "a", "B", "\xe4"]), "" < "\x00", "a" < "a\x00", "\x00" > "", ["b", "a"] < ["b", "b"], (1, 2.0) == (1.0, 2), 0.0 == -0.0, [float("nan")] == [float("nan")])
print(bool([]), bool(0.0), tuple(), int(), str(5), float(2), complex(1))
