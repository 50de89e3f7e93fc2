"""Bases that are assigned may bring a layout into the MRO of a subclass that is not its own: a class of a metaclass refuses it, one of type does not."""


class Meta(type):
    pass


class Own(type):
    def mro(cls):
        return super().mro()


def show(*classes):
    for cls in classes:
        names = [[c.__name__ for c in part] for part in (cls.__mro__, cls.__bases__, (cls.__base__,))]
        print(cls.__name__, *names)


for M in type, Meta, Own:
    print(M.__name__)

    class One(metaclass=M):
        __slots__ = "x",

    class Two(metaclass=M):
        __slots__ = "x",

    class Sub(One, metaclass=M):
        __slots__ = ()

    class Other(One, metaclass=M):
        __slots__ = ()

    class Both(Sub, Other, metaclass=M):
        __slots__ = ()

    class Last(Both, metaclass=M):
        pass

    try:
        Sub.__bases__ = Two,
    except TypeError as e:
        print(e)
    show(Sub, Both, Last)


# A class of type that has such an MRO has no subclass of a metaclass.
class One:
    __slots__ = "x",


class Two:
    __slots__ = "x",


class Sub(One):
    __slots__ = ()


class Both(Sub, One):
    __slots__ = ()


Sub.__bases__ = Two,
show(Both, type("Plain", (Both,), {}))
try:
    Meta("Refused", (Both,), {})
except TypeError as e:
    print(e)
