"""Methods of types in modules over C libraries are the objects that any type in C has."""
import inspect
import pickle
import re
import sqlite3
import types
import xml.etree.ElementTree
import zlib


def show(where, value):
    print(where, type(value).__name__, re.sub(" at 0x[0-9a-f]+", " at ...", repr(value)))
    for name in ("__name__", "__qualname__", "__objclass__", "__text_signature__", "__module__"):
        print("   ", name, getattr(value, name, "none"))
    print("   ", [name for name in ("ismethod", "isfunction", "isbuiltin", "isroutine", "ismethoddescriptor", "isdatadescriptor")
                  if getattr(inspect, name)(value)])
    try:
        value.other = 1
    except AttributeError as error:
        print("   ", error)


def refused(f, *args, **keywords):
    try:
        print("took", type(f(*args, **keywords)).__name__)
    except (TypeError, AttributeError) as error:
        print(type(error).__name__, error)


class Row(sqlite3.Row):
    def __len__(self):
        return super().__len__() + 10


class Connection(sqlite3.Connection):
    __slots__ = ()

    def __call__(self, *args):
        return super().__call__(*args)


connection = sqlite3.connect(":memory:", factory=Connection)
cursor = connection.cursor()
cursor.row_factory = sqlite3.Row
row = cursor.execute("select 1 as a, 2 as b").fetchone()
compressor = zlib.compressobj()
element = xml.etree.ElementTree.Element("a")

for owner, names in ((sqlite3.Connection, ("execute", "__call__", "__init__", "row_factory", "isolation_level")),
                     (sqlite3.Row, ("__len__", "__eq__", "__lt__", "__hash__", "__new__", "keys")),
                     (type(compressor), ("compress", "copy")), (xml.etree.ElementTree.Element, ("append", "__getitem__", "__repr__"))):
    for name in names:
        show(owner.__name__, owner.__dict__[name])
for value in (connection.execute, row.__len__, row.__eq__, row.keys, compressor.compress, element.append, element.__getitem__):
    show("bound", value)

print(type(sqlite3.Connection.execute) is types.MethodDescriptorType, type(row.__len__) is types.MethodWrapperType,
      isinstance(compressor.compress, types.BuiltinFunctionType), type(compressor.compress).__mro__)
print(row.keys == row.keys, row.keys is row.keys, hash(row.keys) == hash(row.keys), row.keys == row.__len__, element.append != element.extend)
print(row.__len__(), len(row), row.__eq__(row), row.__lt__(row), row.keys(), row.__getitem__("a"))
for value in (sqlite3.Connection.execute, sqlite3.Row.__len__, sqlite3.Row.keys, sqlite3.Row.__new__, element.append):
    print(pickle.loads(pickle.dumps(value)).__qualname__)
refused(pickle.dumps, row.keys)

own = Row(cursor, (1, 2, 3))
print(len(own), own.__len__(), sqlite3.Row.__len__(own), sqlite3.Row.__eq__(own, own), type(connection("select 1")).__name__, type(Connection.__call__))
refused(sqlite3.Row.__len__)
refused(sqlite3.Row.__len__, 1)
refused(sqlite3.Row.__len__, row, 1)
refused(sqlite3.Row.__len__, row, a=1)
refused(row.__getitem__)
refused(row.__eq__, 1, 2)
refused(sqlite3.Row.keys)
refused(sqlite3.Row.keys, "x")
refused(sqlite3.Row.keys, row, 1)
refused(sqlite3.Row.keys, row, a=1)
refused(row.keys, 1)
refused(own.keys, 1)
refused(connection.execute)
refused(connection.execute, "select 1", 2, 3)
refused(sqlite3.Row.__new__)
refused(sqlite3.Row.__new__, 1)
refused(sqlite3.Row.__new__, int)
refused(sqlite3.Row.__new__, sqlite3.Row, 1)
refused(compressor.copy, 1)
refused(compressor.copy, a=1)
refused(re.compile("x").match)
refused(re.compile("x").scanner("x").match, 1)
refused(setattr, sqlite3.Row, "keys", 1)
refused(iter, 1)


class Late(xml.etree.ElementTree.Element):
    def __repr__(self):
        return "late " + super().__repr__()[:9]

    def __len__(self):
        return 5


late = Late("b")
print(repr(late), len(late), bool(late))
del Late.__repr__, Late.__len__
print(repr(late)[:10], len(late))
Late.__len__ = xml.etree.ElementTree.Element.__len__
print(len(late))
