"""Calls with names of functions whose parameters have only names, from sites that see other functions and other defaults."""
import sys

WARM = 40


def only(a, b=2, *, c, d=4):
    return a, b, c, d


def all_defaults(*, c=3, d=4):
    return c, d


def plain(a, c=0):
    return a, c


def collects(*a, c=1, **more):
    return a, c, more


def strict(x, /, a, *, c):
    return x, a, c


def many(a, *, c=1, e1=1, e2=2, e3=3, e4=4, e5=5, e6=6, e7=7, e8=8):
    return a, c, e8


class K:
    def __init__(self, a, *, c=5):
        self.a, self.c = a, c

    def method(self, a, *, c=6):
        return self.a, a, c

    @classmethod
    def of(cls, a, *, c):
        return cls.__name__, a, c

    @staticmethod
    def static(a, *, c):
        return a, c

    def __call__(self, a, *, c):
        return "called", a, c


def captured(a, *, c, d=1):
    def inner():
        nonlocal c
        c += 1
        return a, c, d
    return inner()


def generator(a, *, c):
    yield a
    yield c


k = K(1)
FUNCTIONS = [only, all_defaults, plain, collects, strict, many, K, k.method, K.method, K.of, K.static, k, captured, generator, print, dict,
             lambda a, *, c: (a, c), lambda *, c, a: (a, c)]


def site(f):
    return f(7, c=8)


def site_both(f):
    return f(c=8, a=7)


def site_one(f):
    return f(c=8)


def outcome(s, f):
    try:
        r = s(f)
    except TypeError as e:
        return str(e)
    return (r.a, r.c) if isinstance(r, K) else list(r) if hasattr(r, "send") else r


for s in (site, site_both, site_one):
    fresh = [outcome(type(s)(s.__code__.replace(), globals()), f) for f in FUNCTIONS]
    print(fresh)
    for f, first in zip(FUNCTIONS, fresh):
        own = type(s)(s.__code__.replace(), globals())
        for _ in range(WARM):
            outcome(own, f)
        for g, other in zip(FUNCTIONS, fresh):
            got = [outcome(own, g) for _ in range(3)]
            if got != [other] * 3:
                print("differ", f, g, got[0], other)


def change():
    yield "none"
    only.__kwdefaults__ = {"d": 5}
    yield "other"
    only.__kwdefaults__ = None
    yield "gone"
    only.__kwdefaults__ = {"c": 1, "d": 2}
    yield "more"
    only.__kwdefaults__.clear()
    yield "cleared"
    only.__kwdefaults__[5] = 6
    only.__kwdefaults__["d"] = 7
    yield "with an int"
    only.__defaults__ = None
    yield "no defaults"
    only.__defaults__ = (1, 2)
    yield "two defaults"
    only.__kwdefaults__ = {"d": 4}
    yield "back"
    only.__code__ = (lambda a, b, *, c, d, e=5: (a, b, c, d, e)).__code__
    yield "other code"
    only.__code__ = (lambda *, d, c: ("changed", d, c)).__code__
    yield "fewer"


for _ in range(WARM):
    site(only)
for what in change():
    print(what, outcome(site, only), outcome(site, only))


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone:", self.name)


def takes(a, *, c, d=None):
    a = c = None
    print("taken")


def gives():
    takes(Noisy("a"), c=Noisy("c"))


for _ in range(WARM):
    site(K)
gives()
for _ in range(2):
    gives()


def deep(n, *, c=0):
    return deep(n + 1, c=c)


try:
    deep(0)
except RecursionError as e:
    print(e)
events = []


def tracer(frame, event, arg):
    if frame.f_code is traced.__code__:
        events.append((event, frame.f_locals.copy() if event == "call" else arg))
        return tracer


def traced(a, *, c, d=4):
    return a + c + d


for i in range(WARM):
    if i == WARM - 2:
        sys.settrace(tracer)
    site(traced)
sys.settrace(None)
print([e for e in events if e[0] != "line"])
