# SQLite's last error takes the place of what a parameter raises, also when an earlier statement left it.
import sqlite3

connection = sqlite3.connect(":memory:")
connection.execute("create table t(n not null unique)")


def attempt(sql, *parameters):
    try:
        print(connection.execute(sql, parameters).fetchall())
    except Exception as e:
        print(type(e).__name__, e, "|", getattr(e, "sqlite_errorname", None), repr(e.__context__), repr(e.__cause__))


class Failing:
    def __conform__(self, protocol):
        raise KeyError("adapted")


attempt("select ?", 1)
attempt("select ?", object)
attempt("select ?", 2 ** 70)
attempt("insert into t values(?)", None)
for value in object, 2 ** 70, "\ud800", Failing(), 3:
    attempt("select ?", value)
attempt("insert into t values(?)", None)
attempt("insert into t values(?)", object)
attempt("select ?, 3", object)  # prepared anew: no error is left
connection.set_trace_callback(None)
connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 1000)
attempt("select ?", "x" * 2000)
attempt("select ?", b"x" * 2000)
attempt("select ?", object)
attempt("insert into t values(?)", None)
attempt("select ?", "x" * 2000)
