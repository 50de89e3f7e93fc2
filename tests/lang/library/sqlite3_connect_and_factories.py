"""connect() hands all that it got to the factory; execute() and with do not ask a connection's own cursor(), commit()."""
import sqlite3


def tell(what, f):
    try:
        print(what, "->", f())
    except Exception as e:
        print(what, "->", type(e).__name__, e)


def factory(*args, **kwargs):
    print("  factory", [a for a in args if a is not factory], sorted(kwargs))
    return 5


tell("behind", lambda: sqlite3.connect(":memory:", 5.0, factory=factory))
tell("by name", lambda: sqlite3.connect(database=":memory:", timeout=5.0, factory=factory))
tell("none", lambda: sqlite3.connect(factory=factory))
tell("too many", lambda: sqlite3.connect(1, 2, 3, 4, 5, factory, 7, 8, 9))
tell("unknown", lambda: sqlite3.connect(":memory:", bogus=1, factory=factory))
tell("no factory, none", lambda: sqlite3.connect())
tell("no factory, unknown", lambda: sqlite3.connect(":memory:", bogus=1))
tell("no factory, too many", lambda: sqlite3.connect(1, 2, 3, 4, 5, sqlite3.Connection, 7, 8, 9))
tell("not callable", lambda: sqlite3.connect(":memory:", factory=5))
tell("None", lambda: sqlite3.connect(":memory:", factory=None))
print(sqlite3.connect.__text_signature__.split("(", 1)[1].split(",")[:3], sqlite3.connect.__doc__ is not None)


class Named(sqlite3.Connection):
    def __init__(self, *args, name, **kwargs):
        super().__init__(*args, **kwargs)
        self.name = name

    def cursor(self, *args):
        print("  cursor()")
        return super().cursor(*args)

    def commit(self):
        print("  commit()")
        super().commit()

    def rollback(self):
        print("  rollback()")
        super().rollback()


class Cursor(sqlite3.Cursor):
    def __setattr__(self, name, value):
        print("  set", name)
        super().__setattr__(name, value)


c = sqlite3.connect(":memory:", name="n", factory=Named)
print(c.name, type(c.execute("create table t(x)")).__name__)
c.executemany("insert into t values(?)", [(1,), (2,)])
c.executescript("insert into t values(3)")
with c:
    c.execute("insert into t values(4)")
try:
    with c:
        c.execute("insert into t values(5)")
        raise KeyError("back")
except KeyError as e:
    print(repr(e))
c.row_factory = lambda cursor, row: (type(cursor).__name__, row)
print(c.execute("select count(*) from t").fetchone(), c.cursor(Cursor).execute("select 1").fetchall())
c.row_factory = None
print(len(list(c.iterdump())))
tell("no cursor", lambda: c.cursor(lambda connection: 5))
