"""functools in C: caches, partial objects, keys for sorting."""
import copy
import functools
import pickle


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for size in (None, 0, 3, -1):
    calls = []

    @functools.lru_cache(maxsize=size)
    def f(*args, **kwargs):
        calls.append(args)
        return len(calls)

    print([f(i) for i in (1, 2, 3, 1, 4, 2, 1)], f(a=1), f(1, a=1), f(a=1), f.cache_info(), f.cache_parameters())
    f.cache_clear()
    print(f.cache_info(), f(1), f(1.0), len(calls), copy.copy(f) is f, copy.deepcopy(f) is f, f.__reduce__())
    show(lambda: f([]))
    show(lambda: f(a=[]))


@functools.lru_cache(typed=True)
def typed(x):
    return type(x).__name__


print(typed(1), typed(1.0), typed(True), typed("a"), typed.cache_info())


@functools.cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(80), fib.cache_info())


@functools.lru_cache(2)
def failing(x):
    raise KeyError(x)


show(lambda: failing(1))
print(failing.cache_info())


class C:
    @functools.lru_cache(2)
    def method(self, x):
        return x

    def __hash__(self):
        return 5


c = C()
print(c.method(1), C.method(c, 1), C.method.cache_info(), c.method.__name__)
show(lambda: functools.lru_cache("a")(len))
show(lambda: functools._lru_cache_wrapper(1, 2, 3, 4))
show(lambda: functools._lru_cache_wrapper(len, "a", False, tuple))

p = functools.partial(int, "11", base=2)
print(p(), p.func, p.args, p.keywords, p, functools.partial(p, base=3)(), functools.partial(p).args)
print(pickle.loads(pickle.dumps(p))(), copy.copy(p)(), p.__reduce__()[0], p.__reduce__()[2])
p.extra = 1
print(p.__dict__, p.__reduce__()[2])
p.__setstate__((len, ("abc",), {}, {"b": 1}))
print(p(), p.__dict__)
for state in (1, (), (len, (), {}), (len, [], {}, {}), (1, (), {}, None), (len, (), [], None), (len, (), None, None)):
    show(lambda: p.__setstate__(state))
show(lambda: functools.partial())
show(lambda: functools.partial(1))
show(lambda: functools.partial(print, 1, sep="")(2, 3, sep="-"))
show(lambda: p.func.__setattr__("a", 1))
p = functools.partial(print)
p.__setstate__((p, (), {}, {}))
show(lambda: repr(p))
p.__setstate__((print, (p,), {}, {}))
show(lambda: repr(p))
p.__setstate__((print, (), {"a": p}, {}))
show(lambda: repr(p))
p.__setstate__((print, (), {}, {}))


class Sub(functools.partial):
    pass


s = Sub(len, "abc")
print(s(), s, functools.partial(s, ).func is s, functools.partial[int])

K = functools.cmp_to_key(lambda a, b: (a > b) - (a < b))
k = K(1)
print(k.obj, k < K(2), k <= K(1), k == K(1), k != K(1), k > K(0), k >= K(5))
show(lambda: k < 1)
show(lambda: k == 1)
show(lambda: hash(k))
show(lambda: K())
show(lambda: K(obj=5).obj)
show(lambda: functools.cmp_to_key())
show(lambda: functools.cmp_to_key(lambda a: 1)(1) < K(1))
show(lambda: functools.cmp_to_key(lambda a, b: "x")(1) < K(1))
show(lambda: sorted("bca", key=functools.cmp_to_key(lambda a, b: 1 / 0)))
print(sorted([3, 1, 2], key=K, reverse=True))
del k.obj
show(lambda: k.obj)
show(lambda: k < K(1))
show(lambda: functools.reduce(lambda a, b: a + b, [1, 2, 3]))
show(lambda: functools.reduce(lambda a, b: a + b, []))
show(lambda: functools.reduce(lambda a, b: a + b, [], 5))
show(lambda: functools.reduce(lambda a, b: a + b, 5))
show(lambda: functools.reduce(lambda a, b: 1 / 0, [1, 2]))
