"""Connections that threads share, and a thread that begins while a statement runs: SQLite's mutexes are minipy's own, and
do less while a process has one thread."""
import sqlite3
import threading

shared = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
shared.execute("create table counts (id integer primary key, n integer)")
shared.executemany("insert into counts values (?, 0)", ((i,) for i in range(8)))
other, began, seen = [], threading.Event(), []


def ask():
    began.set()
    seen.append(shared.execute("select count(*) from counts").fetchone())  # waits until the statement of the other has ended


def start_thread(i):
    if not other:
        other.append(threading.Thread(target=ask))
        other[0].start()
        began.wait()
    return i + 1


shared.create_function("start_thread", 1, start_thread)
print(shared.execute("select sum(start_thread(id)) from counts").fetchone())
other[0].join()
print(seen)


def count(turns):
    for i in range(turns):
        shared.execute("update counts set n = n + 1 where id = ?", (i % 8,))
        shared.execute("select n from counts where id = ?", (i % 8,)).fetchall()


def count_alone(turns, results):
    with sqlite3.connect(":memory:") as own:
        own.execute("create table t (x text)")
        own.executemany("insert into t values (?)", (("x" * (i % 700),) for i in range(turns)))
        results.append(own.execute("select sum(length(x)), group_concat(length(x), '.') from t").fetchone()[0])
    own.close()


results = []
threads = [threading.Thread(target=count, args=(80,)) for _ in range(4)]
threads += [threading.Thread(target=count_alone, args=(300, results)) for _ in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(shared.execute("select sum(n), min(n), max(n) from counts").fetchone(), results)
shared.close()

# Blocks of all sizes, which grow and shrink.
db = sqlite3.connect(":memory:")
db.execute("create table t (b blob)")
for size in range(0, 1400, 7):
    db.execute("insert into t values (?)", (bytes(i % 251 for i in range(size)),))
db.create_function("twice", 1, lambda b: b + b)
print(sum(twice == b + b for b, twice in db.execute("select b, twice(b) from t")), db.execute("select sum(length(b || 'x')) from t").fetchone())
