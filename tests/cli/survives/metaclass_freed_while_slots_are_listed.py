# A base of the class that is made gets another class while its __slots__ are listed.
import gc


class Other(type):
    pass


class Meta(type):
    pass


class Base(metaclass=Meta):
    pass


del Meta


class Slots:
    def __iter__(self):
        Base.__class__ = Other
        gc.collect()
        return iter(["a", "b"])


made = type.__new__(type, "C", (Base,), {"__slots__": Slots()})
assert type(made).__name__ == "Meta" and type(Base) is Other
assert made.__slots__.__class__ is Slots and made.a.__name__ == "a"
