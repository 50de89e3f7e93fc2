# Whoever has no __init__ of its own takes no keywords: array.array looks for one, not for a subclass.
import array
import collections
import io
import itertools


def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except TypeError as e:
        print(e)


class Plain(array.array):
    pass


class Below(Plain):
    __init__ = object.__init__


class OwnNew(array.array):
    def __new__(cls, *args, **kwargs):
        return array.array.__new__(cls, *args, **kwargs)


class Own(array.array):
    def __init__(self, *args, **kwargs):
        print(args, kwargs)


class Aside:
    def __init__(self, *args, **kwargs):
        pass


class Beside(Aside, array.array):
    pass


for cls in array.array, Plain, Below, OwnNew, Own, Beside:
    show(cls, "i", x=1)
    show(cls, typecode="i")
    show(cls, "i", **{})
    show(array.array.__new__, cls, "i", x=1)

# Others refuse keywords unless a subclass has an __init__; zip and product look at them always.
for base, *args in ([zip, []], [itertools.product, []], [set], [frozenset], [tuple, ()], [float], [list], [enumerate, []], [map, len, []],
                    [filter, len, []], [reversed, []], [itertools.chain, []], [itertools.cycle, []], [itertools.starmap, len, []],
                    [itertools.islice, [], 1], [itertools.count], [itertools.repeat, 1], [collections.deque], [io.BytesIO], [property]):
    class Plain(base):
        pass

    class Own(base):
        def __init__(self, *args, **kwargs):
            pass

    for cls in base, Plain, Own:
        for keywords in {"zz": 1}, {"zz": 1, "y": 2}:
            try:
                print(cls.__name__, type(cls(*args, **keywords)).__mro__[-2:])
            except TypeError as e:
                print(cls.__name__, e)
