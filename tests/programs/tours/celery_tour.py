"""A walk through libraries that do work for programs: tasks, searches, triples, units, SQL, records, states."""
import sys

sys.modules["ujson"] = None  # a module in C, which tinydb takes where it is installed, and which writes no blanks
import construct
import pint
import rdflib
import sqlglot
from asteval import Interpreter
from celery import Celery, chain, chord, group
from pony import orm
from sqlglot.executor import execute
from tinydb import Query, TinyDB
from transitions import Machine
from whoosh import fields, qparser
from whoosh.filedb.filestore import RamStorage

app = Celery("tour", broker="memory://", backend="cache+memory://")
app.conf.task_always_eager = True


@app.task
def add(a, b):
    return a + b


@app.task
def total(numbers):
    return sum(numbers)


pairs = [add.s(n, n) for n in range(4)]
print("celery", add.delay(1, 2).get(), chain(add.s(1, 2), add.s(3))().get(), group(pairs)().get(), chord(pairs, total.s())().get())

index = RamStorage().create_index(fields.Schema(title=fields.TEXT(stored=True), body=fields.TEXT))
writer = index.writer()
for n in range(9):
    writer.add_document(title=f"T{n}", body=f"word{n} apple {'pear ' * n}")
writer.commit()
with index.searcher() as searcher:
    for text in "apple", "pear AND word3", "word*", '"apple pear"', "title:T2 OR pear~":
        hits = searcher.search(qparser.QueryParser("body", index.schema).parse(text))
        print("whoosh", text, [(hit["title"], round(hit.score, 4)) for hit in hits])

graph = rdflib.Graph()
graph.parse(data='@prefix : <http://x/> . :a :b :c ; :d "e"@en, 3 . :c :b :z .', format="turtle")
print("rdflib", graph.serialize(format="turtle"), graph.serialize(format="xml"))
print("rdflib", sorted(graph.query("select ?x ?y where {?x <http://x/b>+ ?y}")))

unit = pint.UnitRegistry()
print("pint", (3 * unit.m / unit.s).to("km/h"), (1 * unit.inch).to("cm"), unit("2 N*m").to_base_units(), unit.Quantity(20, "degC").to("degF"))
try:
    (1 * unit.m).to("s")
except pint.DimensionalityError as e:
    print("pint", e)

query = "SELECT a, b+1 AS c FROM t JOIN u ON t.x=u.y WHERE a IN (1,2) GROUP BY 1 HAVING count(*)>1 ORDER BY 2 LIMIT 5"
print("sqlglot", sqlglot.transpile(query, write="bigquery", pretty=True)[0])
rows = [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}, {"a": 5, "b": "x"}]
print("sqlglot", execute("select sum(a) as s, b from t group by b order by b", tables={"t": rows}))

db = orm.Database("sqlite", ":memory:")


class Shelf(db.Entity):
    name = orm.Required(str)
    books = orm.Set("Book")


class Book(db.Entity):
    shelf = orm.Required(Shelf)
    pages = orm.Required(int)


db.generate_mapping(create_tables=True)
orm.set_sql_debug(True)
with orm.db_session:
    shelf = Shelf(name="first")
    for n in range(4):
        Book(shelf=shelf, pages=n)
    orm.commit()
    print("pony", orm.select((b.pages, b.shelf.name) for b in Book if b.pages > 1 and b.shelf.name.startswith("f"))[:])
    print("pony", orm.sum(b.pages for b in Book), Shelf[1].books.count())

evaluate = Interpreter()
print("asteval", evaluate("x = [a**2 for a in range(5)]; sum(x)"), evaluate.symtable["x"])


class Door:
    pass


door = Door()
Machine(door, states=["open", "shut", "locked"], initial="open",
        transitions=[["go", "open", "shut"], {"trigger": "go", "source": "shut", "dest": "locked", "conditions": lambda: True}])
print("transitions", door.state, door.go(), door.state, door.go(), door.state)

table, field = TinyDB("table.json"), Query()
table.insert_multiple([{"a": n, "b": {"c": str(n)}} for n in range(5)])
print("tinydb", table.search((field.a > 2) & (field.b.c != "4")), table.update({"z": 1}, field.a == 1), table.count(field.z.exists()))

item = construct.Struct("x" / construct.VarInt, "y" / construct.BitStruct("high" / construct.Nibble, "low" / construct.Nibble))
record = construct.Struct("mark" / construct.Const(b"AB"), "n" / construct.Int16ul, "items" / construct.Array(construct.this.n, item),
                          "name" / construct.CString("utf8"))
built = record.build({"n": 2, "items": [{"x": 300, "y": {"high": 1, "low": 2}}, {"x": 1, "y": {"high": 3, "low": 4}}], "name": "hé"})
print("construct", built, record.parse(built))
try:
    record.parse(b"AC")
except construct.ConstError as e:
    print("construct", e)
