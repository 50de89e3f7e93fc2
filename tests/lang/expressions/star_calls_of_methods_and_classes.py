"""f(*args, **kwargs) where f is a bound method or a class: what is passed, what is said, and who is seen."""
import sys
import traceback


class A:
    def __init__(self, a, b=2, *rest, c=3, **more):
        self.got = a, b, rest, c, more

    def m(self, a, b=2, *rest, c=3, **more):
        return self.__class__.__name__, a, b, rest, c, more

    @classmethod
    def k(cls, *a, **k):
        return cls.__name__, a, k

    @staticmethod
    def s(*a, **k):
        return a, k

    def one(self):
        return "one"


a = A(1)
many = tuple(range(20))
for f in a.m, a.k, a.s, lambda *x, **k: A(*x, **k).got:
    print(f(*(1,)), f(*[1, 2, 3]), f(*many), f(*(1,), **{"c": 5, "d": 6}), f(*many, **dict.fromkeys("cdefghijklmnop", 0)))
    print(f(1, *"xy", c=9, **{"z": 0}))


def said(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


said(a.one, 1)
said(a.one, x=1)
said(a.m)
said(a.m, 1, a=2)
said(a.m, **{"a": 1, "self": 2})
said(A)
said(A, 1, 2, self=3)
for bad in (lambda: a.m(*5), lambda: A(*5), lambda: a.m(**5), lambda: A(**5), lambda: a.m(*(), **{1: 2}), lambda: A(**{1: 2}),
            lambda: a.m(1, **{"a": 2}, **{"a": 3}), lambda: A(c=1, **{"c": 2})):
    said(bad)


class Raises:
    def __init__(self, *args):
        raise ValueError(args)

    def m(self, *args):
        raise KeyError(*args)


class Returns:
    def __init__(self, *args):
        return args or None


class Meta(type):
    def __call__(cls, *args, **kwargs):
        return "meta", super().__call__(*args, **kwargs).got


class WithMeta(A, metaclass=Meta):
    pass


class WithNew:
    def __new__(cls, *args):
        return args


class OwnDict(dict):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)


said(Returns, 1)
print(type(Returns(*())), WithMeta(*(1, 2), **{"c": 4}), WithNew(*(1, 2)), OwnDict(*([(1, 2)],), **{"a": 3}))
for f in (lambda: Raises(*(1, 2)), lambda: Raises.__new__(Raises).m(*(3,))):
    try:
        f()
    except Exception:
        print(traceback.format_exc())


class Down:
    def __init__(self, *args):
        self.rest = Down(*(args[0] - 1,)) if args[0] else None

    def depth(self, *n):
        return self.depth(*(n[0] + 1,)) if n[0] < 800 else n[0]

    def ever(self, *args):
        return self.ever(*args)


print(Down(*(100,)).depth(*(0,)))
for f in (lambda: Down(*(100000,)), lambda: Down(0).ever(*(1,))):
    try:
        f()
    except RecursionError as e:
        print(e)


def seen(frame, event, arg):
    if event in ("call", "return"):
        print(event, frame.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno)


class Watched:
    def __init__(self, *args):
        pass

    def m(self, *args):
        return len(args)


sys.setprofile(seen)
Watched(*(1, 2)).m(*(3, 4))
sys.setprofile(None)
