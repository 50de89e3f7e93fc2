# Attributes of functions and bound methods.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class F:
    def f(self, a, b=2):
        "doc"
        return (a, b)
    @classmethod
    def c(cls, *a): return cls.__name__, a
    @staticmethod
    def s(*a): return a
f = F()
attempt(lambda: f.f(1))
attempt(lambda: F.f(f, 1, 3))
attempt(lambda: F.c(1))
attempt(lambda: f.c(2))
attempt(lambda: F.s(1))
attempt(lambda: f.s(2))
attempt(lambda: F.__dict__['s'](3))
attempt(lambda: F.__dict__['c'](3))
attempt(lambda: f.f.__self__ is f)
attempt(lambda: f.f.__func__ is F.f)
attempt(lambda: f.f.__name__)
attempt(lambda: f.f.__doc__)
attempt(lambda: f.f == f.f)
attempt(lambda: hash(f.f) == hash(f.f))
attempt(lambda: f.f is f.f)
attempt(lambda: F.c.__self__)
attempt(lambda: repr(F.__dict__['s'])[:24])
attempt(lambda: F.f.__defaults__)
attempt(lambda: F.f.__code__.co_name)
attempt(lambda: F.f.__qualname__)
attempt(lambda: F.f.__kwdefaults__)
attempt(lambda: F.f.__annotations__)
attempt(lambda: F.f.__closure__)
attempt(setattr, F.f, '__defaults__', 1)
attempt(setattr, F.f, '__code__', 1)
attempt(setattr, F.f, '__name__', 1)
attempt(setattr, F.f, '__dict__', 1)
attempt(setattr, f.f, 'x', 1)
F.f.x = 3
attempt(lambda: f.f.x)
attempt(delattr, F.f, '__name__')
attempt(setattr, F.f, '__closure__', 1)
F.f.__defaults__ = None
attempt(lambda: f.f(1))
F.f.__defaults__ = (9,)
attempt(lambda: f.f(1))
attempt(type(f.f), 1, 2)
attempt(type(f.f), len, None)
attempt(lambda: type(f.f)(len, [1, 2])())
attempt(type(F.f), 1, {})
attempt(type(F.f), F.f.__code__, {}, 1)
