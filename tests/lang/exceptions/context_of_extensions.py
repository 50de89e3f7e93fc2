# What modules over C libraries raise from classes of their own while another exception is
# handled has that one as its context; what passes through them keeps the context it has.
import sqlite3
import xml.etree.ElementTree as ET
import xml.parsers.expat
import zlib


def show(name, function):
    for handler in (True, False):
        try:
            try:
                raise KeyError("handled")
            except KeyError:
                if handler:
                    function()
            finally:
                if not handler:
                    function()
        except Exception as e:
            chain = []
            while e is not None:
                chain.append(f"{type(e).__name__}: {e}")
                e = e.__context__
            print(name, " <- ".join(chain))


def in_callback(*args):
    try:
        raise ValueError("first")
    except ValueError:
        raise TypeError("second")


def parse():
    parser = xml.parsers.expat.ParserCreate()
    parser.StartElementHandler = in_callback
    parser.Parse("<a/>", True)


def build():
    class Target:
        start = in_callback

    ET.XMLParser(target=Target()).feed("<a></a>")


show("zlib", lambda: zlib.decompress(b"x"))
show("sqlite3", lambda: sqlite3.connect(":memory:").execute("nonsense"))
show("expat", lambda: xml.parsers.expat.ParserCreate().Parse("<", True))
show("ElementTree", lambda: ET.fromstring("<a"))
show("a handler of expat", parse)
show("a target of ElementTree", build)
error = sqlite3.OperationalError("outside")
show("raise", lambda: (_ for _ in ()).throw(error))
