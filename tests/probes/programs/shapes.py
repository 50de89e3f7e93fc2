"""Comprehensions, classes, decorators, with, match, loops and multi-line statements."""


def twice(function):
    def wrapper(*args, **kwargs):
        return [function(*args, **kwargs) for _ in range(2)]

    return wrapper


def tagged(tag):
    def decorate(thing):
        thing.tag = tag
        return thing

    return decorate


class Context:
    def __init__(self, quiet):
        self.quiet = quiet

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return self.quiet


class Meta(type):
    def __new__(mcls, name, bases, body):
        return super().__new__(mcls, name, bases, body)

    def __call__(cls, *args):
        return super().__call__(*args)


@tagged("base")
class Base(metaclass=Meta):
    count = 0
    squares = [n * n for n in range(3)]

    def __init_subclass__(cls):
        cls.count = Base.count + 1

    def __init__(self, value):
        self._value = value

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, value):
        self._value = value

    @staticmethod
    def plain(a, b=2):
        return a + b

    @classmethod
    def make(cls):
        return cls(1)

    def __add__(self, other):
        return type(self)(self.value + other.value)

    def __iter__(self):
        yield self.value

    def __len__(self):
        return 3

    def __eq__(self, other):
        return isinstance(other, Base) and self.value == other.value

    def __hash__(self):
        return 7


@tagged(
    "sub",
)
class Sub(Base):
    class Inner:
        depth = 2

    def __repr__(self):
        return f"Sub({self.value!r:>3})"


@twice
@tagged("t")
def add(a, b=1, *rest, c, **more):
    return (
        a
        + b
        + c
    )


def classify(value):
    match value:
        case 0 | 1:
            return "small"
        case int() if value > 100:
            return "big"
        case [first, *rest]:
            return f"list {first}"
        case {"key": found, **others}:
            return found
        case Base(value=5):
            return "five"
        case str(text):
            return text
        case _:
            return "other"


def loops():
    out = []
    i = 0
    while i < 3:
        i += 1
        if i == 2:
            continue
        out.append(i)
    else:
        out.append("else")
    for i in range(5):
        if i == 3:
            break
    for a, b in zip("ab", "cd"): out.append(a + b)
    while True:
        break
    x = 1; y = 2
    if x and y or i:
        pass
    elif x:
        pass
    return out if out else None


def withs():
    with Context(True) as context:
        raise ValueError("swallowed")
    with Context(False), Context(
        True
    ):
        pass
    with (Context(False) as a,
          Context(False) as b):
        for _ in range(2):
            print(a is b)
    for _ in range(2):
        with Context(True):
            continue
    with Context(True):
        return context


def values():
    return (
        [x for x in range(3) if x % 2],
        sorted({x for x in "aab"}),
        {k: v for k, v in zip("ab", (1, 2))},
        sum(x * y for x in range(2) for y in range(2)),
        [[y for y in range(x)] for x in range(3)],
        sorted([3, 1, 2], key=lambda n: -n),
        list(map(lambda n: n + 1, [1, 2])),
        (n := 5) + n,
    )


def delete():
    first, (second, *third) = 1, (2, 3, 4)
    del first
    global made
    made = second, third
    text: str = "annotated"
    other: int
    return text


print(add(1, c=3), add(*[1, 2], **{"c": 3}))
print([classify(v) for v in (0, 500, [1, 2], {"key": "k"}, Sub(5), "s", 2.5)])
print(loops(), values())
print(delete(), made)
print(withs() is not None)
s = Sub.make() + Sub(4)
s.value = 9
print(s, list(s), len(s), bool(s), s == Sub(9), s in {Sub(9)}, Sub.plain(1))
print(Sub.tag, Sub.count, Base.squares, add.tag if hasattr(add, "tag") else None)
exec("inner = [n for n in range(2)]\nprint(inner)")
if __name__ == "__main__":
    print("end")
