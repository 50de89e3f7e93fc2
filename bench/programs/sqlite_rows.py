"""A database in memory: tables, rows put in, joined, counted by a function in Python."""
import sqlite3

N = 6


class Median:
    def __init__(self):
        self.values = []

    def step(self, value):
        self.values.append(value)

    def finalize(self):
        return sorted(self.values)[len(self.values) // 2]


def run(n):
    total = 0
    for turn in range(n):
        with sqlite3.connect(":memory:") as db:
            db.create_function("halved", 1, lambda x: x // 2, deterministic=True)
            db.create_aggregate("median", 1, Median)
            db.row_factory = sqlite3.Row
            db.executescript("create table people (id integer primary key, name text, town text, age integer);"
                             "create table orders (person integer references people, value real); create index o on orders (person);")
            db.executemany("insert into people (name, town, age) values (?, ?, ?)",
                           ((f"name {i}", f"town {i % 7}", 20 + i * 7 % 50) for i in range(200)))
            db.executemany("insert into orders values (:person, :value)", [{"person": i % 200 + 1, "value": i * 1.5} for i in range(500)])
            for row in db.execute("select town, count(*) as n, median(age) m, sum(value) s from people join orders on person = id "
                                  "group by town order by town"):
                total += row["n"] + row["m"] + int(row["s"])
            for i in range(1, 120):
                name, age = db.execute("select name, halved(age) from people where id = ?", (i,)).fetchone()
                total += len(name) + age
            db.execute("update people set age = age + 1 where town = ?", ("town 3",))
            try:
                db.execute("insert into people (id) values (1)")
            except sqlite3.IntegrityError:
                total += 1
            total += len(list(db.iterdump())) + db.total_changes
        db.close()
    return total
