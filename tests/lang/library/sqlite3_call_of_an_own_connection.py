"""A connection is called for each statement that it does not remember."""
import sqlite3


class Connection(sqlite3.Connection):
    def __call__(self, *args):
        print("called", args)
        return super().__call__(*args)


class Stubborn(sqlite3.Connection):
    def __call__(self, sql):
        print("asked", sql)
        raise LookupError(sql)


own = sqlite3.connect(":memory:", factory=Connection)
for sql in ("select 1", "select 1", "select 2", "select 1"):
    print(own.execute(sql).fetchall())
try:
    own.executemany("select ?", [(1,)])
except sqlite3.ProgrammingError as error:
    print(error)
own.executescript("create table t(a)")
print(type(own("select 3")).__name__, own("select 3") is own("select 3"))
for args in ((), (1,), ("select 1", 2), ("selec",)):
    try:
        own(*args)
    except (TypeError, sqlite3.Error) as error:
        print(type(error).__name__, error)
stubborn = sqlite3.connect(":memory:", factory=Stubborn)
try:
    stubborn.execute("select 1")
except LookupError as error:
    print(repr(error))
plain = sqlite3.connect(":memory:")
print(plain("select 1") is plain("select 1"))
