# Where iterators of C end, and what len() and the lists of attributes ask.
import sqlite3
import xml.etree.ElementTree as ET

root = ET.fromstring("<r>one<a>two</a><b/>three</r>")


def ends(it):
    for again in range(2):
        try:
            print("gave", it.__next__())
        except StopIteration as e:
            print("end", e.args, e.value, e.__traceback__.tb_next)
        print(next(it, "default"), list(it))
        try:
            next(it)
        except StopIteration as e:
            print("end of next()", e.args)


for make in root.iter, root.itertext:
    it = make()
    print(sum(1 for _ in it), type(it).__next__ is type(it).__next__)
    ends(it)
    try:
        type(it).__next__(it)
    except StopIteration as e:
        print("of the class", e.args)
    try:
        it.__next__(1)
    except TypeError as e:
        print(type(e).__name__)


def through():
    got = yield from root.itertext()
    print("yield from:", got)


print(list(through()), [*root.itertext()], "".join(root.itertext()))
a, *rest = root.itertext()
print(a, rest)
try:
    a, b = ET.Element("x").iter()
except ValueError as e:
    print(e)

db = sqlite3.connect(":memory:")
cursor = db.execute("select 1 as a, 2 as b union select 3, 4")
print([row for row in cursor])
ends(cursor)


class Cursor(sqlite3.Cursor):
    def __next__(self):
        try:
            return super().__next__() + ("mine",)
        except StopIteration as e:
            print("seen", e.args)
            raise


print(list(db.cursor(Cursor).execute("select 1 union select 2")))
db.row_factory = sqlite3.Row
row = db.execute("select 1 as a, 2 as b").fetchone()
print(len(row), row.__len__(), bool(row), len(root), root.__len__(), len(ET.Element("x")))


class Long(ET.Element):
    def __len__(self):
        return 40 + super().__len__()


class Other(ET.Element):
    def __getitem__(self, i):
        return "item %r" % i


for cls in Long, Other:
    e = cls("x")
    print(len(e), len(e[:]), e.__len__())
    e.append(root)
    print(len(e), ET.Element.__len__(e), len(list(ET.Element.__iter__(e)))
          if hasattr(ET.Element, "__iter__") else "no __iter__")

for size in 0, 1, 2, 15, 16, 17, 32, 33, 100:
    e = ET.Element("x", {"k%d" % i: str(i) for i in range(size)})
    print(size, e.keys() == list(e.attrib), e.items() == list(e.attrib.items()))
print(e.items()[14:18], e.keys()[-2:])

for args in (), ("a",), ("a", 1), ("a", 1, 2):
    for name in "get", "find", "findtext", "findall", "iter", "itertext", "append":
        try:
            r = getattr(root, name)(*args)
            print(name, args, type(r).__name__)
        except (AttributeError, TypeError) as e:
            print(name, args, e)
