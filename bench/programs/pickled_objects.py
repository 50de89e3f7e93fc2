"""Objects pickled and loaded by every protocol: shared parts, classes with their own ways, buffers."""
import collections
import datetime
import io
import pickle
import sys
import types

N = 18
Point = collections.namedtuple("Point", "x y")


class Plain:
    def __init__(self, number):
        self.number, self.items = number, [number] * 3


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self, a, b):
        self.a, self.b = a, b

    def __getstate__(self):
        return self.a, self.b

    def __setstate__(self, state):
        self.a, self.b = state


class Reduced(dict):
    def __reduce__(self):
        return Reduced, (), None, None, iter(self.items())


# Classes are pickled by the name of their module, which has to be there.
vars(sys.modules.setdefault(__name__, types.ModuleType(__name__))).update(Point=Point, Plain=Plain, Slotted=Slotted, Reduced=Reduced)
SHARED = list(range(50))
DATA = {"plain": [Plain(i) for i in range(30)], "slotted": [Slotted(i, str(i)) for i in range(20)], "points": [Point(i, i / 2) for i in range(20)],
        "shared": [SHARED, SHARED, {"again": SHARED}], "reduced": Reduced(zip("abc", range(3))), "sets": [{1, 2, 3}, frozenset("xy")],
        "texts": ["ä" * i for i in range(30)], "bytes": [bytes(i) for i in range(20)], "big": [1 << 100, -5, 3.25, None, True, 2j],
        "dates": [datetime.date(2026, 1, 1 + i) for i in range(10)]}


def run(n):
    total = 0
    for _ in range(n):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            data = pickle.dumps(DATA, protocol)
            back = pickle.loads(data)
            total += len(data) + back["slotted"][7].a + back["points"][3].x + (back["shared"][0] is back["shared"][1])
        stream = io.BytesIO()
        pickler = pickle.Pickler(stream, 5)
        for part in DATA.values():
            pickler.dump(part)
        stream.seek(0)
        unpickler = pickle.Unpickler(stream)
        total += sum(len(unpickler.load()) for _ in DATA)
    return total
