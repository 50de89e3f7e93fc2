# What counts as a level of recursion besides a Python frame, where the limit strikes and what it says: calls of
# classes and of instances, functions in C of no or one argument, texts of objects.
import functools
import sys


def prints(n):
    print(n)
    prints(n + 1)


def measures(n):
    len("x")
    measures(n + 1)


def asks(n):
    isinstance(n, int)
    return asks(n + 1)


def appends(n):
    [].append(n)
    return appends(n + 1)


def writes(n):
    str(n)
    return writes(n + 1)


def formats(n):
    f"{n}"
    return formats(n + 1)


seen = set()


def visits(n):
    seen.add(n % 100)
    visits(n + 1)


tree = {}


def walks(d):
    for key, value in d.items():
        walks(value)


tree["x"] = tree


def uppers(s):
    s.upper()
    uppers(s)


def starts(s):
    s.startswith("a")
    starts(s)


def splits(s):
    s.split()
    splits(s)


class Own:
    def __lt__(self, o): return self < o
    def __eq__(self, o): return self == o
    def __repr__(self): return repr(self)
    def __add__(self, o): return self + o
    def __hash__(self): return hash(self)
    def __call__(self): return self()
    def __contains__(self, x): return x in self
    def __getitem__(self, x): return self[x]
    def __bool__(self): return bool(self)
    def __abs__(self): return abs(self)
    @property
    def value(self): return self.value


class Shows:
    def __repr__(self): return f"{self!r}"
    def __str__(self): return "%s" % self


class Makes:
    def __init__(self): Makes()


class MakesByNew:
    def __new__(cls): return cls()


class MakesInside:
    def __init__(self, n=0):
        self.inner = MakesInside(n + 1)


class Odd:
    def __init__(self):
        measures(0)


def maps(n): return list(map(maps, [n]))
def generates(n): yield from generates(n + 1)
def any_of(n): return any(any_of(m) for m in (n,))
def most(n): return max([n], key=most)
def joins(n): return "".join(joins(m) for m in (n,))
def comprehends(n): return [comprehends(x) for x in (n,)]
def by_keyword(**k): return by_keyword(**k)
def by_star(*a): return by_star(*a)
def reduces(n): return functools.reduce(lambda a, b: reduces(n), [1, 2])


partial = functools.partial(lambda *a: partial(*a))


@functools.lru_cache(None)
def cached(n): return cached(n + 1)


class Quiet:
    def write(self, text): self.size = getattr(self, "size", 0) + len(text)


def where(name, run):
    out, sys.stdout = sys.stdout, Quiet()
    try:
        run()
    except RecursionError as e:
        tb, depth = e.__traceback__, 0
        while tb:
            depth, last, tb = depth + 1, tb, tb.tb_next
        said = f"{e} ({last.tb_frame.f_code.co_name}, line {last.tb_lineno - last.tb_frame.f_code.co_firstlineno}, {depth})"
    finally:
        sys.stdout = out
    print(f"{name}: {said}")


own = Own()
for run in (lambda: measures(0), lambda: asks(0), lambda: appends(0), lambda: writes(0), lambda: formats(0),
            lambda: visits(0), lambda: walks(tree), lambda: uppers("a"), lambda: starts("a"), lambda: splits("a"),
            lambda: own < own, lambda: own == own, lambda: own + 1, lambda: hash(own), lambda: own(), lambda: 1 in own,
            lambda: own[1], lambda: bool(own), lambda: abs(own), lambda: own.value, lambda: repr(own), lambda: repr(Shows()),
            lambda: str(Shows()), lambda: Makes(), lambda: MakesByNew(), lambda: MakesInside(), lambda: Odd(),
            lambda: maps(1), lambda: list(generates(1)), lambda: any_of(1), lambda: most(1), lambda: joins(1),
            lambda: comprehends(1), lambda: by_keyword(a=1), lambda: by_star(1), lambda: reduces(1), lambda: partial(1),
            lambda: cached(1)):
    for turn in range(2):
        where(f"{', '.join(run.__code__.co_names)}, {turn}", run)
prints_to_nobody = Quiet()
where("prints", lambda: prints(0))
measures(0)
