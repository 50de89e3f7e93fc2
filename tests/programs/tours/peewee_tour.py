"""An ORM on sqlite: models, joins, aggregates, transactions, prefetching, raw SQL."""
import datetime

from peewee import (JOIN, BooleanField, Case, CharField, Check, DateField, DoesNotExist, FloatField, ForeignKeyField, IntegerField, IntegrityError,
                    Model, SqliteDatabase, TextField, fn, prefetch)

db = SqliteDatabase(":memory:", pragmas={"foreign_keys": 1})


class Base(Model):
    class Meta:
        database = db


class Person(Base):
    name = CharField(unique=True)
    born = DateField(null=True)
    tall = FloatField(default=1.5, constraints=[Check("tall > 0")])


class Pet(Base):
    owner = ForeignKeyField(Person, backref="pets", on_delete="CASCADE")
    name = TextField()
    kind = CharField(index=True)
    good = BooleanField(default=True)
    age = IntegerField()


db.create_tables([Person, Pet])
people = [Person.create(name=n, born=datetime.date(1980 + i, 1, 1)) for i, n in enumerate(["ann", "bob", "cyd"])]
Pet.insert_many([{"owner": people[i % 2], "name": f"pet{i}", "kind": "cat" if i % 3 else "dog", "age": i} for i in range(8)]).execute()
query = Person.select(Person.name, fn.COUNT(Pet.id).alias("n"), fn.SUM(Pet.age).alias("s")).join(Pet, JOIN.LEFT_OUTER).group_by(Person).order_by(-fn.COUNT(Pet.id), Person.name)
print(query.sql())
print([(p.name, p.n, p.s) for p in query])
print([(p.name, [x.name for x in p.pets]) for p in prefetch(Person.select().order_by(Person.id), Pet.select())])
print(list(Pet.select(Pet.name, Case(Pet.kind, (("cat", "miau"),), "wuff").alias("says")).where((Pet.age > 2) & ~(Pet.name.endswith("5"))).dicts()))
print(Pet.update(age=Pet.age + 1).where(Pet.kind == "cat").execute(), [p.age for p in Pet.select().order_by(Pet.id)])
for wrong in (lambda: Person.create(name="ann"), lambda: Person.create(name="x", tall=-1), lambda: Person.get(Person.name == "nobody"), lambda: Pet.create(name="p")):
    try:
        with db.atomic():
            wrong()
    except (IntegrityError, DoesNotExist) as error:
        print(type(error).__name__, error)
with db.atomic() as transaction:
    people[0].delete_instance()
    print(Pet.select().count())
    transaction.rollback()
print(Pet.select().count(), Person.get_or_none(name="ann").born, Person.get_or_create(name="dan")[1])
print(list(db.execute_sql("select kind, count(*) from pet group by kind order by 1")), db.get_tables(), [c.name for c in db.get_columns("pet")])
ranked = Pet.select(Pet.name, fn.RANK().over(partition_by=[Pet.kind], order_by=[Pet.age.desc()]).alias("r")).order_by(Pet.id)
print([(p.name, p.r) for p in ranked])
