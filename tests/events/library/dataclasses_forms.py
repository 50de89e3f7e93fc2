import dataclasses
from dataclasses import dataclass, field


@dataclass
class Item:
    name: str
    price: float = 1.5
    tags: list = field(default_factory=list, compare=False)
    hidden: int = field(default=0, repr=False, init=False)

    def __post_init__(self):
        self.hidden = len(self.name)


@dataclass(frozen=True, order=True, slots=True)
class Point:
    x: int
    y: int = 0


@dataclass(kw_only=True)
class Child(Item):
    extra: dataclasses.InitVar[int] = 3

    def __post_init__(self, extra):
        super().__post_init__()
        self.total = extra


a = Item("pen")
print(a, a == Item("pen"), dataclasses.asdict(a), dataclasses.astuple(a), dataclasses.replace(a, price=2))
print(Point(1) < Point(1, 2), hash(Point(1)) == hash(Point(1)), sorted([Point(2), Point(1)]), [f.name for f in dataclasses.fields(Child)])
print(Child(name="x", extra=5).total, dataclasses.make_dataclass("Made", [("q", int), ("r", int, 4)])(1), dataclasses.is_dataclass(Item))
try:
    Point(1).x = 2
except dataclasses.FrozenInstanceError as error:
    print(error)
for body in {"__annotations__": {"a": list}, "a": []}, {"__annotations__": {"a": int, "b": int}, "a": 1}:
    try:
        dataclass(type("Bad", (), body))
    except (ValueError, TypeError) as error:
        print(error)
match Point(3, 4):
    case Point(x, y):
        print(x, y)
