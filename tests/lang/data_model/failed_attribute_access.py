# What failed attribute access says, and the name the error carries.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e, getattr(e, 'name', None))


class A:
    def __init__(self): self.apple = 1
    def __getattribute__(self, n):
        if n == 'raw': raise AttributeError('raw msg')
        return object.__getattribute__(self, n)
attempt(lambda: A().raw)
attempt(lambda: A().banana)
attempt(lambda: A.banana)
attempt(lambda: (1).foo)
attempt(lambda: None.foo)
attempt(lambda: [].foo)
attempt(lambda: (lambda: 0).foo)
attempt(lambda: len.foo)
attempt(lambda: A().apple.foo)


def seti(o, n, v): 
    def f(): setattr(o, n, v)
    return f


attempt(seti(1, 'foo', 2))
attempt(seti([], 'foo', 2))
attempt(seti(None, 'x', 1))
attempt(seti(len, 'x', 1))
attempt(seti(object(), 'x', 1))
attempt(seti(int, 'x', 1))
attempt(seti(A, '__dict__', 1))
attempt(seti(A(), '__class__', 3))
attempt(seti((lambda: 0), '__name__', 3))
attempt(seti((lambda: 0), '__globals__', 3))
attempt(seti(len, '__name__', 'x'))
attempt(seti(len, '__module__', 'x'))
attempt(lambda: len.__module__)


def d(o, n):
    def f(): delattr(o, n)
    return f


attempt(d(1, 'real'))
attempt(d(A(), 'nope'))
attempt(d(A, 'nope'))
attempt(d(lambda: 0, '__code__'))
attempt(d(lambda: 0, '__defaults__'))
attempt(d(A, '__name__'))
attempt(d(A, '__module__'))
attempt(d(A, '__dict__'))
attempt(d(A, '__doc__'))
attempt(d(A, '__bases__'))
