"""Classes made by attrs: validators, converters, slots, frozen ones, order, evolve, hooks."""
import pickle
import typing

import attr
import attrs
from attrs import asdict, astuple, cmp_using, define, evolve, field, fields, frozen, make_class, mutable, setters, validators


@define(order=True)
class Point:
    x: int = field(default=0, validator=validators.instance_of(int))
    y: float = field(default=1.0, converter=float, metadata={"unit": "m"})
    tags: list = field(factory=list, order=False, repr=lambda v: f"<{len(v)}>")
    cached: typing.Optional[int] = field(init=False, default=None, eq=False, repr=False)

    def __attrs_post_init__(self):
        self.cached = self.x * 2

    @x.validator
    def _small(self, attribute, value):
        if value > 100:
            raise ValueError(f"{attribute.name} is too large: {value}")


@frozen(kw_only=True)
class Named:
    x: int = 0
    name: str = field(validator=[validators.matches_re(r"\w+"), validators.min_len(2)])
    kind: str = field(default="a", validator=validators.in_(["a", "b"]))


@attr.s(slots=False, hash=True, auto_attribs=True, str=True)
class Old(Exception):
    a: int
    b: attr.ib() = attr.Factory(lambda self: self.a + 1, takes_self=True)


@mutable(on_setattr=setters.pipe(setters.convert, setters.validate))
class Set:
    n = field(converter=int, validator=validators.ge(0))
    m = field(default=None, validator=validators.optional(validators.deep_iterable(validators.instance_of(str))), on_setattr=setters.NO_OP)
    c = field(default=None, eq=cmp_using(eq=lambda a, b: len(a) == len(b)))


p = Point(3, "2.5", ["t"])
print(p, Point() < p, p == Point(3, 2.5, ["t"]), p.cached, evolve(p, x=4), asdict(p), astuple(p, filter=attrs.filters.exclude(fields(Point).tags)), Point.__slots__, pickle.loads(pickle.dumps(p)) == p)
n = Named(name="ab", x=1)
print(n, Named.__mro__, fields(Named).name, [a.name for a in fields(Named)], Named.__init__.__annotations__, Named.__match_args__, Point.__match_args__)
for act in (lambda: Point("x"), lambda: Point(101), lambda: setattr(n, "x", 2), lambda: Named("ab"), lambda: Named(name="?"), lambda: Named(name="ab", kind="c"), lambda: setattr(p, "zz", 1), lambda: setattr(Set(1), "n", -1),
            lambda: Set("q"), lambda: Set(1, ["a", 1]), lambda: Old(), lambda: Point() < 3, lambda: define(type("Bad", (), {"__annotations__": {"a": int, "b": int}, "a": 1}))):
    try:
        print(act())
    except Exception as error:
        print(type(error).__name__, error)
s = Set("5")
s.n = "7"
print(s, Old(1), str(Old(1)), hash(Old(1)) == hash(Old(1)), Set(1, c="ab") == Set(1, c="xy"), make_class("Made", {"a": field(default=3), "b": field(factory=dict)})(), attr.has(Point))
print(attr.asdict(Set(1, c=[p, {"k": p}]), value_serializer=lambda i, a, v: str(v) if isinstance(v, float) else v), attrs.resolve_types(Point) is Point, typing.get_type_hints(Point))


def shorten(cls, fields):
    return [f.evolve(converter=str) for f in fields if not f.name.startswith("_")]


@define(field_transformer=shorten)
class Changed:
    a: int
    _b: int = 3


match Point(1, 2):
    case Point(x=1, y=y):
        print("matched", y, Changed(5))


@define
class WithClassCell:
    a: int

    def who(self):
        return __class__, super().__repr__()[:20]


@define(weakref_slot=False, getstate_setstate=False)
class Tight:
    a: int


print(WithClassCell(1).who()[0] is WithClassCell, Tight.__slots__, repr(fields(Point).x), hash(frozen(type("F", (), {"__annotations__": {"a": int}}))(5)) == hash(frozen(type("F", (), {"__annotations__": {"a": int}}))(5)))
import inspect
print(inspect.signature(Named), inspect.signature(Point.__init__), inspect.getsource(Point.__init__) if False else Point.__init__.__code__.co_filename.replace(__name__, "M"))
