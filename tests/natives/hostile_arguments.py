"""Calls whose arguments change what the call works on, and on which CPython 3.11 crashes: minipy alone runs this.

Each line printed is `ok NAME`, or says what came instead. tests/fuzz/reentry.py looks for more of them.
"""
import mmap
import sqlite3
import xml.etree.ElementTree as ET


def check(name, f, wanted):
    try:
        seen = repr(f())
    except Exception as e:
        seen = f"{type(e).__name__}: {e}"
    print(f"ok {name}" if seen == wanted else f"{name}: {seen}, not {wanted}")


CLOSED = "ProgrammingError: Cannot operate on a closed database."


def base():
    c = sqlite3.connect(":memory:")
    c.execute("create table t(a)")
    return c


class Text(str):
    """Is compared and hashed when a connection looks for the statement that it made of the text."""
    connection = None

    def __hash__(self):
        self.connection.close()
        return 5


def text(c, sql):
    Text.connection = c
    return Text(sql)


c = base()
check("execute() of a text that closes", lambda: c.execute(text(c, "select 1")), CLOSED)
c = base()
check("executemany() of one", lambda: c.executemany(text(c, "insert into t values(?)"), [(1,)]), CLOSED)


class Clears:
    def __init__(self, element):
        self.element = element

    def __index__(self):
        self.element.clear()
        return 2


def element():
    e = ET.Element("a")
    e.extend([ET.Element("b"), ET.Element("c")])
    return e


e = element()
check("a slice that clears", lambda: [x.tag for x in e[0:Clears(e)]], "[]")

# Memory that is no file's, and grew.
m = mmap.mmap(-1, 5000)
m[:3] = b"abc"
m.resize(100_000)
m[50_000:50_003] = b"def"
check("grown memory", lambda: (m[:3], m[50_000:50_003], m[-1], len(m), m.find(b"def")), "(b'abc', b'def', 0, 100000, 50000)")
m.resize(10)
check("shrunk memory", lambda: m[:], repr(b"abc" + bytes(7)))
