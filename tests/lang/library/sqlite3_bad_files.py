"""Databases that are none, cut short, spoiled in the middle, locked by another."""
import os
import sqlite3
import tempfile


def t(what):
    try:
        print(what())
    except sqlite3.Error as e:
        print(type(e).__name__, e, e.sqlite_errorname)


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "d.db")
    f = sqlite3.connect(path)
    f.execute("create table t(a)")
    f.executemany("insert into t values(?)", [("x" * 500,) for _ in range(100)])
    f.commit()
    f.close()
    whole = open(path, "rb").read()
    for name, content in (("rubbish", b"no database" * 100), ("cut", whole[:len(whole) // 2]), ("empty", b""),
                          ("header", whole[:100]), ("middle", whole[:4096] + b"\xff" * 4096 + whole[8192:])):
        with open(path, "wb") as out:
            out.write(content)
        f = sqlite3.connect(path)
        print(name)
        t(lambda: len(f.execute("select max(a) from t").fetchall()))
        t(lambda: f.execute("pragma integrity_check(1)").fetchall()[0][0][:20])
        f.close()
    with open(path, "wb") as out:
        out.write(whole)
    f, g = sqlite3.connect(path, timeout=0), sqlite3.connect(path, timeout=0.01)
    f.execute("begin exclusive")
    t(lambda: g.execute("insert into t values(1)"))
    t(lambda: g.execute("select * from t").fetchone())
    f.rollback()
    t(lambda: g.execute("insert into t values(1)").rowcount)
    f.close()
    g.close()
t(lambda: sqlite3.connect("/nowhere/at/all.db"))
