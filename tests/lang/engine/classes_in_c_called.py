"""Classes in C that are called from one site, which then sees another class, a function, or names the same class otherwise."""
import collections
import sys

WARM = 40


def none(f):
    return f()


def one(f, a):
    return f(a)


def two(f, a, b):
    return f(a, b)


class List(list):
    def __init__(self, *args):
        super().__init__(*args)
        self.args = args


class Int(int):
    def __new__(cls, *args):
        return super().__new__(cls, *args) if args else "no instance"


class Abstract(list, metaclass=type("Meta", (type,), {"__call__": lambda cls, *args: ("called", args)})):
    pass


def outcome(f, *args):
    try:
        r = f(*args)
    except Exception as e:
        return type(e).__name__, str(e)
    if type(r) in (enumerate, zip, map, filter, reversed) or type(r).__name__.endswith("iterator"):
        return type(r).__name__, list(r)
    return type(r).__name__, repr(r) if type(r) is not object else "object"


CLASSES = [list, tuple, set, frozenset, dict, str, bytes, bytearray, int, float, complex, bool, range, enumerate, zip, reversed,
           object, type, slice, memoryview, ValueError, KeyError, StopIteration, OSError, collections.deque, collections.OrderedDict,
           collections.defaultdict, property, staticmethod, List, Int, Abstract, len, lambda *a: a, "".join, List.append]
for f in CLASSES:
    site0, site1, site2 = (type(none)(g.__code__.replace(), {}) for g in (none, one, two))
    firsts = []
    for _ in range(WARM):
        firsts.append((outcome(site0, f), outcome(site1, f, "11"), outcome(site2, f, "11", 5)))
    hidden = "<" in repr(firsts[0])
    if not hidden and any(x != firsts[0] for x in firsts[1:]):
        print("differ", f)
    if not hidden:
        print(getattr(f, "__name__", f), firsts[0])
    for g in CLASSES:
        x = [(outcome(site0, g), outcome(site1, g, "11"), outcome(site2, g, "11", 5)) for _ in range(26)][-1]
        y = outcome(lambda: g()), outcome(lambda: g("11")), outcome(lambda: g("11", 5))
        if x != y and "<" not in repr(x):
            print("second differs", f, g, x, y)


def with_self(o):
    return o.make("ab")


class Holder:
    make = list


class Bound:
    def make(self, x):
        return "bound", x


holder = Holder()
for o in [holder] * WARM + [Bound()] * WARM + [Holder, holder]:
    r = with_self(o)
    if o is Holder or isinstance(o, Bound) or o is holder:
        last = r
print(last, with_self(Bound()), with_self(holder))


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone:", self.name)

    def __iter__(self):
        return iter([self.name])


for _ in range(WARM):
    one(list, "ab")
print(one(list, Noisy("argument")), two(enumerate, Noisy("x"), 2).__reduce__()[1][1])


class Raises:
    def __iter__(self):
        raise KeyError("in iter")

    def __init__(self):
        pass


for _ in range(WARM):
    one(set, "ab")
print(outcome(one, set, Raises()), outcome(one, set, [[]]))
for _ in range(WARM):
    none(dict)
print(sys.getrefcount(dict) > 10, none(dict), none(dict) is none(dict))


def recursive(n):
    """As deep as recursion goes: a class calls Python, which calls the class again."""
    class Deep:
        def __iter__(self):
            return iter(list(self_maker(n)))

    def self_maker(n):
        return Deep()
    return list(Deep())


try:
    recursive(5)
except RecursionError as e:
    print(type(e).__name__)
profiled = []
sys.setprofile(lambda f, e, a: profiled.append((e, getattr(a, "__name__", a) if e.startswith("c_") else f.f_code.co_name)))
one(list, "ab")
one(len, "ab")
one(set, "ab")
sys.setprofile(None)
print(profiled)
