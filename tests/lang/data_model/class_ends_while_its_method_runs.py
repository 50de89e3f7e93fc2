"""A class that ends while one of its methods runs: the instances have got another class, and nothing else held it."""
import gc
import sys
import warnings

warnings.simplefilter("ignore")


def said(call, *args, **keywords):
    try:
        return call(*args, **keywords)
    except BaseException as error:
        return f"{type(error).__name__}: {error}"


class Plain:
    pass


class Other:
    def __init__(self, *args):
        pass

    def __eq__(self, other):
        return "other's ==" if other is not self else NotImplemented

    def __radd__(self, other):
        return "other's +"

    def __getitem__(self, i):
        return ["other's"][i]

    __hash__ = None


live = []
UNARY = """neg pos invert abs int float complex index bool len length_hint hash repr str bytes iter reversed next enter aenter await aiter anext
    dir sizeof round trunc floor ceil fspath reduce reduce_ex getstate""".split()
BINARY = """add sub mul matmul truediv floordiv mod divmod pow lshift rshift and or xor lt le eq ne gt ge getitem contains delitem getattr
    getattribute delattr format""".split()
BINARY += ["r" + n for n in BINARY[:14]] + ["i" + n for n in BINARY[:7] + BINARY[8:14]]
ANSWERS = {"bool": True, "len": 1, "length_hint": 1, "hash": 5, "repr": "r", "str": "s", "bytes": b"b", "int": 1, "float": 1.0, "complex": 1j, "index": 0,
           "dir": [], "fspath": "/", "format": "f", "iter": iter("ab"), "reversed": [1], "sizeof": 1, "reduce_ex": "int"}


def dying(name, answer, onto, base=object):
    """An instance of a class that is gone when its method __name__ answers."""
    def method(self, *args):
        for obj in (self, *args):
            if type(obj).__name__ == "Dying":
                said(setattr, obj, "__class__", onto)
        gc.collect()
        garbage = bytearray(3000), [(1, 2)] * 40, {n: n for n in range(40)}
        live.append(len(garbage))
        return answer
    cls = type("Dying", (base,), {f"__{name}__": method})
    live[:] = []
    return cls


USES = {
    "neg": lambda a: -a, "pos": lambda a: +a, "invert": lambda a: ~a, "abs": abs, "int": int, "float": float, "complex": complex, "index": lambda a: "xy"[a], "bool": lambda a: 1 if a else 2,
    "len": len, "length_hint": lambda a: __import__("operator").length_hint(a), "hash": hash, "repr": repr, "str": str, "bytes": bytes, "iter": list, "reversed": lambda a: list(reversed(a)),
    "next": lambda a: [next(a), said(next, a)], "dir": dir, "sizeof": lambda a: sys.getsizeof(a) > 0, "round": round, "trunc": __import__("math").trunc, "floor": __import__("math").floor,
    "ceil": __import__("math").ceil, "fspath": lambda a: __import__("os").fspath(a), "reduce_ex": __import__("copy").copy,
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "matmul": lambda a, b: a @ b, "truediv": lambda a, b: a / b, "floordiv": lambda a, b: a // b,
    "mod": lambda a, b: a % b, "divmod": divmod, "pow": lambda a, b: a ** b, "lshift": lambda a, b: a << b, "rshift": lambda a, b: a >> b, "and": lambda a, b: a & b, "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b, "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
    "getitem": lambda a, b: a[b], "contains": lambda a, b: b in a, "delitem": lambda a, b: a.__delitem__(b), "getattr": lambda a, b: a.missing, "getattribute": lambda a, b: a.missing,
    "delattr": lambda a, b: delattr(a, "x"), "format": lambda a, b: f"{a:>3}",
}
for n in "add sub mul matmul truediv floordiv mod pow lshift rshift and or xor".split():
    exec(f"def use(a, b):\n    a {__import__('dis')._nb_ops[[o[0] for o in __import__('dis')._nb_ops].index('NB_INPLACE_' + {'mul': 'MULTIPLY', 'matmul': 'MATRIX_MULTIPLY', 'sub': 'SUBTRACT', 'truediv': 'TRUE_DIVIDE', 'floordiv': 'FLOOR_DIVIDE', 'mod': 'REMAINDER', 'pow': 'POWER'}.get(n, n.upper()))][1]} b\n    return a")
    USES["i" + n] = use


def plain(outcome):
    return type(outcome).__name__ if "0x" in str(said(repr, outcome)) else outcome


for name in UNARY:
    if name in USES:
        for onto in Plain, Other:
            for answer in ANSWERS.get(name, NotImplemented), NotImplemented:
                print(name, onto.__name__, repr(plain(said(USES[name], dying(name, answer, onto)()))), live)
for name in BINARY:
    use = USES[name.removeprefix("r") if name not in USES else name]
    for onto in Plain, Other:
        for answer in ANSWERS.get(name, 7), NotImplemented:
            a, same = dying(name, answer, onto), dying(name, answer, onto)
            outcomes = [said(use, a(), 1), said(use, *(lambda c: (c(), c()))(same)), said(use, *(lambda c: (c(), type("Dying", (c,), {})()))(dying(name, answer, onto)))]
            del a, same
            outcomes += [said(use, 1, dying(name, answer, onto)()), said(use, Plain(), dying(name, answer, onto, Plain)()), said(use, Other(), dying(name, answer, onto, Other)())]
            print(name, onto.__name__, *(repr(plain(o)) for o in outcomes), live)


# Descriptors, metaclasses, context managers, calls, and what walks over such an object.
def get(self, obj, cls):
    obj.__class__ = Plain
    del cls
    gc.collect()
    return type(self).__name__


class Getter:
    __get__ = get


class Setter(Getter):
    def __set__(self, obj, value):
        obj.__class__ = Plain
        gc.collect()

    def __delete__(self, obj):
        obj.__class__ = Plain
        gc.collect()


def described(descriptor):
    return type("Dying", (), {"x": descriptor})()


for make in Getter, Setter, lambda: property(lambda self: get(Plain(), self, None)):
    for use in (lambda a: a.x, lambda a: a.x(), lambda a: setattr(a, "x", 1), lambda a: delattr(a, "x"), lambda a: getattr(a, "x", 3), lambda a: hasattr(a, "x"),
                lambda a: a.x + a.x, lambda a: __import__("operator").attrgetter("x")(a)):
        print(plain(said(use, described(make()))), end="; ")
print()


def entering(self):
    self.__class__ = Other
    gc.collect()
    return type(self).__name__


def within():
    with type("Dying", (), {"__enter__": entering, "__exit__": lambda self, *args: print("left", type(self).__name__, args[0]) or True})() as name:
        print("entered", name)
        raise KeyError


within()
print(plain(said(type("Dying", (), {"__call__": lambda self, *a, **k: (entering(self), a, k)})(), 1, x=2)))
print(plain(said(type("Dying", (), {"__init__": lambda self, *a: entering(self) and None}), 1)))
print(plain(said(type("Dying", (), {"__new__": lambda cls, *a: Plain()}), 1)), plain(said(type("Dying", (), {"__new__": lambda cls, *a: entering(object.__new__(cls)) and Plain()}))))
for walk in set, sum, max, dict, lambda a: list(reversed(a)), lambda a: [x for x in a], lambda a: a in a, lambda a: list(zip(a, a)), lambda a: list(map(str, a)), \
        lambda a: list(enumerate(a)), lambda a: list(filter(None, a)), lambda a: (lambda b, *c: (b, c))(*a), bytes, tuple, frozenset:
    print(plain(said(walk, type("Dying", (), {"__iter__": lambda self: self, "__next__": lambda self: entering(self)})())),
          plain(said(walk, type("Dying", (), {"__getitem__": lambda self, i: (entering(self), "a")[1]})())),
          plain(said(walk, type("Dying", (), {"__getitem__": lambda self, i: (entering(self), "a")[1], "__len__": lambda self: len(entering(self))})())))


class Index:
    def __init__(self, act):
        self.act = act

    def __index__(self):
        self.act()
        return 0


for base in list, dict, set, bytearray, __import__("collections").deque, __import__("array").array:
    class Onto(base):
        pass
    for use in (lambda d, i: d[i], lambda d, i: d.__setitem__(i, 65), lambda d, i: d.__delitem__(i), lambda d, i: d.insert(i, 65), lambda d, i: d * i, lambda d, i: d[i:], lambda d, i: d.pop(i), lambda d, i: d == i):
        d = type("Dying", (base,), {})(*(("b", [65, 66]) if base.__name__ == "array" else ([],) if base is dict else ([65, 66],)))
        print(plain(said(use, d, Index(lambda: (setattr(d, "__class__", Onto), gc.collect())))), type(d).__name__, end="; ")
    print()


# What goes over positions, or asks for items, of what has none any more.
for make in iter, reversed:
    for onto in Plain, Other:
        x = type("Dying", (), {"__len__": lambda self: 2, "__getitem__": lambda self, i: i})()
        walk = make(x)
        print(next(walk), setattr(x, "__class__", onto), gc.collect() > 0, said(next, walk), said(next, walk))
    cls = type("Losing", (), {"__len__": lambda self: 2, "__getitem__": lambda self, i: i})
    walk = make(cls())
    del cls.__getitem__
    print(said(next, walk), said(next, walk))


class Iterating:
    def __iter__(self):
        return self

    def __next__(self):
        del Iterating.__next__
        return 1


def delegating(to):
    yield from to


class Awaiting:
    def __await__(self):
        return Plain2()


class Plain2:
    pass


losing = Iterating()
try:
    for x in losing:
        print(x)
except TypeError as error:
    print(error)
weak = __import__("weakref").proxy(losing)
print(said(iter, losing), said(next, losing), said(next, weak), said(lambda: [*losing]), said(list, delegating(losing)), said(lambda: Awaiting().__await__().send))
print(said(__import__("itertools").chain().__setstate__, (losing,)), said(__import__("pickle").dumps, losing)[:4], said(zip, losing), said(map, len, losing))


async def waiting():
    await Awaiting()


print(said(waiting().send, None), said(next, delegating(Awaiting())))
