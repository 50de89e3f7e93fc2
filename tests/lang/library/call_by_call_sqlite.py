"""sqlite3, one call at a time: functions, aggregates, collations, hooks and what they raise, adapters, blobs, backups, rows. Each call is tried by itself,
so that where requests for memory fail (make fail-alloc) each meets its own."""
import os
import sqlite3
import tempfile
import warnings

warnings.simplefilter("ignore")
folder = tempfile.TemporaryDirectory()
connect, Error = sqlite3.connect, sqlite3.Error


def brief(v):
    if isinstance(v, (tuple, list, sqlite3.Row)):
        return [brief(x) for x in v]
    if isinstance(v, (str, bytes)) and len(v) > 60:
        return type(v).__name__, len(v)
    return v if isinstance(v, (int, float, str, bytes, type(None))) else type(v).__name__


def tried(f, *args, **kw):
    try:
        return brief(f(*args, **kw))
    except Exception as e:
        return f"{type(e).__name__}: {e}".replace(folder.name, "FOLDER")


def show(title, *calls):
    print(title)
    for n, (f, *args) in enumerate(calls):
        print("   ", n, tried(f, *args))


def base(**kw):
    b = connect(":memory:", **kw)
    b.executescript("create table t(a, b); insert into t values(1, 'one'); insert into t values(2, 'two'); insert into t values(3, null); create table keyed(k integer primary key, v blob);"
                    "insert into keyed values(1, x'00112233445566778899')")
    return b


def ask(text, *args, made=base, **kw):
    b = made(**kw)
    try:
        return b.execute(text, *args).fetchall()
    finally:
        b.close()


class Point:
    def __init__(self, x=1, wrong=None):
        self.x, self.wrong = x, wrong

    def __conform__(self, protocol):
        if self.wrong:
            raise self.wrong
        return f"point {self.x}" if protocol is sqlite3.PrepareProtocol else None


class Sum:
    fails = ""

    def __init__(self):
        self.n = 0
        if self.fails == "init":
            1 / 0

    def step(self, *args):
        if self.fails == "step":
            1 / 0
        self.n += len(args)

    def inverse(self, *args):
        if self.fails == "inverse":
            1 / 0
        self.n -= len(args)

    def value(self):
        if self.fails == "value":
            1 / 0
        return self.n

    def finalize(self):
        if self.fails == "finalize":
            1 / 0
        return {"text": "é", "bytes": b"b", "float": 1.5, "none": None, "big": 2**70, "wrong": []}.get(self.fails, self.n)


def by_function(f, n=-1, text="select f(a, b) from t", **kw):
    b = base()
    b.create_function("f", n, f, **kw)
    return b.execute(text).fetchall()


def by_aggregate(fails, text="select f(a) from t", cls=Sum, window=False):
    b = base()
    made = cls and type("Made", (cls,), {"fails": fails})
    (b.create_window_function if window else b.create_aggregate)("f", 1, made)
    return b.execute(text).fetchall()


def by_collation(f, text="select b from t order by b collate c"):
    b = base()
    b.create_collation("c", f)
    return b.execute(text).fetchall()


def by_hook(name, f, text="select a from t", n=()):
    b = base()
    heard = []
    getattr(b, name)((lambda *args: (heard.append(args[:2]), f(*args))[1]) if f else None, *n)
    return tried(lambda: b.execute(text).fetchall()), tried(b.commit), len(heard) > 0


def fails(*args):
    return 1 / 0


def blob(*steps, readonly=False, row=1, name="v", table="keyed"):
    b = base()
    said = []
    with b.blobopen(table, name, row, readonly=readonly) as v:
        for method, *args in steps:
            said.append(tried(getattr(v, method), *args))
    return [*said, tried(v.read), tried(len, v)]


def rows():
    b = base()
    b.row_factory = sqlite3.Row
    row, other = b.execute("select a, b from t").fetchmany(2)
    return [tried(f) for f in (lambda: row["a"], lambda: row["B"], lambda: row[0], lambda: row[-1], lambda: row[5], lambda: row["no"], lambda: row[1.5], lambda: row[0:1], lambda: row[2**70], lambda: row.keys(), lambda: len(row), lambda: list(row), lambda: row == other, lambda: row == 5, lambda: row < other, lambda: hash(row) == hash(row),
                               lambda: sqlite3.Row(5, ()), lambda: sqlite3.Row(b.cursor(), 5), lambda: list(sqlite3.Row(b.cursor(), (1,))), lambda: sqlite3.Row(b.cursor(), (1,))["a"], lambda: row["\ud800"])]


def cursor(*steps):
    b = base()
    c = b.cursor()
    said = []
    for name, *args in steps:
        v = getattr(c, name)
        said.append(tried(v, *args) if callable(v) else brief(v))
    return said


def backup(**kw):
    a, b = base(), connect(":memory:")
    a.backup(b, **kw)
    return b.execute("select count(*) from t").fetchall()


def states():
    b = base(isolation_level="IMMEDIATE")
    said = [b.in_transaction, b.isolation_level, b.total_changes]
    b.execute("insert into t values(9, 9)")
    said += [b.in_transaction, tried(b.rollback), b.in_transaction]
    for value in None, "", "DEFERRED", "EXCLUSIVE", "none", 5, "a\0b":
        said.append(tried(setattr, b, "isolation_level", value))
    with b:
        b.execute("insert into t values(8, 8)")
    said.append(tried(b.__exit__, ValueError, ValueError(), None))
    for name in "execute", "executemany", "executescript":
        said.append(tried(getattr(b, name), "select 1", *([[]] if name == "executemany" else [])))
    b.close()
    return [*said, tried(b.execute, "select 1"), tried(b.cursor), tried(b.commit), tried(b.close), tried(b.__enter__), tried(lambda: b.in_transaction), tried(lambda: b.total_changes), tried(b.interrupt)]


TYPED = [(1,), (2**63 - 1,), (2**63,), (-2**63,), (1.5,), ("é",), ("a\0b",), ("\ud800",), (b"b",), (bytearray(b"c"),), (memoryview(b"d"),), (None,), (True,), (Point(),), (Point(1, ValueError("no")),), ([],), (object,)]
show("values", *((ask, "select ?", v) for v in TYPED), (ask, "select ?, ?", (1,)), (ask, "select ?", {"a": 1}), (ask, "select :a, :b", {"a": 1, "b": 2}), (ask, "select :a", {}), (ask, "select :a", (1,)), (ask, "select @a, $b", {"a": 1, "b": 2}), (ask, "select ?", 5), (ask, "select ?", "a"), (ask, "select ?", "ab"), (ask, "select ?", [1]), (ask, "select ?2, ?1", (1, 2)), (ask, "select 1", (1,)), (ask, "select zeroblob(5), 1.5, 'é', null, 9223372036854775807"),
     (ask, "select cast(x'ff' as text)"), (ask, ""), (ask, "  -- nothing"), (ask, "select 1; select 2"), (ask, "select"), (ask, "select * from none"), (ask, 5), (ask, "select 'a\0b'"), (ask, "select '\ud800'"), (ask, "explain select 1"), (ask, "select a as [b [c]] from t"), (ask, "pragma user_version"))


def typed(detect, text="select a as 'a [upper]', b from typed"):
    b = connect(":memory:", detect_types=detect)
    b.execute("create table typed(a upper, b upper(5), c none)")
    b.execute("insert into typed values('x', 'y', 'z')")
    return b.execute(text).fetchall()


sqlite3.register_converter("upper", lambda b: b.upper())
sqlite3.register_converter("bad", fails)
sqlite3.register_adapter(object, lambda o: "adapted")
sqlite3.register_adapter(complex, fails)
show("types", *((typed, n) for n in (0, 1, 2, 3)), (typed, 2, "select a as 'a [bad]' from typed"), (typed, 2, "select null as 'a [bad]'"), (typed, 2, "select a as 'a [' from typed"), (typed, "a"), (ask, "select ?", (object(),)), (ask, "select ?", (1j,)), (sqlite3.register_converter, 5, 5), (sqlite3.register_adapter, 5, 5), (sqlite3.adapt, 5), (sqlite3.adapt, [], sqlite3.PrepareProtocol), (sqlite3.adapt, [], sqlite3.PrepareProtocol, "other"), (sqlite3.adapt, Point()),
     *((lambda f=f: [(b := base()), setattr(b, "text_factory", f), b.execute("select 'é', cast(x'ff' as text)").fetchone()],) for f in (bytes, bytearray, str, len, fails, 5)), *((lambda f=f: [(b := base()), setattr(b, "row_factory", f), b.execute("select 1, 2").fetchone()],) for f in (sqlite3.Row, lambda c, r: list(r), fails, 5, None)))
show("functions", *((by_function, f) for f in (lambda *a: a[0], lambda *a: "é", lambda *a: b"b", lambda *a: 1.5, lambda *a: None, lambda *a: 2**70, lambda *a: [], lambda *a: "\ud800", lambda *a: bytearray(b"c"), fails, lambda a: 1)), (by_function, len, 1, "select f(b) from t"), (by_function, fails, 0, "select f()"), (by_function, 5, 0, "select f()"), (by_function, None, 0, "select f()"), (by_function, len, -5), (by_function, len, 200), (by_function, len, "a"),
     (lambda: by_function(len, 1, "select f('abc')", deterministic=True),), (lambda: by_function(lambda *a: len(a), -1, "select f(1, 1.5, 'é', x'00', null)"),), *((by_aggregate, f) for f in ("", "init", "step", "finalize", "text", "bytes", "float", "none", "big", "wrong")), (by_aggregate, "", "select f(a) from t", object), (by_aggregate, "", "select f(a) from t where a > 9"), (lambda: base().create_aggregate("f", 1, 5),), (by_aggregate, "", "select f(a) from t", None), 
     *((by_aggregate, f, "select f(a) over (order by a rows between 1 preceding and current row) from t", Sum, True) for f in ("", "init", "step", "inverse", "value", "finalize")), (by_aggregate, "", "select f(a) over (order by a) from t", object, True), (lambda: base().create_window_function("f", 1, None),), (lambda: base().create_window_function("f", "a", Sum),))
show("collations", *((by_collation, f) for f in (lambda a, b: (a > b) - (a < b), lambda a, b: 2**70, lambda a, b: -2**70, lambda a, b: "text", lambda a, b: None, fails)), (lambda: base().create_collation("c", 5),), (lambda: base().create_collation("c", None),), (lambda: base().create_collation("é", len),), (lambda: base().create_collation(5, len),), (ask, "select b from t order by b collate none"))
show("hooks", *((by_hook, name, f, text, n) for name, n in (("set_authorizer", ()), ("set_progress_handler", (1,)), ("set_trace_callback", ())) for f in (lambda *a: 0, lambda *a: 1, lambda *a: 2, lambda *a: "text", lambda *a: None, lambda *a: 2**70, fails, None) for text in ("select a from t", "insert into t values(5, 'é')")), (lambda: base().set_progress_handler(len, "a"),), (lambda: base().set_progress_handler(None, 5),))
show("blobs", (blob, ("read",), ("tell",), ("seek", 0), ("read", 3), ("read", 99), ("read", 0), ("read", -1), ("read", "a"), ("seek", 2), ("seek", -2, 2), ("seek", 1, 1), ("seek", -99), ("seek", 99), ("seek", 0, 9), ("seek", "a"), ("seek", 2**31 - 1, 1), ("write", b"ab"), ("write", b"x" * 20), ("write", "text"), ("write", bytearray(b"c")), ("__getitem__", 0), ("__getitem__", -1), ("__getitem__", 99), ("__getitem__", slice(1, 4)), ("__getitem__", slice(None, None, 3)), ("__getitem__", slice(5, 1)), ("__getitem__", "a"), ("__getitem__", 2**70),
                ("__setitem__", 0, 5), ("__setitem__", 0, 300), ("__setitem__", 0, -1), ("__setitem__", 0, 2**70), ("__setitem__", 0, "a"), ("__setitem__", 99, 1), ("__setitem__", slice(0, 2), b"xy"), ("__setitem__", slice(0, 2), b"xyz"), ("__setitem__", slice(0, 9, 2), b"abcde"), ("__setitem__", slice(0, 9, 2), b"abc"), ("__setitem__", slice(0, 0), b""), ("__setitem__", slice(0, 2), "ab"), ("__setitem__", "a", 1), ("__delitem__", 0), ("__delitem__", slice(0, 1)), ("__len__",), ("__contains__", 1), ("__enter__",)),
     (lambda: blob(("write", b"a"), ("__setitem__", 0, 1), ("__setitem__", slice(0, 1), b"a"), ("read",), readonly=True),), (lambda: blob(row=9),), (lambda: blob(name="none"),), (lambda: blob(table="none"),), (lambda: blob(row="a"),), (lambda: blob(row=2**70),), (lambda: base().blobopen(5, "v", 1),), (lambda: [(b := base()), (v := b.blobopen("keyed", "v", 1)), b.execute("update keyed set v = 5"), v.read()],), (lambda: [(b := base()), (v := b.blobopen("keyed", "v", 1)), b.close(), v.read()],))
show("rows", (rows,), (cursor, ("execute", "select a from t order by a"), ("fetchone",), ("fetchmany", 1), ("fetchmany", "a"), ("fetchall",), ("fetchone",), ("description",), ("rowcount",), ("lastrowid",), ("arraysize",), ("connection",), ("executemany", "insert into t values(?, ?)", [(1, 2), (3, 4)]), ("rowcount",), ("executemany", "insert into t values(?, ?)", [(1,)]), ("executemany", "insert into t values(?, ?)", 5), ("executemany", "insert into t values(?, ?)", fails), ("executemany", "select 1", [()]),
                        ("executemany", "insert into t values(?, ?)", iter([(1, 2), 5])), ("executescript", "select 1; select 2"), ("executescript", "select"), ("executescript", 5), ("executescript", "a\0b"), ("executescript", "\ud800"), ("execute", "insert into t values(1, 2) returning a"), ("fetchall",), ("setinputsizes", 1), ("setoutputsize", 1), ("execute", "insert into keyed values(1, 2)"), ("execute", "replace into keyed values(1, 2)"), ("lastrowid",), ("close",), ("execute", "select 1"), ("fetchone",), ("close",)),
     (sqlite3.Cursor, 5), (lambda: sqlite3.Cursor.__new__(sqlite3.Cursor).execute("select 1"),), (lambda: sqlite3.Connection.__new__(sqlite3.Connection).execute("select 1"),), (lambda: [(c := base().cursor()), c.__init__(base()), c.execute("select 5").fetchone()],), (lambda: base().cursor(lambda c: 5),), (lambda: base().cursor(5),))
path = os.path.join(folder.name, "base")
show("connections", (states,), (connect, path), (connect, folder.name), (connect, 5), (connect, "a\0b"), (connect, b":memory:"), (connect, "file:x?mode=memory", 5.0, 0, "", True, sqlite3.Connection, 128, True), (connect, "file:none?mode=ro", 5.0, 0, "", True, sqlite3.Connection, 128, True), (connect, ":memory:", "a"), (connect, ":memory:", 5.0, "a"), (connect, ":memory:", 5.0, 0, 5), (connect, ":memory:", 5.0, 0, "none"), (lambda: connect(":memory:", factory=lambda *a, **k: 5),), (lambda: connect(":memory:", cached_statements="a"),),
     (lambda: connect(":memory:", cached_statements=-1),), (lambda: connect(":memory:", no_such=1),), (backup,), (lambda: backup(pages=1, progress=lambda *a: None),), (lambda: backup(pages=1, progress=fails),), (lambda: backup(progress=5),), (lambda: backup(name="none"),), (lambda: backup(pages="a"),), (lambda: base().backup(5),), (lambda: [(b := base()), b.backup(b)],), (lambda: [(b := base()), (d := b.serialize()), (c := connect(":memory:")), c.deserialize(d), c.execute("select count(*) from t").fetchone()],), (lambda: base().serialize(name="none"),),
     (lambda: [(c := base()), c.deserialize(b"no database"), c.execute("select 1 from t").fetchone()],), (lambda: base().deserialize("text"),), (lambda: base().deserialize(b""),), (lambda: base().deserialize("\ud800"),), (lambda: base().deserialize(b"", name="none"),), (lambda: len(list(base().iterdump())),), (lambda: base().getlimit(0) > 0,), (lambda: base().getlimit(99),), (lambda: base().setlimit(0, 100) > 0,), (lambda: base().setlimit(99, 1),), (lambda: base().setlimit("a", 1),), (lambda: [(b := base()), b.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, 10), b.execute("select 1234567890")],),
     (lambda: base().enable_load_extension(True),), (lambda: [(b := base()), b.enable_load_extension(True), b.load_extension("none")],), (lambda: base().load_extension("none"),), (lambda: base()("select 1"),), (lambda: base()(5),), (lambda: base().interrupt(),), (sqlite3.complete_statement, "select 1;"), (sqlite3.complete_statement, "select"), (sqlite3.complete_statement, 5), (sqlite3.enable_callback_tracebacks, False), (sqlite3.enable_callback_tracebacks, "a"))
folder.cleanup()
