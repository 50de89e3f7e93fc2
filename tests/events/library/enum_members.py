import enum


class Color(enum.Enum):
    RED = 1
    GREEN = enum.auto()
    ALIAS = 1

    @property
    def low(self):
        return self.name.lower()

    @classmethod
    def _missing_(cls, value):
        return cls.RED if value == "red" else None


class Perm(enum.IntFlag, boundary=enum.KEEP):
    R, W = 4, 2
    X = 1
    ALL = 7


@enum.unique
class Text(enum.StrEnum):
    A = enum.auto()
    B = "b"


class Planet(enum.Enum):
    EARTH = (1, 2)

    def __init__(self, mass, radius):
        self.mass = mass


print(list(Color), Color["RED"], Color(2), Color("red"), Color.ALIAS is Color.RED, Color.RED.low, Color.__members__, Planet.EARTH.mass)
print(Perm.R | Perm.W, ~Perm.R, Perm(9), Perm.R in Perm.ALL, list(Perm.ALL), Perm.R ^ Perm.ALL, f"{Text.A}", Text("b"), int(Perm.X))
print(enum.Enum("Made", "P Q"), list(enum.Flag("F", "A B C")), enum.IntEnum("I", {"z": 5}).z + 1, repr(enum.Flag("G", "A B")(3)))
for bad in lambda: Color(9), lambda: Color["X"], lambda: setattr(Color, "RED", 3), lambda: type("Sub", (Color,), {}), lambda: enum.unique(Color):
    try:
        bad()
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        print(type(error).__name__, error)
