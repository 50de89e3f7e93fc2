"""sqlite3: blobs, factories of texts, adapters and converters, callbacks whose results are wrong, statements that are thrown out of the cache, connections in others' hands."""
import sqlite3
import threading
import _sqlite3


def attempt(function, *args, **kw):
    try:
        return function(*args, **kw)
    except Exception as error:
        return type(error).__name__, str(error)


class Index:
    def __index__(self):
        raise LookupError("index")

    __len__ = __bool__ = __index__


class Strange:
    def __conform__(self, protocol):
        raise KeyError("conform")


c = sqlite3.connect(":memory:", cached_statements=5)
c.execute("create table t(a blob, b text)")
c.execute("insert into t values(?, 'text')", (bytes(range(20)),))

# ---- blobs
blob = c.blobopen("t", "a", 1)
print(len(blob), blob.read(3), blob.tell(), blob.seek(-2, 2), blob.read(), blob.read(), blob.seek(0), blob.write(b"xy"), blob.tell())
for function, args in (("read", ("a",)), ("read", (-5,)), ("read", (2**40,)), ("write", ("a",)), ("write", (b"z" * 50,)), ("write", (5,)), ("seek", (-1,)), ("seek", (100,)), ("seek", (0, 9)), ("seek", ("a",)), ("seek", (1, "a")), ("seek", (2**31 - 1, 1)), ("seek", (-100, 2)), ("seek", (5, 1)), ("seek", (-2**31, 1)), ("read", ())):
    print(function, args, attempt(getattr(blob, function), *args))
for key in (0, -1, 19, 20, -21, 2**70, "a", slice(0, 4), slice(None, None, 3), slice(5, 5), slice(0, 4, 0), slice("a"), None, slice(30, 40)):
    print(key if not isinstance(key, Index) else "Index", attempt(lambda: blob[key]))


def store(key, value):
    blob[key] = value


for key, value in ((0, 5), (0, 256), (0, -1), (0, "a"), (20, 1), (2**70, 1), ("a", 1), (slice(0, 2), b"ab"), (slice(0, 2), b"abc"), (slice(0, 6, 2), b"123"), (slice(0, 6, 2), b"12"), (slice(0, 2), "ab"), (slice(0, 2), 5), (slice(5, 5), b""), (slice(0, 4, 0), b""), (0, 2**70), (0, Index()), (slice(0, 2), bytearray(b"qq"))):
    print(key, attempt(store, key, value))
blob.seek(0)
print(blob.read(), attempt(blob.__delitem__, 0) if hasattr(blob, "__delitem__") else None)
with blob as same:
    print(same is blob)
print(attempt(blob.read), attempt(blob.__enter__), attempt(len, blob), attempt(lambda: blob[0]), attempt(store, 0, 1), blob.close(), attempt(blob.seek, 0), attempt(blob.tell), attempt(blob.write, b""), attempt(blob.__exit__, None, None, None))
for args, kw in (((), {}), (("t", "a"), {}), (("t", "a", 99), {}), (("t", "no", 1), {}), (("no", "a", 1), {}), (("t", "a", "1"), {}), ((5, "a", 1), {}), (("t", 5, 1), {}), (("t", "a", 1), {"name": 5}), (("t", "a", 1), {"name": "no"}), (("t", "a", 1), {"readonly": Index()}), (("t", "a", 2**70), {}), (("t", "a", 1, 1), {}), (("t\0", "a", 1), {}), (("t", "b", 1), {"readonly": True})):
    got = attempt(c.blobopen, *args, **kw)
    print(got if isinstance(got, tuple) else (got.read(), attempt(got.write, b"x"), attempt(got.__setitem__, 0, 1), attempt(got.__setitem__, slice(0, 1), b"x")))
expired = c.blobopen("t", "a", 1)
c.execute("update t set a = zeroblob(5)")
print(attempt(expired.read), attempt(lambda: expired[0]), attempt(expired.write, b"x"), attempt(lambda: expired[0:2]), attempt(expired.__setitem__, 0, 1), len(expired))
blobs = [c.blobopen("t", "a", 1) for i in range(300)]
del blobs[::2]
left = c.blobopen("t", "a", 1)
print(len(blobs), left.read())
other = sqlite3.connect(":memory:")
other.execute("create table t(a)")
other.execute("insert into t values(zeroblob(3))")
open_blob = other.blobopen("t", "a", 1)
other.close()
print(attempt(open_blob.read), attempt(open_blob.close), attempt(open_blob.__enter__), attempt(len, open_blob), attempt(other.blobopen, "t", "a", 1), attempt(other.interrupt), attempt(other.execute, "select 1"))

# ---- texts
for factory in str, bytes, bytearray, lambda b: b[::-1], lambda b: 1 / 0, None, 5, memoryview, int:
    c.text_factory = factory
    got = attempt(lambda: c.execute("select 'né', '', 'a' || char(0) || 'b'").fetchone())
    print([bytes(x) if isinstance(x, memoryview) else x for x in got] if got and isinstance(got[0], memoryview) else got)
c.text_factory = str
print(attempt(lambda: c.execute("select cast(x'ff61' as text)").fetchone()), attempt(lambda: c.execute("select cast(x'ff61' as text) as \"a\"").fetchall()))
c.text_factory = bytes
print(c.execute("select cast(x'ff61' as text), x'', null, 1.5, 9223372036854775807").fetchone())
c.text_factory = str

# ---- parameters
for parameters in ((), (1,), [1, 2], {"a": 1}, "a", 5, None, (2**63,), (-2**63,), (2**70,), ("\ud800",), (1j,), (Strange(),), (object,), (bytearray(b"x"),), (memoryview(b"y"),), (memoryview(b"abcd")[::2],), (True,), (1.5,), ({},), iter([1])):
    got = attempt(lambda: c.execute("select ?", parameters).fetchone())
    print(type(parameters).__name__, got)
for parameters in {}, {"x": 1}, {"x": 1, "y": 2}, (1,), type("D", (dict,), {"__missing__": lambda self, key: "missing " + key})(), type("B", (dict,), {"__missing__": lambda self, key: 1 / 0})(), {"x": Strange()}:
    print(attempt(lambda: c.execute("select :x", parameters).fetchone()), attempt(lambda: c.execute("select $x, @y", parameters).fetchone()))
class Sequence:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
    def __getitem__(self, i): return 1 / 0 if i else "first"
for sequence in Sequence(1), Sequence(2), Sequence(0), Index():
    print(attempt(lambda: c.execute("select ?", sequence).fetchone()), attempt(lambda: c.execute("select ?, ?", sequence).fetchone()))
for sql in "", " ", "-- comment", "/* open", "/* closed */ select 1", "-- a\n select 2", "select 1; select 2", "select 1;", "select 1; -- more", "select 1; /* more */", ";", "sel", "select", "\0", "select 1\0", "\ud800", 5, b"select 1", "/**/", "/", "-", "--", "select '" + "x" * 5000 + "'":
    print(repr(sql)[:30], repr(attempt(lambda: c.execute(sql).fetchall()))[:80], repr(attempt(lambda: c.executemany(sql, [()]).fetchall()))[:80], repr(attempt(lambda: c.executescript(sql).fetchall()))[:80])
for i in range(20):
    c.execute(f"select {i}").fetchone()
    c.execute("select 0").fetchone()
print(attempt(c.executemany, "insert into t values(?, 1)", [(1,), (2,)]).rowcount, attempt(c.executemany, "select 1", [()]).__class__, attempt(c.executemany, "insert into t values(?, 1)", 5), attempt(c.executemany, "insert into t values(?, 1)", [5]), attempt(c.executemany, "insert into t values(?, 1)", iter([(1,), 1 / 1])), attempt(c.executemany, "insert into t values(?, 1)", (1 / 0 for i in [1])))

# ---- callbacks
c = sqlite3.connect(":memory:", cached_statements=5)
c.execute("create table t(a, b)")
c.execute("insert into t values(1, 2)")
c.commit()
big, wrong = 2**70, object()
for result in 1, -1, 2**70, -2**70, 1.5, "text", b"blob", None, True, big, wrong, [], "\ud800", "a\0b", bytearray(b"x"), "x" * 3000:
    c.create_function("f", -1, lambda *args: result)
    print(repr(result)[:20].split(" at ")[0], repr(attempt(lambda: c.execute("select f(), f(1, 'a', x'00', null, 1.5)").fetchone()))[:80])
    c.create_collation("order", lambda a, b: result)
    print(attempt(lambda: c.execute("select a from (select 'x' a union all select 'y') order by a collate \"order\"").fetchall()))
c.create_collation("order", None)
print(attempt(lambda: c.execute("select 1 order by 'a' collate \"order\"").fetchall()), attempt(c.create_collation, "a\0b", max), attempt(c.create_collation, 5, max), attempt(c.create_collation, "x", 5), attempt(c.create_collation, "é", max), attempt(c.create_collation, "\ud800", max))


class Aggregate:
    fails = None

    def __init__(self):
        if self.fails == "init":
            1 / 0
        self.values = []

    def step(self, *values):
        if self.fails == "step":
            1 / 0
        self.values += values

    def finalize(self):
        if self.fails == "finalize":
            1 / 0
        return object() if self.fails == "result" else sum(self.values)

    def inverse(self, *values):
        if self.fails == "inverse":
            1 / 0
        del self.values[:len(values)]

    def value(self):
        if self.fails == "value":
            1 / 0
        return object() if self.fails == "result" else sum(self.values)


for fails in None, "init", "step", "finalize", "inverse", "value":
    Aggregate.fails = fails
    c.create_aggregate("total2", -1, Aggregate)
    c.create_window_function("window2", 1, Aggregate)
    print(fails, attempt(lambda: c.execute("select total2(a) from (select 1 a union all select 2)").fetchall()), attempt(lambda: c.execute("select window2(a) over (order by a rows between 1 preceding and current row) from (select 1 a union all select 2 union all select 3)").fetchall()),
          attempt(lambda: c.execute("select total2(a) from (select 1 a) where a > 1").fetchall()))
for kind in type("NoEnd", (), {"step": lambda self, x: None}), 5:
    print(attempt(c.create_aggregate, "odd", 1, kind), attempt(lambda: c.execute("select odd(1)").fetchall()), attempt(c.create_window_function, "odd2", 1, kind), attempt(lambda: c.execute("select odd2(1) over ()").fetchall()))
for args in ("f", 200, max), ("f", -5, max), (5, 1, max), ("f", "a", max), ("x" * 300, 1, max), ("f", 1, None), ("f", 1, 5):
    print(str(args)[:20], attempt(c.create_function, *args), attempt(c.create_aggregate, *args), attempt(c.create_window_function, *args))
sqlite3.enable_callback_tracebacks(False)
for answer in sqlite3.SQLITE_OK, sqlite3.SQLITE_DENY, sqlite3.SQLITE_IGNORE, "text", None, 2**70, 1.5:
    c.set_authorizer(lambda *args: answer)
    print(answer, attempt(lambda: c.execute(f"select a, {len(str(answer))} from t").fetchall())if answer in (1, "text", None, 2**70, 1.5) else None)
c.set_authorizer(lambda *args: 1 / 0)
print(attempt(c.execute, "select b from t"))
c.set_authorizer(None)
for progress in lambda: 0, lambda: 1, lambda: 1 / 0, lambda: Index(), lambda: None:
    c.set_progress_handler(progress, 1)
    print(attempt(lambda: c.execute("select count(*) from t, t").fetchall()))
c.set_progress_handler(None, 1)
traced = []
c.set_trace_callback(traced.append)
c.execute("select ?, 'x'", ("a" * 10,)).fetchone()
c.set_trace_callback(lambda text: 1 / 0)
c.execute("select 5").fetchone()
c.set_trace_callback(None)
print(traced, attempt(c.set_trace_callback, 5), attempt(c.set_progress_handler, 5, 1), attempt(c.set_progress_handler, max, "a"), attempt(c.set_authorizer, 5))

# ---- cursors, rows, attributes
c = sqlite3.connect(":memory:")
c.execute("create table t(a, b)")
class Row(sqlite3.Row):
    pass


for factory in sqlite3.Row, Row, lambda cursor, row: row[::-1], lambda cursor, row: 1 / 0, 5, None:
    c.row_factory = factory
    row = attempt(lambda: c.execute("select 1 as a, 'b' as B, null as c").fetchone())
    if isinstance(row, sqlite3.Row):
        print(row["a"], row["b"], row[-1], row[0:2], tuple(row), row.keys(), len(row), row == row, row != 5, hash(row) == hash(row), attempt(lambda: row["z"]), attempt(lambda: row[9]), attempt(lambda: row[-9]), attempt(lambda: row[2**70]), attempt(lambda: row[1.5]), attempt(lambda: row[Index()]), attempt(lambda: row["é"]), list(row), attempt(lambda: row < row), row == factory(c.cursor(), (1, "b", None)))
    else:
        print(row)
c.row_factory = None
print(attempt(sqlite3.Row, 5, ()), attempt(sqlite3.Row, c.cursor(), 5))
cursor = c.cursor()
print(cursor.fetchone(), cursor.fetchall(), cursor.fetchmany(5), cursor.rowcount, cursor.lastrowid, cursor.description, cursor.arraysize, attempt(next, cursor), cursor.setinputsizes(1), cursor.setoutputsize(1, 2), attempt(cursor.fetchmany, "a"), attempt(setattr, cursor, "arraysize", "a"), attempt(delattr, cursor, "arraysize"))
cursor.execute("select 1 union select 2 union select 3")
print(cursor.arraysize, cursor.fetchmany(), cursor.fetchmany(0), cursor.fetchmany(-1), cursor.fetchone(), cursor.close(), attempt(cursor.fetchone), attempt(cursor.execute, "select 1"), cursor.close(), attempt(iter, cursor).__class__, attempt(next, cursor), attempt(cursor.fetchall), attempt(cursor.executescript, ""))
print(attempt(sqlite3.Cursor), attempt(sqlite3.Cursor, 5), attempt(sqlite3.Cursor(c).execute, "select 1").fetchone(), attempt(c.cursor, 5), attempt(c.cursor, lambda x: 5), attempt(c.cursor, int), attempt(c.cursor, factory=sqlite3.Cursor).__class__)
bare = sqlite3.Cursor.__new__(sqlite3.Cursor)
print(attempt(bare.fetchone), attempt(bare.execute, "select 1"), attempt(bare.close), attempt(lambda: bare.connection))
bare = sqlite3.Connection.__new__(sqlite3.Connection)
print(attempt(bare.execute, "select 1"), attempt(bare.cursor), attempt(bare.close), attempt(lambda: bare.total_changes), attempt(lambda: bare.in_transaction), attempt(lambda: bare.isolation_level), attempt(bare.commit), attempt(bare.interrupt))
print([getattr(c, name) is getattr(sqlite3, name) for name in ("Error", "Warning", "InterfaceError", "DatabaseError", "InternalError", "OperationalError", "ProgrammingError", "IntegrityError", "DataError", "NotSupportedError")])
for level in None, "", "DEFERRED", "immediate", "EXCLUSIVE", "no", 5, "a\0b":
    print(level, attempt(setattr, c, "isolation_level", level), c.isolation_level, attempt(sqlite3.connect, ":memory:", isolation_level=level).__class__)
print(attempt(delattr, c, "isolation_level"), c.in_transaction, c.total_changes > 0, attempt(setattr, c, "total_changes", 5), attempt(c.getlimit, 99), attempt(c.setlimit, 99, 1), attempt(c.setlimit, 0, "a"), c.getlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH))
c.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, 50)
print(attempt(c.execute, "select 1" + " " * 60), attempt(c.executescript, "select 1;" + " " * 60), attempt(c, "select 1" + " " * 60), attempt(c, "select 1").__class__, attempt(c, 5), attempt(c), attempt(c, "select 1; select 2"))
for connection in c, sqlite3.connect(":memory:"):
    print(attempt(connection.__enter__) is connection, attempt(connection.__exit__, None, None, None), attempt(connection.__exit__, ValueError, ValueError(), None), attempt(connection.commit), attempt(connection.rollback))
print([attempt(sqlite3.complete_statement, text) for text in ("select 1;", "select", "", 5, "\0")], attempt(sqlite3.register_adapter, 5), attempt(sqlite3.register_converter, "a", 5), attempt(sqlite3.adapt, 5), attempt(sqlite3.adapt, Strange()), attempt(sqlite3.adapt, object(), None, "other"), attempt(_sqlite3.enable_callback_tracebacks, "a"))
with_types = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_DECLTYPES | sqlite3.PARSE_COLNAMES)
sqlite3.register_converter("twice", lambda b: b * 2)
sqlite3.register_converter("fails", lambda b: 1 / 0)
with_types.execute("create table t(a twice, b fails, c twice(5))")
with_types.execute("insert into t values('x', null, 5)")
print(with_types.execute("select a, b, c, a as 'd [fails]', 1 as 'e [', 2 as '[twice]', null as 'f [twice]' from t where 0").description, attempt(lambda: with_types.execute("select a, b, c from t").fetchall()), attempt(lambda: with_types.execute("select 1 as 'x [fails]'").fetchall()), attempt(lambda: with_types.execute("select 1 as 'x [twice]', 'q' as 'y [none]', 3 as 'z ['").fetchall()))

# ---- other threads
def in_thread(function, *args):
    got = []
    thread = threading.Thread(target=lambda: got.append(attempt(function, *args)))
    thread.start()
    thread.join()
    return got[0][0] if isinstance(got[0], tuple) else got[0]


print(in_thread(c.execute, "select 1"), in_thread(c.cursor), in_thread(c.close), in_thread(c.commit), in_thread(left.close), in_thread(lambda: c.total_changes), in_thread(c.interrupt), in_thread(c, "select 1"), in_thread(cursor.fetchone), in_thread(c.blobopen, "t", "a", 1))
data = with_types.serialize()
copy = sqlite3.connect(":memory:")
print(len(data) % 512, attempt(with_types.serialize, name="no"), attempt(with_types.serialize, name=5), attempt(copy.deserialize, data), copy.execute("select count(*) from t").fetchone(), attempt(copy.deserialize, b"x" * 600), attempt(copy.execute, "select * from t"))
steps = []
with_types.commit()
target = sqlite3.connect(":memory:")
print(attempt(with_types.backup, target, pages=1, progress=lambda *args: steps.append(args)), steps[-1:], attempt(with_types.backup, with_types), attempt(with_types.backup, 5), attempt(with_types.backup, target, pages="a"), attempt(with_types.backup, target, progress=5), attempt(with_types.backup, target, progress=lambda *args: 1 / 0), attempt(with_types.backup, target, name=5))
print(list(target.iterdump())[:2], attempt(lambda: list(other.iterdump())), attempt(target.enable_load_extension, Index()), attempt(target.load_extension, "no") if hasattr(target, "load_extension") else None)
for name in "a\0b", 5, b":memory:", "/nonexistent/file", "", "file:x?mode=memory", "\ud800":
    got = attempt(sqlite3.connect, name)
    print(repr(name), got if isinstance(got, tuple) else "connected")
print(attempt(sqlite3.connect, "file::memory:?cache=shared", uri=True).__class__, attempt(sqlite3.connect, "file:no?mode=no", uri=True), attempt(sqlite3.connect, ":memory:", timeout="a"), attempt(sqlite3.connect, ":memory:", detect_types="a"), attempt(sqlite3.connect, ":memory:", cached_statements="a"), attempt(sqlite3.connect, ":memory:", cached_statements=-1).__class__, attempt(sqlite3.connect, ":memory:", factory=5), attempt(sqlite3.connect), attempt(sqlite3.connect, ":memory:", no=1), attempt(sqlite3.connect, ":memory:", factory=lambda *a, **k: (a, list(k))))
