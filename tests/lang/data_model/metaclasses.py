# Metaclasses: special methods of classes, __prepare__, conflicts.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class A:
    __slots__ = ["x"]


class Me(type):
    x = 'meta x'
    @property
    def mp(cls): return 'mp ' + cls.__name__
    def __len__(cls): return 7
    def __iter__(cls): return iter([1, 2])
    def __contains__(cls, x): return x == 3
    def __getitem__(cls, i): return ('mgi', i)
    def __add__(cls, o): return 'madd'
    def __eq__(cls, o): return True
    def __hash__(cls): return 1
    def __bool__(cls): return False
    def __repr__(cls): return 'Me!' 
    def __setattr__(cls, n, v):
        print('mset', n)
        super().__setattr__(n, v)
    def __delattr__(cls, n):
        print('mdel', n)
        super().__delattr__(n)
    def __dir__(cls): return ['zz']


class K(metaclass=Me):
    y = 1


attempt(lambda: (K.x, K.mp, len(K), list(K), 3 in K, K[5], K + 1, K == 3, hash(K), bool(K), K))
K.q = 1
del K.q
attempt(lambda: dir(K))
attempt(lambda: K().x)
attempt(lambda: type(K))
attempt(lambda: K().y)


class K2(K):
    pass


attempt(lambda: type(K2))
attempt(lambda: type('K3', (K,), {}))


class Me2(type):
    pass


class J(metaclass=Me2):
    pass


attempt(lambda: type('X', (K, J), {}))


def notclass(name, bases, ns, **kw): return (name, bases, sorted(ns), kw)


class Q(metaclass=notclass, a=1):
    z = 1


print(Q)


class Prep(type):
    @classmethod
    def __prepare__(m, n, b): return 3


try:
    class Z(metaclass=Prep):
        pass
except TypeError as e: print(e)


class ME:
    def __mro_entries__(self, bases): return (int,)


class UM(ME()):
    pass


print(UM.__mro__, type(UM.__orig_bases__[0]).__name__)


class WithAnn:
    a: int = 1
    b: str


print(WithAnn.__annotations__, WithAnn.__dict__.get('__annotations__'))
del WithAnn.__annotations__
print(WithAnn.__annotations__)
attempt(lambda: type.__call__(int, '5'))
attempt(type.__call__)
attempt(type.__new__, int, 'x', (), {})
attempt(type.__new__)
attempt(type, 1, 2)
attempt(type, 1, a=2)
attempt(lambda: type.__init__(A, 1, 2))
attempt(lambda: type(int) is type)
