"""sqlite3: messages, rows and blobs, callbacks that fail, close and call again; transactions; threads."""
import _sqlite3
import re
import sqlite3
import sys
import threading

c = sqlite3.connect(":memory:")
k = c.cursor()


def t(*asked):
    for f in asked:
        try:
            print(f, "=>", re.sub("0x[0-9a-f]+", "ADDRESS", str(eval(f))))
        except BaseException as e:
            print(f, "->", type(e).__name__, re.sub(r"thread id \d+", "thread id N", str(e)), getattr(e, "sqlite_errorname", None))


t("k.execute('')",
  "k.execute('-- x')",
  "k.execute(' ')",
  "k.execute('select 1;;')",
  "k.execute('select 1; select 2')",
  "k.execute('select ?',(object(),))",
  "k.execute('select :a',{'a':object()})",
  "k.execute('select ?',5)",
  "k.execute('select ?',{})",
  "k.execute('select :a',{})",
  "k.execute('select ?',(2**70,))",
  "k.execute('select 1\\0')",
  "k.execute('select \\ud800')",
  "k.execute(5)",
  "k.execute()",
  "c(5)",
  "c('select 1')",
  "c('select 1').__class__",
  "c()",
  "sqlite3.connect(5)",
  "sqlite3.connect(':memory:',timeout='x')",
  "sqlite3.connect(':memory:',isolation_level=5)",
  "sqlite3.connect(':memory:',isolation_level='x')",
  "sqlite3.Cursor(5)",
  "sqlite3.Cursor()",
  "sqlite3.Row(1,2)",
  "sqlite3.Row(k,2)",
  "sqlite3.Row(k,(1,))",
  "c.create_function(1,2,3)",
  "c.create_function('x',-2,len)",
  "c.create_function('x',1,None)",
  "c.create_collation('x',1)",
  "c.cursor(5)",
  "c.cursor(lambda c:5)",
  "c.isolation_level",
  "setattr(c,'isolation_level',None)",
  "c.getlimit(99)",
  "c.blobopen('a','b',1)",
  "c.serialize()[:5]",
  "c.backup(c)",
  "c.backup(5)",
  "c.executescript(5)",
  "c.executescript('a\\0')",
  "k.executescript('selec')",
  "k.executemany('select 1',[()])",
  "k.executemany('insert into x values(1)',5)",
  "c.__reduce_ex__(4)",
  "k.__reduce_ex__(4)",
  "sqlite3.adapt(object())",
  "sqlite3.adapt(1)",
  "sqlite3.adapt(object(),int,3)",
  "sqlite3.register_adapter(1,2)",
  "sqlite3.register_converter(1,2)",
  "sqlite3.complete_statement(1)",
  "sqlite3.connect('/nonexistent/x')",
  "k.fetchmany('a')",
  "k.fetchmany(-1)",
  "k.arraysize",
  "k.description",
  "k.lastrowid",
  "k.rowcount",
  "type(k).__new__(type(k)).fetchone()",
  "type(c).__new__(type(c)).cursor()",
  "type(c).__new__(type(c)).in_transaction",
  "type(c).__new__(type(c)).isolation_level",
  "k.setinputsizes(1)",
  "k.setoutputsize(1)",
  "c.load_extension('x')",
  "c.enable_load_extension(True)",
  "c.row_factory",
  "c.text_factory",
  "type(c).__new__(type(c)).row_factory",
  "delattr(c,'isolation_level')",
  "delattr(c,'row_factory')",
  "delattr(c,'text_factory')",
  "c.text_factory",
  "k.connection is c",
  "sqlite3.connect(':memory:',cached_statements='a')",
  "sqlite3.connect(database=':memory:')",
  "sqlite3.Connection()",
  "sqlite3.enable_callback_tracebacks('a')",
  "sqlite3.PrepareProtocol()",
  "sqlite3.Blob()",
  "c.create_window_function('x',-3,None)",
  "c.set_progress_handler(None,1)",
  "c.interrupt(1)",
  "sqlite3.connect('a\\0b')",
  "c.setlimit(0,'a')",
  "_sqlite3.threadsafety",
  "_sqlite3.version",
  "c.create_collation('\\ud800',None)",
  "c.create_collation(b'a',None)",
  "c.iterdump(1)")
print(sorted(n for n in dir(_sqlite3) if n != "__file__"))
print([(n, getattr(_sqlite3, n)) for n in dir(_sqlite3) if n.startswith("SQLITE")])

c = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_DECLTYPES | sqlite3.PARSE_COLNAMES)
c.row_factory = sqlite3.Row
c.execute("create table t(a integer, b text, c blob, d real, e point)")


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __conform__(self, protocol):
        if protocol is sqlite3.PrepareProtocol:
            return f"{self.x};{self.y}"

    def __repr__(self):
        return f"Point({self.x}, {self.y})"


sqlite3.register_converter("point", lambda b: Point(*map(int, b.split(b";"))))
c.execute("insert into t values(?, ?, ?, ?, ?)", (2 ** 62, "t\u20ac\0x", b"0123456789", 1.5, Point(1, 2)))
row = c.execute("select *, e as 'p [point]', x'61' as B from t").fetchone()
t("tuple(row)", "row.keys()", "row['A']", "row['nothing']", "row[1.0]", "row[-1]", "row[1:3]", "len(row)", "row == row",
  "row != 5", "hash(row) == hash(row)", "c.execute('select 1 as x').description")
with c.blobopen("t", "c", 1) as blob:
    t("blob.read(3)", "blob.tell()", "blob.write(b'ABC')", "blob[0:10]", "blob[::3]", "blob[-1]", "blob[10]", "blob['a']",
      "blob.seek(1, 5)", "blob.seek(-1)", "blob.seek(2**31 - 1, 1)", "blob.write(b'x' * 20)", "blob.read()", "len(blob)",
      "b'a' in blob", "list(blob)", "blob.__setitem__(0, 300)", "blob.__setitem__(slice(0, 4, 2), b'ab')", "blob[:5]",
      "blob.__setitem__(slice(0, 2), b'abc')", "blob.__delitem__(0)", "blob.__delitem__(slice(0, 1))", "blob.__setitem__(0, 'a')")
t("blob.read()", "c.execute('select 1').fetchone()[0]")

# What SQL calls may raise, close the connection, and use it.
sqlite3.enable_callback_tracebacks(True)
sys.unraisablehook = lambda u: print("unraisable", u.exc_type.__name__, u.exc_value, getattr(u.object, "__name__", u.object))


def fail(*args):
    raise KeyError("from a callback")


class Sum:
    def __init__(self):
        self.n = 0

    def step(self, v):
        self.n += v

    def finalize(self):
        return self.n

    value = finalize

    def inverse(self, v):
        self.n -= v


class Failing(Sum):
    step = finalize = fail


c.create_function("fail", -1, fail)
c.create_function("same", 1, lambda v: v, deterministic=True)
c.create_function("again", 0, lambda: c.execute("select count(*) from t").fetchone()[0])
c.create_function("odd", 0, lambda: object())
c.create_function("big", 0, lambda: 2 ** 70)
c.create_aggregate("total2", 1, Sum)
c.create_aggregate("failing", 1, Failing)
c.create_window_function("sum2", 1, Sum)
c.create_collation("backwards", lambda a, b: (a < b) - (a > b))
c.create_collation("failing", fail)
q = 'c.execute("{}").fetchall()'
c.row_factory = None
for sql in ("select fail(1)", "select same(x'00ff'), same(1.5), same('\u20ac'), same(null)", "select again()", "select odd()",
            "select big()", "select total2(a % 7) from t", "select failing(a) from t", "select failing(1) from t where 0",
            "select sum2(x) over (order by x rows between 1 preceding and 1 following) from (select 1 x union select 2 union select 3)",
            "select x from (select 'a' x union select 'b') order by x collate backwards",
            "select x from (select 'a' x union select 'b') order by x collate failing", "select * from nothing", "select",
            "select cast(x'ff' as text) as z"):
    t(q.format(sql))
c.set_authorizer(lambda *a: sqlite3.SQLITE_DENY)
t(q.format("select a from t"))
c.set_authorizer(fail)
t(q.format("select b from t"))
c.set_authorizer(None)
c.set_progress_handler(lambda: 1, 1)
t(q.format("select c from t"))
c.set_progress_handler(fail, 1)
t(q.format("select d from t"))
c.set_progress_handler(None, 1)
traced = []
c.set_trace_callback(traced.append)
c.execute("select ?, ?", (1, "x"))
c.set_trace_callback(fail)
c.execute("select 5")
c.set_trace_callback(None)
print(traced)




other = sqlite3.connect(":memory:")
cursor = other.cursor()
other.execute("create table t(a)")


def parameters():
    yield (1,)
    cursor.execute("select 1")


t("cursor.executemany('insert into t values(?)', parameters())")
many = [other.execute("select 1 union select 2") for _ in range(300)]
print(sum(m.fetchone()[0] for m in many), next(many[0]))
other.close()
t("next(many[0])", "many[1].fetchall()", "many[2].close()", "other.execute('select 1')", "other.close()")
del many

# Transactions.
c = sqlite3.connect(":memory:")
c.execute("create table t(a primary key)")
t("c.in_transaction", "c.execute('insert into t values(1)').rowcount", "c.in_transaction", "c.rollback()",
  "c.in_transaction", "c.total_changes", "c.executemany('insert into t values(?)', [(5,), (6,)]).rowcount", "c.commit()")
try:
    with c:
        c.execute("insert into t values(7)")
        c.execute("insert into t values(7)")
except sqlite3.IntegrityError as e:
    print(e, e.sqlite_errorcode, e.sqlite_errorname, isinstance(e, sqlite3.DatabaseError))
print(c.execute("select a from t").fetchall(), list(c.iterdump()))
for level in "immediate", None, "":
    c.isolation_level = level
    c.execute("update t set a = a + 100")
    print(repr(c.isolation_level), c.in_transaction)
c.commit()
copied = sqlite3.connect(":memory:")
steps = []
c.backup(copied, pages=1, progress=lambda *a: steps.append(a))
print(steps, copied.execute("select count(*) from t").fetchone())
again = sqlite3.connect(":memory:")
again.deserialize(copied.serialize())
print(again.execute("select a from t").fetchall())
t("c.backup(copied, progress=5)", "c.backup(copied, progress=lambda *a: 1 / 0)", "c.backup(copied, name='none')")

# Threads: one's connection is not another's; each may have its own.
results = []


def elsewhere():
    try:
        c.execute("select 1")
    except sqlite3.ProgrammingError as e:
        results.append(re.sub(r"thread id \d+", "thread id N", str(e)))


def busy():
    mine = sqlite3.connect(":memory:")
    mine.create_function("same", 1, lambda v: v)
    mine.execute("create table t(a)")
    mine.executemany("insert into t values(?)", ((i,) for i in range(200)))
    results.append(mine.execute("select sum(same(a)) from t").fetchone()[0])
    mine.close()


thread = threading.Thread(target=elsewhere)
thread.start()
thread.join()
together = [threading.Thread(target=busy) for _ in range(6)]
for thread in together:
    thread.start()
for thread in together:
    thread.join()
print(results)

# a blob whose row was written meanwhile, and slices of nothing
db = sqlite3.connect(":memory:")
db.execute("create table t(b blob)")
db.execute("insert into t values(zeroblob(10))")
blob = db.blobopen("t", "b", 1)
for _ in range(2):
    for f in (lambda: blob.read(), lambda: blob.write(b"x"), lambda: blob[0], lambda: blob[0:2], lambda: blob.__setitem__(0, 1),
              lambda: blob.__setitem__(slice(0, 2), b"ab"), lambda: blob[0:6:2], lambda: len(blob), lambda: blob.tell(),
              lambda: blob.seek(0), lambda: blob[0:0], lambda: blob.read(0), lambda: blob[10:20], lambda: blob[5:5:3],
              lambda: blob.__setitem__(slice(0, 0), b"ab"), lambda: blob.__setitem__(slice(0, 0), 3), lambda: blob[2:6:-1]):
        try:
            print(f())
        except Exception as e:
            print(type(e).__name__, e, getattr(e, "sqlite_errorname", None))
    db.execute("update t set b = 'abcdefghij'")
