def t(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, '|', e, '|', repr(e.__cause__), '|', repr(e.__context__))
# metaclasses
class M(type):
    @classmethod
    def __prepare__(mcs, name, bases, **kw): print('prep', mcs.__name__, name, bases, kw); return {'pre': 1}
    def __new__(mcs, name, bases, ns, **kw): print('new', name, list(ns), kw); return super().__new__(mcs, name, bases, ns)
    def __init__(cls, name, bases, ns, **kw): print('init', name, kw); super().__init__(name, bases, ns)
    def __call__(cls, *a, **k): print('call', cls.__name__, a, k); return super().__call__(*a, **k)
class A(metaclass=M, x=1): 
    y = pre
A()
class B(A, z=2): pass
t(M, 'C', (), {})
t(M, 'C', (), {}, w=1)
t(lambda: type('C', (A,), {}))
class N(type): pass
t(lambda: N('C', (A,), {}))
def cls1():
    class C(A, metaclass=N): pass
t(cls1)
def cls2():
    class C(metaclass=lambda n, b, ns, **k: (n, b, sorted(ns), k), q=1): z = 1
    return C
t(cls2)
def cls3():
    class C(metaclass=1): pass
t(cls3)
class P3:
    def __prepare__(n, b): return 5
    def __call__(self, *a): return a
def cls4():
    class C(metaclass=P3()): pass
t(cls4)
class P4(type):
    def __prepare__(*a): return 5
t(lambda: exec('class C(metaclass=P4): pass', {'P4': P4}))
class P5(type):
    __prepare__ = None
t(lambda: exec('class C(metaclass=P4): pass', {'P4': P5}))
class P6(type):
    @property
    def __prepare__(cls): raise AttributeError('no')
t(lambda: exec('class C(metaclass=P4): pass\nprint(C)', {'P4': P6, '__name__': 'q'}))
class Map:
    def __init__(s): s.d = {}
    def __setitem__(s, k, v): print('set', k); s.d[k] = v
    def __getitem__(s, k):
        print('get', k)
        if k == 'magic': return 'MAGIC'
        raise KeyError(k)
class P7(type):
    @classmethod
    def __prepare__(m, *a): return Map()
    def __new__(m, n, b, ns): return super().__new__(m, n, b, ns.d)
class P8(metaclass=P7):
    x = magic
    y = len
    def f(self): pass
    try: zork
    except NameError: print('NE')
print(P8.x, P8.y)
class Map2(Map):
    def __delitem__(s, k): print('del', k); raise KeyError(k)
class P9(P7):
    @classmethod
    def __prepare__(m, *a): return Map2()
def cls5():
    class C(metaclass=P9):
        x = 1
        del x
t(cls5)
# init_subclass
class I:
    def __init_subclass__(cls, /, k=None, **kw): print('isub', cls.__name__, k, kw); super().__init_subclass__(**kw)
class J(I, k=3): pass
t(lambda: exec('class K(I, k=1, z=2): pass', globals()))
t(lambda: exec('class K(z=2): pass', globals()))
t(lambda: object.__init_subclass__(1)); t(lambda: object.__init_subclass__(a=1)); t(I.__init_subclass__); t(lambda: type('Q', (), {}, z=1))
t(lambda: type('Q', (I,), {}, k=1).__name__)
class SN:
    def __set_name__(self, o, n): print('sn', o.__name__, n)
class K1: a = b = SN(); c = SN()
class SNE:
    def __set_name__(self, o, n): 1/0
t(lambda: exec('class K2:\n x = SNE()', globals()))
class SNE2:
    def __set_name__(self, o): pass
t(lambda: exec('class K2:\n x = SNE2()', globals()))
class SNI:
    pass
sni = SNI(); sni.__set_name__ = lambda *a: print('never')
class K3: x = sni
class SNG:
    def __set_name__(self, o, n): setattr(o, 'extra_' + n, 1)
class K4: x = SNG()
print(K4.extra_x)
# mro_entries
class ME:
    def __mro_entries__(self, bases): print('me', bases == (me, int)); return (dict,)
me = ME()
t(lambda: exec('class L(me, int): pass', globals()))
class L2(me): pass
print(L2.__bases__, L2.__orig_bases__[0] is me, L2.__mro__)
class ME2:
    def __mro_entries__(self, bases): return 5
t(lambda: exec('class L(ME2()): pass', globals()))
t(lambda: type('L', (me,), {}))
t(lambda: exec('class L(5): pass', globals()))
t(lambda: exec('class L(*[int, "a"]): pass', globals()))
t(lambda: exec('class L(int, int): pass', globals()))
t(lambda: exec('class L(object, int): pass', globals()))
t(lambda: exec('class L(None): pass', globals()))
t(lambda: exec('class L(len): pass', globals()))
t(lambda: exec('import sys\nclass L(sys): pass', globals()))
class X1: pass
class Y1(X1): pass
t(lambda: exec('class L(X1, Y1): pass', globals()))
class XY(X1, I): pass
class YX(I, X1): pass
t(lambda: exec('class L(XY, YX): pass', globals()))
# classcell
class MC(type):
    def __new__(m, n, b, ns):
        ns.pop('__classcell__', None); return super().__new__(m, n, b, ns)
t(lambda: exec('class L(metaclass=MC):\n def f(self): return __class__', globals()))
class MC2(type):
    def __new__(m, n, b, ns):
        c = super().__new__(m, n, b, ns); return super().__new__(m, n, b, dict(ns))
t(lambda: exec('class L(metaclass=MC2):\n def f(self): return __class__', globals()))
class MC3(type):
    def __new__(m, n, b, ns):
        ns['__classcell__'] = 5; return super().__new__(m, n, b, ns)
t(lambda: exec('class L(metaclass=MC3):\n def f(self): return __class__', globals()))
class MC4(type):
    def __new__(m, n, b, ns): return 42
t(lambda: exec('class L(metaclass=MC4):\n def f(self): return __class__\nprint(L)', globals()))
class MC5(type):
    def __new__(m, n, b, ns):
        print(sorted(ns)); r = super().__new__(m, n, b, ns); print(r.f(None)); return r
t(lambda: exec('class L(metaclass=MC5):\n def f(self): return __class__\n', globals()))
class E1:
    def f(self): return __class__
    __class__ = property(lambda s: int)
print(isinstance(E1(), int), E1().f(), type(E1()), E1().__class__)
# MRO override
class MR(type):
    def mro(cls): print('mro', cls.__name__); return [cls, object, X1] if cls.__name__ == 'Odd' else super().mro()
class Odd(metaclass=MR): pass
print(Odd.__mro__)
for ret in ([], [1], 5, None, [object], [int], (), [X1, object]):
    class MR2(type):
        def mro(cls): return ret
    t(lambda: MR2('Z', (), {}).__mro__)
    t(lambda: MR2('Z', (X1,), {}).__mro__)
# bases
class BA: pass
class BB: x = 'BB'
class BC(BA): pass
bc = BC(); BC.__bases__ = (BB,); print(bc.x, BC.__mro__, BA.__subclasses__(), BB.__subclasses__())
for v in ((), 5, (int,), (BC,), (1,), [BB], (BB, BB), (object,), (BA, BB), (type,), (BB, object), (object, BB)):
    t(setattr, BC, '__bases__', v); print(BC.__bases__)
t(delattr, BC, '__bases__'); t(setattr, int, '__bases__', (object,)); t(setattr, object, '__bases__', ()); t(setattr, int, 'x', 1); t(delattr, int, 'x'); t(setattr, BC, '__name__', 5); t(setattr, BC, '__name__', 'a\0b'); t(setattr, BC, '__qualname__', 5); t(delattr, BC, '__name__'); t(delattr, BC, '__qualname__'); t(delattr, BC, '__module__'); t(setattr, BC, '__module__', 5); print(BC); t(setattr, BC, '__mro__', ()); t(setattr, BC, '__dict__', {}); t(setattr, BC, '__doc__', 'x'); print(BC.__doc__); t(delattr, BC, '__doc__'); t(setattr, int, '__doc__', 1); t(setattr, BC, '__abstractmethods__', ['a']); t(lambda: BC()); t(delattr, BC, '__abstractmethods__'); t(lambda: BC.__abstractmethods__); t(setattr, BC, '__annotations__', 5); print(BC.__annotations__); t(delattr, BC, '__annotations__'); print(BC.__annotations__); t(lambda: int.__annotations__); t(lambda: type.__annotations__); t(setattr, BC, '__flags__', 1); t(setattr, BC, '__basicsize__', 1); t(setattr, BC, '__base__', int); t(setattr, BC, '__class__', MR); 
BC.__name__ = 'é ü'; print(BC, BC.__qualname__); BC.__qualname__ = 'Q.q'; print(BC)
