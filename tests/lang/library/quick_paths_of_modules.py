# What is short, plain or frequent goes a shorter way in some modules: it says the same there.
import codecs
import collections
import contextvars
import decimal
import pickle
import sqlite3
import threading
import xml.etree.ElementTree as ET
from decimal import Decimal as D

print("== elements as sequences")
root = ET.fromstring("<a>t<b>1</b>u<c><d/>v</c>w</a>")
print([e.tag for e in root], [e.tag for e in root[0]], list(ET.Element("leaf")), len(root), [e.tag for e in reversed(root)])
print([e.tag for e in root.iter()], [e.tag for e in root.iter("d")], list(root.itertext()), list(root[1].itertext()))
walk = iter(root)
print(next(walk).tag)
ET.SubElement(root, "e")
print([e.tag for e in walk], list(walk))
ET.SubElement(root, "late")
print(list(walk), next(walk, "ended"))
walk = iter(root)
next(walk)
root.clear()
print(list(walk))
try:
    root[0]
except IndexError as e:
    print(e)


class Odd(ET.Element):
    def __getitem__(self, i):
        if i > 3:
            raise IndexError
        return i * 10


print(list(Odd("x")), 20 in Odd("x"))


class Tag(str):
    def __eq__(self, other):
        print("eq", self, other)
        root.clear()
        return True

    __hash__ = str.__hash__


root = ET.Element("a")
ET.SubElement(root, Tag("b"))
ET.SubElement(root, "c")
print([e.tag for e in root.iter("z")], root.find("y"), len(root))
root = ET.Element("a")
root.text = None
ET.SubElement(root, "b").text = ""
root[0].tail = Tag("")
print(list(root.itertext()))

print("== rows")
db = sqlite3.connect(":memory:")
db.row_factory = sqlite3.Row
row = db.execute("select 1 as a, 2 as A, 3 as b, 4 as 'ä', 5").fetchone()
print(row.keys(), tuple(row), dict(row), row["a"], row["A"], row["B"], row["ä"], row[-1], row[1:3], list(row), len(row))
for key in ("Ä", "c", 9, 1.5, None):
    try:
        print(row[key])
    except Exception as e:
        print(type(e).__name__, e)
print(list(iter(row)), 3 in row, row == row, hash(row) == hash(row))

print("== decimals as text")
numbers = [D(t) for t in ("0", "-0", "1", "-1.5", "1234567.891", "0.000001", "1E-7", "1E+5", "-123E+3", "12345678901234567890.123456789", "0E+3",
                          "0E-9", "9.995", "NaN", "-Infinity", "1E-50", "7E+60", "123456789012345678901234567890123456789012.5")]
for spec in ("", ",", ".2f", ",.2f", "f", "e", ".3e", "g", ".3g", "%", ".1%", "+.2f", " ", "+,", "E", "G", "F", "z.1f", "010.2f", "<12,.1f", "*^20", "012,", ".0f", "0", "-"):
    print(spec, [format(n, spec) for n in numbers])
print(D("1234.5").__format__(",.1f", {"decimal_point": "~", "thousands_sep": "_", "grouping": "\2\1\x7f"}))
for n in (5, -5, 0, 1 << 61, -(1 << 62), 1 << 62, 10 ** 40, True):
    print(n, [(D(t) < n, D(t) == n, D(t) >= n, n > D(t), n != D(t)) for t in ("5", "-5.0", "1E+40", "-Infinity", "0", "1")])
for t in ("NaN", "sNaN"):
    for compare in ("__eq__", "__ne__", "__lt__"):
        try:
            print(t, compare, getattr(D(t), compare)(5))
        except decimal.InvalidOperation as e:
            print(t, compare, e)
context = decimal.getcontext()
context.clear_flags()
print(D(5) == 5, D(5) < 6, [s.__name__ for s, v in context.flags.items() if v])

print("== numbers and text of protocol 0")
for text in (b"I5\n.", b"I-5\n.", b"I0\n.", b"I-0\n.", b"I00\n.", b"I01\n.", b"I007\n.", b"I+5\n.", b"I 5\n.", b"I1_0\n.", b"I0x10\n.", b"I123456789012345678\n.",
             b"I1234567890123456789\n.", b"I99999999999999999999\n.", b"L5L\n.", b"L-5L\n.", b"L-123456789012345678L\n.", b"L5\n.", b"L\n.", b"LL\n.", b"I\n.", b"I-\n.",
             b"I5L\n.", b"Ix\n.", b"V\n.", b"Vab\n.", b"V\xe4\xff\n.", b"V\\u20ac\\U0001f600\n.", b"V\\u12\n.", b"Va\\\n.", b"Va\\x41\n.", b"V\\u005cu0041\n."):
    try:
        print(text, ascii(pickle.loads(text)))
    except Exception as e:
        print(text, type(e).__name__, e)
values = [0, -1, 10 ** 17, -10 ** 18, 10 ** 30, True, False, None, "a", "\\", "\n", "ä", "€", "\0", [1, [2]], {"k": (1,)}]
print(pickle.loads(pickle.dumps(values, 0)) == values)

print("== codecs")
for text in ("abc", "a\xe4b\u20acc\U0001f600\ud800d", "\u20ac" * 3, "\udc80x\udcff", "\U0001f600\U0001f601", "a\ud83d\ude00"):
    for encoding in ("ascii", "latin-1", "utf-16", "utf-16-le", "utf-16-be", "utf-32-be", "utf-8"):
        for errors in ("strict", "ignore", "replace", "backslashreplace", "surrogateescape", "surrogatepass", "xmlcharrefreplace"):
            try:
                print(encoding, errors, text.encode(encoding, errors))
            except UnicodeError as e:
                print(encoding, errors, ascii(e))
for data in (b"abc\xff\xfedef\x80", b"\xe4\xb8x\xc3", b"\xff" * 3, b"x" * 40 + b"\xff" + b"y" * 40, b"\xc3\xa4\xff\xe2\x82\xac"):
    for encoding in ("ascii", "utf-8"):
        for errors in ("ignore", "replace", "backslashreplace", "surrogateescape"):
            print(encoding, errors, ascii(data.decode(encoding, errors)))


def half(error):
    print(ascii(error), error.start, error.end)
    if isinstance(error, UnicodeDecodeError):
        error.object = b"Z\x90z"
        return "?", len(error.object)
    return "!", error.end


codecs.register_error("half", half)
print(b"ab\x80\x81".decode("ascii", "half"), "a\u20ac\u20acb".encode("ascii", "half"), "a\ud800\ud800b".encode("utf-16-le", "half"))

print("== types of modules")
for i in range(3):
    print(type(threading.Lock()).__name__, type(reversed(collections.deque([1]))).__name__, type(contextvars.copy_context()).__name__,
          type(threading.local()).__name__, type(collections.deque().__iter__()).__name__)


class Ends:
    def __init__(self, n, error):
        self.n, self.error = n, error

    def __iter__(self):
        return self

    def __next__(self):
        self.n -= 1
        if self.n < 0:
            raise self.error
        return self.n


for error in (StopIteration(5), ValueError("mine")):
    for make in (list, tuple, sorted, lambda i: [*i], lambda i: [0] + [*i, 1], lambda i: collections.deque(i)):
        try:
            print(make(Ends(3, error)))
        except ValueError as e:
            print(e)
