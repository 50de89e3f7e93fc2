"""Core and ORM on sqlite: expressions, relationships, loading, events, migrations of schema, asyncio's refusals."""
from __future__ import annotations

import datetime
import decimal
import enum
import pickle

from sqlalchemy import (JSON, Boolean, Column, Date, Enum, ForeignKey, Index, Integer, MetaData, Numeric, String, Table, UniqueConstraint, and_, case,
                        cast, create_engine, delete, event, exc, exists, func, insert, inspect, literal, not_, or_, select, text, tuple_, update)
from sqlalchemy.dialects import mysql, oracle, postgresql
from sqlalchemy.ext.associationproxy import association_proxy
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import aliased, backref, declarative_base, joinedload, relationship, selectinload, sessionmaker, validates
from sqlalchemy.schema import CreateTable

Base = declarative_base()


class Colour(enum.Enum):
    red = 1
    blue = 2


links = Table("links", Base.metadata, Column("post", ForeignKey("posts.id"), primary_key=True), Column("tag", ForeignKey("tags.id"), primary_key=True))


class User(Base):
    __tablename__ = "users"
    id = Column(Integer, primary_key=True)
    name = Column(String(30), nullable=False, index=True)
    born = Column(Date)
    active = Column(Boolean, default=True)
    colour = Column(Enum(Colour), default=Colour.red)
    extra = Column(JSON)
    balance = Column(Numeric(10, 2))
    posts = relationship("Post", back_populates="author", cascade="all, delete-orphan", order_by="Post.id")
    __table_args__ = (UniqueConstraint("name", "born"),)

    @hybrid_property
    def shout(self):
        return self.name + "!"

    @validates("name")
    def check_name(self, key, value):
        if not value:
            raise ValueError(f"empty {key}")
        return value

    def __repr__(self):
        return f"User({self.id}, {self.name!r})"


def make_tag(name):
    return Tag(name=name)


class Post(Base):
    __tablename__ = "posts"
    id = Column(Integer, primary_key=True)
    title = Column(String)
    author_id = Column(ForeignKey("users.id"))
    author = relationship(User, back_populates="posts")
    tags = relationship("Tag", secondary=links, backref=backref("posts", lazy="dynamic"), order_by="Tag.name")
    tag_names = association_proxy("tags", "name", creator=make_tag)


class Tag(Base):
    __tablename__ = "tags"
    id = Column(Integer, primary_key=True)
    name = Column(String, unique=True)
    kind = Column(String)
    __mapper_args__ = {"polymorphic_on": kind, "polymorphic_identity": "plain"}


class Label(Tag):
    __tablename__ = "labels"
    id = Column(ForeignKey("tags.id"), primary_key=True)
    weight = Column(Integer)
    __mapper_args__ = {"polymorphic_identity": "label"}


engine = create_engine("sqlite://", future=True)
statements = []
event.listen(engine, "before_cursor_execute", lambda c, cu, statement, p, ctx, many: statements.append((" ".join(statement.split()), p)))
Base.metadata.create_all(engine)
Session = sessionmaker(engine, future=True)
with Session() as session:
    ann, bob = User(name="ann", born=datetime.date(1990, 5, 17), extra={"a": [1, None]}, balance=decimal.Decimal("12.5")), User(name="bob", colour=Colour.blue)
    ann.posts = [Post(title=f"post {n}") for n in range(3)]
    ann.posts[0].tag_names.extend(["x", "y"])
    ann.posts[1].tags.append(Label(name="z", weight=3))
    session.add_all([ann, bob])
    print(session.new.__len__(), session.dirty)
    session.commit()
    print(ann, ann.born, ann.colour, ann.extra, ann.balance, ann.shout, list(ann.posts[0].tag_names), inspect(ann).persistent)
    for query in (select(User).where(User.shout == "ann!"), select(User.name, func.count(Post.id)).outerjoin(Post).group_by(User.id).order_by(User.name),
                  select(Post).join(Post.tags).where(Tag.name.in_(["x", "z"])).order_by(Post.id), select(Tag).order_by(Tag.name),
                  select(User).options(selectinload(User.posts).joinedload(Post.tags)).order_by(User.id),
                  select(case((User.active, "yes"), else_="no"), cast(User.balance, String)).order_by(User.id)):
        print(session.execute(query).unique().all())
    other = aliased(User)
    print(session.execute(select(User.name, other.name).where(User.id < other.id)).all())
    bob.name = "rob"
    print(session.dirty, inspect(bob).attrs.name.history)
    session.flush()
    session.rollback()
    print(bob.name)
    try:
        User(name="")
    except ValueError as error:
        print(error)
    session.add(Tag(name="x"))
    try:
        session.flush()
    except exc.IntegrityError as error:
        print(str(error).splitlines()[0])
        session.rollback()
    ann.posts.pop()
    session.commit()
    print(session.scalar(select(func.count()).select_from(Post)), session.get(Post, 3))
    print(session.execute(update(User).where(User.name == "bob").values(balance=User.id + 5)).rowcount, bob.balance)
    len(ann.posts), ann.name
    copy = pickle.loads(pickle.dumps(ann))
    print(copy.name, session.merge(copy) is ann)
    print(session.query(User).filter(or_(User.name.like("a%"), ~User.posts.any())).order_by(User.id.desc()).all())
    session.execute(delete(Tag).where(Tag.name == "y"))
for statement in statements:
    print(statement)
meta = MetaData()
things = Table("things", meta, Column("id", Integer, primary_key=True), Column("a", String(5), server_default="q"), Column("n", Numeric(5, 1)), Index("ix", "a"))
for dialect in (None, mysql.dialect(), postgresql.dialect(), oracle.dialect()):
    print(CreateTable(things).compile(dialect=dialect))
    print(select(things.c.a, func.row_number().over(partition_by=things.c.a, order_by=things.c.n.desc()).label("r")).where(
        and_(things.c.n > 5, not_(exists().where(things.c.id == literal(3))))).limit(5).offset(2).compile(dialect=dialect))
print(postgresql.insert(things).values(a="x").on_conflict_do_update(index_elements=["a"], set_={"n": 1}).compile(dialect=postgresql.dialect()))
cte = select(things.c.id).where(things.c.id == 1).cte("up", recursive=True)
print(select(cte.union_all(select(things.c.id + 1).join(cte, things.c.id == cte.c.id))))
print(tuple_(things.c.a, things.c.n).in_([("x", 2)]).compile(compile_kwargs={"literal_binds": True}))
with engine.begin() as connection:
    meta.create_all(connection)
    print(connection.execute(insert(things), [{"a": str(n), "n": n / 2} for n in range(5)]).rowcount)
    for row in connection.execute(text("select a, n from things where n > :n order by n"), {"n": 0.5}).mappings():
        print(dict(row))
    print(inspect(connection).get_table_names(), inspect(connection).get_indexes("things"), [str(c["type"]) for c in inspect(connection).get_columns("things")])
for wrong in (lambda: select(User).where(User.nope == 1), lambda: engine.connect().execute(text("select nope")), lambda: Session().execute(select(User)).one(),
              lambda: create_engine("nosuch://x")):
    try:
        wrong()
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])
with Session() as session:
    session.add_all([User(name=f"u{n}", posts=[Post(title=str(n))]) for n in range(300)])
    session.commit()
    print(len(session.scalars(select(User).options(joinedload(User.posts))).unique().all()))
