"""An argument's method closes, empties or releases what the call works on."""
import sqlite3
import xml.etree.ElementTree as ET


def t(name, f, *args, **keywords):
    try:
        print(name, f(*args, **keywords))
    except Exception as e:
        print(name, type(e).__name__, e)


class Closes:
    def __init__(self, what, answer=1):
        self.what, self.answer = what, answer

    def __index__(self):
        self.what()
        return self.answer

    def __bool__(self):
        self.what()
        return True


def base():
    c = sqlite3.connect(":memory:")
    c.execute("create table t(a)")
    c.execute("insert into t values(?)", (b"abc",))
    return c


c = base()
t("progress", c.set_progress_handler, print, Closes(c.close))
c = base()
t("function", c.create_function, "f", Closes(c.close), print)
c = base()
t("aggregate", c.create_aggregate, "f", Closes(c.close), print)
c = base()
t("blob", c.blobopen, "t", "a", Closes(c.close))
c = base()
t("backup", c.backup, base(), pages=Closes(c.close))
c = base()
t("limit", c.setlimit, 0, Closes(c.close))


def element():
    e = ET.Element("a")
    e.extend([ET.Element("b"), ET.Element("c")])
    return e


e = element()
t("item", e.__getitem__, Closes(e.clear))
e = element()
t("item set", e.__setitem__, Closes(e.clear), ET.Element("d"))
e = element()
t("item deleted", e.__delitem__, Closes(e.clear))
