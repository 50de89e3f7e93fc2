"""PRAGMA hard_heap_limit and soft_heap_limit: SQLite takes no more than it is told, and says so by a MemoryError."""
import sqlite3

db = sqlite3.connect(":memory:")
print(db.execute("PRAGMA hard_heap_limit=3000000").fetchall(), db.execute("PRAGMA soft_heap_limit").fetchall())
db.execute("CREATE TABLE t(a)")
try:
    for i in range(2000):
        db.execute("INSERT INTO t VALUES(?)", ("x" * 10000,))
    print("all of it")
except MemoryError as error:
    print("MemoryError", error.args, 100 < i < 300)
print(db.execute("PRAGMA hard_heap_limit").fetchall())
db.close()
db = sqlite3.connect(":memory:")
print(db.execute("SELECT 1 + 1").fetchall(), db.execute("PRAGMA soft_heap_limit=1000000").fetchall())
