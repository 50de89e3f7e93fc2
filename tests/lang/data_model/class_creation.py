# How classes are made: __new__, __slots__, metaclasses, hooks; and what is refused.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class A:
    pass


class B(A):
    def __init__(self, x): self.x = x
    def __repr__(self): return 'B(%r)' % self.x
    def __eq__(self, o): return self.x == o.x


attempt(lambda: B(1) == B(1))
attempt(lambda: B(1) != B(2))
attempt(lambda: hash(B(1)))
attempt(B)
attempt(lambda: B(1, 2))
attempt(lambda: A(1))
attempt(object, 1)


class N:
    def __new__(cls, *a): return object.__new__(cls)


attempt(lambda: type(N(1, 2)).__name__)


class M:
    def __init__(self): return 3


attempt(M)


class S:
    __slots__ = ('a', '__b', 'c')


s = S()
s.a = 1
attempt(lambda: s.a)
attempt(lambda: s.c)
attempt(lambda: s._S__b)
attempt(setattr, s, 'd', 1)
attempt(delattr, s, 'c')
attempt(lambda: S.__dict__.keys() - {'__module__'}  and sorted(S.__dict__))
attempt(lambda: S.a)
attempt(lambda: s.__dict__)


def mk(*a, **k): return lambda: type(*a, **k)


attempt(mk('X', (int, str), {}))
attempt(mk('X', (bool,), {}))
attempt(mk('X', (1,), {}))
attempt(mk(1, (), {}))
attempt(mk('X', [], {}))
attempt(mk('X', (), []))
attempt(mk('X', ()))
attempt(mk('X', (), {'__slots__': 'a', 'a': 1}))
attempt(mk('X', (), {'__slots__': ('1a',)}))
attempt(mk('X', (), {'__slots__': (1,)}))
attempt(mk('X', (int,), {'__slots__': ('a',)}))
attempt(mk('X', (A,), {'__slots__': ('__dict__',)}))
attempt(mk('X', (), {'__slots__': ('__dict__','__dict__')}))
attempt(mk('X', (A, A), {}))
attempt(mk('X', (A, B), {}))
attempt(mk('X', (), {'__qualname__': 1}))
attempt(mk('X\0', (), {}))
attempt(mk('X', (), {}, a=1))
attempt(mk('X', (), {'__classcell__': 1}))


class P:
    @property
    def p(self):
        "doc p"
        return 1
    @property
    def q(self): return self.z
    q2 = property(None, None, None, 'hey')


attempt(lambda: P().p)
attempt(setattr, P(), 'p', 1)
attempt(delattr, P(), 'p')
attempt(lambda: P().q)
attempt(lambda: P.p.__doc__)
attempt(lambda: P.q2.__doc__)
attempt(lambda: P().q2)
attempt(lambda: P.p.fget.__name__)
attempt(lambda: repr(P.p)[:17])


class Meta(type):
    def __call__(cls, *a): return ('called', cls.__name__, a)
    def __getattr__(cls, n): return 'meta:' + n
    def __instancecheck__(cls, i): return i == 3
    def __subclasscheck__(cls, i): return i is str
    def mro(cls): return super().mro()
    def __prepare__(name, bases, **kw): return {'prep': (name, bases, sorted(kw))}
    def __new__(m, n, b, d, **kw): return type.__new__(m, n, b, d)
    def __init__(cls, n, b, d, **kw): cls.kw = kw


class C(metaclass=Meta, z=1):
    pass


attempt(C, 1, 2)
attempt(lambda: C.foo)
attempt(lambda: C.prep)
attempt(lambda: C.kw)
attempt(isinstance, 3, C)
attempt(isinstance, 4, C)
attempt(issubclass, str, C)
attempt(lambda: type(C))
attempt(lambda: C.__mro__)


class D:
    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw)
        cls.tag = tag
    def __class_getitem__(cls, i): return (cls.__name__, i)
    def __set_name__(self, o, n): pass


class E(D, tag=7):
    pass


attempt(lambda: E.tag)
attempt(lambda: E[3])
attempt(lambda: D[1, 2])
try:
    class F(D, bad=1):
        pass
except TypeError as e: print(e)


class SN:
    def __set_name__(self, owner, name): 1/0


try:
    class G:
        x = SN()
except RuntimeError as e: print(e, repr(e.__cause__), e.__suppress_context__)


class SN2:
    def __set_name__(self, owner, name): self.n = (owner.__name__, name)


class G2:
    x = SN2()


print(G2.__dict__['x'].n)
