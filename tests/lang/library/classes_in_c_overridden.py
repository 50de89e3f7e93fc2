# Special methods of classes in C, under classes of Python that have their own, and lose
# them again: what a loop, len(), an index and a call do follows.
import sqlite3
from xml.etree.ElementTree import Element, SubElement, fromstring

root = fromstring("<r><a/><b/><a/></r>")
print(len(root), root[0].tag, [e.tag for e in root], [e.tag for e in root.iter()])


class Counted(Element):
    def __len__(self):
        return 10 + super().__len__()


class Shouting(Counted):
    def __getitem__(self, i):
        return super().__getitem__(i).tag.upper()


class Mixed:
    def __len__(self):
        return 99


class Both(Mixed, Element):
    pass


for cls in Counted, Shouting, Both:
    e = cls("x", k="v")
    SubElement(e, "one")
    e.append(Element("two"))
    print(cls.__name__, len(e), e[1] if cls is Shouting else e[1].tag, e.get("k"))
e = Shouting("y")
e.append(Element("z"))
print([x for x in e])
del Counted.__len__
print(len(e), e[0])
del Shouting.__getitem__
print(e[0].tag)
Shouting.__init__ = lambda self, *args: print("init", args)
Shouting.__new__(Shouting)
Shouting("w", 1)
for call in (lambda: Element(), lambda: Element("a", 1), lambda: Element("a", attrib=2), lambda: e["k"], lambda: e[7]):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)
print(Element("a", attrib={"p": "1"}, q="2").attrib, Element("a", {"p": "1"}, q="2").attrib, Element("a").attrib)
given = {"p": "1"}
e = Element("a", given)
given["p"] = "2"
print(e.attrib, SubElement(e, "b", given, r="3").attrib, SubElement(e, "c", r="4").attrib)


root.remove(root[1])
print([x.tag for x in root])
try:
    root.remove(Element("a"))
except ValueError as error:
    print(error)


class Rows(sqlite3.Cursor):
    def __next__(self):
        return "row", super().__next__()


connection = sqlite3.connect(":memory:")
print(list(connection.cursor(Rows).execute("select 1 union select 2")))
del Rows.__next__
print(list(connection.cursor(Rows).execute("select 1 union select 2")))
for n in range(3):
    for sql in ("select 1", "select 2", "select 1"):
        print(connection.execute(sql).fetchone(), end=" ")
print()
cursor = connection.execute("select 3")
print(connection.execute("select 3").fetchall(), cursor.fetchall())
