"""Orders as dataclasses, their states as enums and flags: made, compared, sorted, replaced, matched."""
import dataclasses
import enum
from collections import namedtuple
from functools import cached_property, total_ordering

N = 138
Place = namedtuple("Place", "shelf row", defaults=(0,))


class State(enum.Enum):
    NEW = "new"
    PAID = "paid"
    SENT = "sent"

    @property
    def following(self):
        members = list(State)
        return members[min(members.index(self) + 1, len(members) - 1)]


class Mode(enum.Flag):
    GIFT = enum.auto()
    EXPRESS = enum.auto()
    FRAGILE = enum.auto()


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 5


@dataclasses.dataclass(order=True, frozen=True, slots=True)
class Line:
    article: str
    count: int = 1
    price: float = dataclasses.field(default=1.0, compare=False)


@dataclasses.dataclass
class Order:
    number: int
    lines: list[Line] = dataclasses.field(default_factory=list)
    state: State = State.NEW
    mode: Mode = Mode(0)
    place: Place = Place("a")

    def __post_init__(self):
        self.lines.sort(reverse=True)

    @cached_property
    def value(self):
        return sum(line.count * line.price for line in self.lines)


@total_ordering
class Version:
    def __init__(self, text):
        self.parts = tuple(map(int, text.split(".")))

    def __eq__(self, other):
        return self.parts == other.parts

    def __lt__(self, other):
        return self.parts < other.parts


def kind(order):
    match order:
        case Order(state=State.NEW, lines=[]):
            return 1
        case Order(state=State.NEW | State.PAID, place=Place(shelf="a", row=row)) if row > 2:
            return 2
        case Order(lines=[Line(article, count), *_], mode=Mode.GIFT):
            return count + len(article)
        case Order(place=(shelf, 1)):
            return 4
        case _:
            return 5


def run(n):
    total = 0
    for i in range(n):
        orders = [Order(k, [Line("ab"[m % 2] * m, m, m / 2) for m in range(k % 4)], place=Place("a", k % 4)) for k in range(12)]
        for order in orders:
            order.state = order.state.following if order.number % 2 else State("new")
            if order.number % 3 == 0:
                order.mode |= Mode.GIFT | (Mode.EXPRESS if order.number % 2 else Mode.FRAGILE)
            total += kind(order) + (Mode.GIFT in order.mode) + int(order.value) + (order.state is State.PAID)
            total += len(repr(order)) + Level(5 if order.number % 2 else 1)
        total += dataclasses.replace(orders[3], number=99).number + len(dataclasses.asdict(orders[7])["lines"])
        total += len({line for order in orders for line in order.lines}) + (orders[1] == orders[1])
        total += len(str(max(Version("1.%d.%d" % (k % 5, k)) for k in range(12)).parts)) + State["SENT"].name.count("S")
    return total
