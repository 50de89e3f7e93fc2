# Short texts with errors are decoded, and cased, at once; unlike built-in objects differ
# without being asked; max() and min() look at small ints and first characters alone.
import array
import codecs
import operator
import zlib

ORDERS = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)
HANDLERS = ("strict", "ignore", "replace", "backslashreplace", "surrogateescape", "surrogatepass",
            "xmlcharrefreplace", "namereplace", "stric", "s", "")


class Section:
    """The checksum of all results, so that one that is wrong shows."""

    def __init__(self, name):
        self.name, self.lines = name, []

    def __enter__(self):
        return self

    def show(self, f, *args):
        try:
            result = f(*args)
        except Exception as e:
            result = type(e).__name__, str(e)
        self.lines.append(ascii(result))

    def __exit__(self, *exc):
        print(self.name, len(self.lines), "%08x" % zlib.crc32("\n".join(self.lines).encode()))


parts = [b"a", b"\xff", b"\xc3\xa9", b"\xe2\x82", b"\xf0\x9f\x98\x80", b"\xed\xa0\x80", b"abcdefgh", b"\xc0\xaf"]
texts = [a + b + c * n for a in parts for b in parts for c in (b"", b"\xe9", b"ab") for n in (1, 40, 127, 300)]
for handler in HANDLERS:
    with Section("decode " + handler) as section:
        for text in texts:
            section.show(text.decode, "utf-8", handler)
            section.show(text.decode, "ascii", handler)
            section.show(codecs.utf_8_decode, text, handler, False)
print(ascii(b"ab\xff".decode("utf-8", "surrogateescape")), ascii(b"\xe2\x82".decode("ascii", "replace")))

with Section("case") as section:
    letters = "aZ\xe9\xdf\u0130\u03a3\u4e00\ufb01\u01c5\u1e9e \U00010400\u0345"
    for text in [a + b * n + c for a in letters for b in letters for c in "a\u03a3" for n in (1, 2, 254, 255, 256)]:
        for method in (str.upper, str.lower, str.title, str.swapcase, str.casefold, str.capitalize):
            section.show(method, text)
print("\u03b1\u03b2\u0451".upper(), "\u03b1\u03a3".lower())


class Text(str):
    pass


class Always(list):
    def __eq__(self, other):
        return "always"


class Whole(int):
    def __ne__(self, other):
        return "ne"


values = [0, 1, -1, 2**53, 2**53 + 1, -2**53 - 1, 2**60, 2**62, 2**64, 0.0, -0.0, 1.5, float("nan"), float("inf"),
          2.0**53, 2.0**60, 2.0**62, 1e300, "a", "", "b", "\xe9", "\u20ac", b"a", None, True, (), (1,), [], [1], {},
          {1: 2}, set(), 1j, ..., range(3), int, Text("a"), Always(), Whole(1)]
with Section("compare") as section:
    for a in values:
        for b in values:
            for order in ORDERS:
                section.show(order, a, b)
            section.show(max, a, b)
            section.show(min, [a, b])
            section.show(operator.eq, [a], [b])
            section.show(operator.ne, (a,), (b,))
            section.show(operator.contains, [a], b)
print([1, 2] != ["a", "b"], None == "", {} == [], "a" != 1, 1 == 1.0, 2**53 + 1 == 2.0**53)

with Section("extremes") as section:
    for pool in ([1, 2, -5, 2**40, True], [1, 2.5, -1.5, 2**53 + 1, float("nan")], ["a", "b", "", "ab", "\xe9", "\u20ac"]):
        for n in range(1, 900, 7):
            items = [pool[i * i * n % len(pool)] for i in range(n)]
            section.show(max, items)
            section.show(min, tuple(items))
print(max([3, 1, 2] * 300), min("cab" * 300), max([1, True, 1.0]), max([1.0, 1]), max(["b", "ba", "a"]))

with Section("arrays") as section:
    arrays = [array.array(code, items) for code in "bBiqQ" for items in ([], [1], [1, 2], [2], [1] * 70, [1] * 69 + [2])]
    arrays += [array.array("d", [1, 2]), array.array("q", [-2**63]), array.array("q", [2**63 - 1]), array.array("u", "a")]
    for a in arrays:
        for b in arrays:
            for order in ORDERS:
                section.show(order, a, b)
print(array.array("i", [1, 2]) < array.array("i", [1, 3]), array.array("b", [-1]) < array.array("b", [1]))

with Section("percent") as section:
    for form in (b"", b"abc", b"%d", b"%s", b"%b %c", b"%(a)s", b"%%", b"x" * 300, b"x" * 300 + b"%d", b"%5.2f", b"%"):
        for args in ((), 1, (1,), b"a", (b"a", 65), {}, {b"a": b"z"}, 1.5, [], "s", bytearray(b"q")):
            section.show(operator.mod, bytearray(form), args)
print(bytearray(b"abc") % (), bytearray(b"%d-%s") % (5, b"x"))

for source in (memoryview(b"abcdef")[::2], memoryview(b"abcdef")[::-1], memoryview(b"abcdefgh").cast("B", (2, 4)),
               array.array("i", [1]), memoryview(b"")):
    print(bytearray(source))
held = bytearray(b"abc")
view = memoryview(held)
try:
    held.__init__(view)
except BufferError as e:
    print(e, held)
