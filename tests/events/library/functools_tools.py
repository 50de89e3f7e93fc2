import functools


@functools.lru_cache(maxsize=2)
def square(n):
    print("computing", n)
    return n * n


@functools.singledispatch
def show(v):
    return "object"


@show.register
def _(v: int):
    return "int"


@show.register(list)
def _(v):
    return "list"


@functools.total_ordering
class V:
    def __init__(self, n):
        self.n = n

    def __eq__(self, o):
        return self.n == o.n

    def __lt__(self, o):
        return self.n < o.n

    @functools.cached_property
    def double(self):
        return self.n * 2

    @functools.singledispatchmethod
    def m(self, a):
        return "?"

    @m.register
    def _(self, a: str):
        return a

    part = functools.partialmethod(lambda self, a, b: (self.n, a, b), 1, b=2)


print([square(n) for n in (1, 1, 2, 3, 1)], square.cache_info(), show(1), show([]), show(True), show(None), show.dispatch(bool))
print(V(1) <= V(2), V(1) >= V(2), V(2) > V(1), V(3).double, V(1).m("s"), V(1).m(1), V(9).part())
print(functools.reduce(lambda a, b: a + b, [1, 2, 3], 10), functools.partial(print, "p", sep="-"), sorted([3, 1], key=functools.cmp_to_key(lambda a, b: a - b)))


def deco(f):
    @functools.wraps(f)
    def w(*a, **k):
        "wrapper"
        return f(*a, **k)
    return w


@deco
def g(x):
    "doc"
    return x


print(g.__name__, g.__doc__, g.__wrapped__(3), g(4), functools.cache(len)("abc"))
