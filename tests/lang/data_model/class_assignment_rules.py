"""Which instances may take which class; modules; __dict__ replaced."""
def t(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, '|', e)
class A: __slots__ = ("a", "__b", "_c")
a = A()
class X: __slots__ = ("x",)
class X2(X): __slots__ = ()
a.__class__ = A
t(setattr, a, '__class__', X)
class X3: __slots__ = ('x',)
class X4: __slots__ = ('y',)
x = X(); x.x = 9
x.__class__ = X3; print(type(x), x.x)
t(setattr, x, '__class__', X4)
t(setattr, x, '__class__', X2)
class P1: pass
class P2: pass
class P3: __slots__ = ('__dict__',)
class P4: __slots__ = ('__dict__', '__weakref__')
p = P1(); p.v = 1; p.__class__ = P2; print(p.v, type(p).__name__)
t(setattr, p, '__class__', P3); t(setattr, p, '__class__', P4); print(type(p).__name__)
t(setattr, p, '__class__', int); t(setattr, p, '__class__', 5); t(setattr, 5, '__class__', bool); t(setattr, p, '__class__', A)
t(delattr, p, '__class__')
t(setattr, P1, '__class__', type); t(setattr, P1, '__class__', P2)
class Meta(type): pass
P1.__class__ = Meta; print(type(P1))
t(setattr, p, '__dict__', 5); t(setattr, p, '__dict__', None); t(delattr, p, '__dict__'); print(p.__dict__)
class DD(dict): pass
p.__dict__ = DD(a=1); print(type(p.__dict__), p.a)
import sys
class Mod(type(sys)):
    def __getattr__(s, n): return 'ga ' + n
    @property
    def prop(s): return 'prop'
m = sys.modules['__main__']; m.__class__ = Mod; print(m.prop, m.zork)
t(setattr, m, '__class__', P1); t(setattr, m, '__class__', object)
t(setattr, [], '__class__', type('L', (list,), {})); 
L1 = type('L1', (list,), {}); L2 = type('L2', (list,), {}); l = L1([1]); l.__class__ = L2; print(type(l), l)
t(setattr, l, '__class__', list)
t(setattr, l, '__class__', type('DX', (dict,), {}))
I1 = type('I1', (int,), {}); I2 = type('I2', (int,), {}); i = I1(5)
t(setattr, i, '__class__', I2)
t(setattr, lambda: 1, '__class__', P1)

