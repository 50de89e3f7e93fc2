# The hooks that run while a class is made or used change its bases, its class and its
# dictionary.
import gc

def attempt(name, f):
    try:
        r = f()
        print(name, 'ok', r if isinstance(r, (int, str, tuple, bool, list)) else type(r).__name__)
    except BaseException as e:
        print(name, type(e).__name__, e)

class M1(type):
    pass

class M2(type):
    pass

class B(metaclass=M1):
    pass

class E:

    def __mro_entries__(self, bases):
        return (B,)
attempt('entries', lambda: [k.__name__ for k in exec('class X(E()): pass', globals()) or X.__mro__])

class P(type):

    @classmethod
    def __prepare__(m, n, b, **k):

        class D(dict):

            def __setitem__(s, k, v):
                if k == 'x':
                    s.clear()
                dict.__setitem__(s, k, v)

            def __getitem__(s, k):
                if k == 'zz':
                    s.clear()
                    return 3
                return dict.__getitem__(s, k)
        return D()
attempt('prepare', lambda: exec('class X(metaclass=P):\n a=1\n x=2\n b=zz\n c=[a for a in (1,2)]', globals()) or sorted((k for k in X.__dict__ if k[0] != '_')))

class SN:

    def __set_name__(s, o, n):
        for k in list(o.__dict__):
            if k[0] != '_':
                try:
                    delattr(o, k)
                except AttributeError:
                    pass
        o.__bases__ = (B2,)

class B1:
    pass

class B2:
    pass
attempt('set_name', lambda: exec('class X(B1):\n a=SN()\n b=SN()\n c=1', globals()) or X.__bases__)

class IS:

    def __init_subclass__(cls, **k):
        cls.__bases__ = (B1,)
        IS.__init_subclass__ = None
attempt('init_subclass', lambda: exec('class X(IS): pass', globals()) or X.__bases__)

class GA(type):

    def __getattribute__(cls, n):
        if n in ('__bases__', '__mro__', '__dict__', '__name__', '__set_name__', '__init_subclass__', 'mro'):
            try:
                type.__setattr__(cls, '__bases__', (B1, B2))
            except TypeError:
                pass
        return type.__getattribute__(cls, n)
attempt('ga', lambda: exec('class X(B1,metaclass=GA):\n a=1', globals()) or (X.a, X.__bases__, isinstance(1, X), issubclass(int, X)))

class K:

    def __init__(s, n):
        s.n = n

    def __hash__(s):
        return hash(s.n)

    def __eq__(s, o):
        global busyk
        if o == s.n and (not busyk):
            busyk = True
            try:
                X.__bases__ = (B2,)
                del X.q
            except Exception:
                pass
            busyk = False
        return False
busyk = False
for n in ('foo', 'q', '__eq__', '__getattr__', '__init__', '__set_name__', '__len__', '__call__', '__del__'):
    X = None
    attempt('keys ' + n, lambda: globals().__setitem__('X', type('X', (B1,), {K(n): 1, 'q': 2})))
    attempt('keys use ' + n, lambda: (getattr(X, n, None), X() == 1, getattr(X(), 'q', 0))[1:])

class A1:

    @property
    def p(self):
        self.__class__ = A2
        self.__dict__.clear()
        return self.__dict__

    def __getattr__(self, n):
        self.__class__ = A2
        del A2.__getattr__
        return n

class A2:

    def __getattr__(self, n):
        return 1
attempt('class', lambda: (lambda a: (a.p, a.zz))(A1()))
attempt('class2', lambda: (lambda a: (a.zz, type(a)))(A1()))

class S1:
    __slots__ = ('a', 'b')

    def __del__(self):
        KEEP.append(self)
KEEP = []

class S2:
    __slots__ = ('a', 'b')

class D:

    def __del__(self):
        try:
            s.__class__ = S2
            del s.b
        except Exception as e:
            print('del', e)
s = S1()
s.a = D()
s.b = [1]

def go():
    s.a = 3
    return s.a
attempt('slots class', go)

class Desc:

    def __get__(self, o, t):
        del Z.d
        gc.collect()
        return self.__class__.__name__

    def __set__(self, o, v):
        del Z.d
        return None

class Z:
    d = Desc()
attempt('desc', lambda: Z().d)
Z.d = Desc()
attempt('desc set', lambda: setattr(Z(), 'd', 3))

class MZ(type):
    d = Desc()

class Z(metaclass=MZ):
    pass
attempt('desc meta', lambda: Z.d)

class Dl:

    def __del__(s):
        W.__bases__ = (B2,)
        W.x = 5

class W(B1):
    x = Dl()

def go():
    W.x = 1
    return W.x
attempt('replace', go)
W.y = Dl()

def go():
    del W.y
    return W.x
attempt('delete', go)

class R1:
    pass

class MM(type):

    def mro(cls):
        global L
        L = []
        gc.collect()
        return type.mro(cls)
L = [MM('q%d' % i, (R1,), {}) for i in range(9)]
L = [MM('q%d' % i, (R1,), {}) for i in range(9)]
attempt('subs', lambda: (setattr(R1, '__bases__', (B1,)), len(R1.__subclasses__()))[1])
attempt('subs', lambda: (setattr(R1, '__eq__', lambda a, b: 1), len(R1.__subclasses__()))[1])

class N:

    def __new__(c, *a):
        del N.__new__
        N.__init__ = lambda *a: None
        return object.__new__(c)
attempt('new', lambda: N(1, 2))

class CM(type):

    def __call__(c, *a):
        c.__class__ = type
        return 1

class Q(metaclass=CM):
    pass
CM = None
attempt('call', lambda: Q())

class IC(type):

    def __instancecheck__(c, o):
        c.__class__ = type
        return gc.collect() >= 0

class Q(metaclass=IC):
    pass
IC = None
attempt('isinst', lambda: isinstance(1, (Q, int)))

class ES(str):

    def __eq__(s, o):
        X.__name__ = 'n'
        return True
    __hash__ = str.__hash__
attempt('name', lambda: type(ES('X'), (), {ES('a'): 1, ES('__slots__'): (ES('q'),)}).__name__)

class T(tuple):

    def __iter__(s):
        return iter(())

    def __len__(s):
        return 0

    def __getitem__(s, i):
        return 3
attempt('tuple', lambda: type('X', T((B1,)), {}).__mro__)
attempt('tuple2', lambda: setattr(X if X else B1, '__bases__', T((B2,))))

class DD(dict):

    def items(s):
        return []

    def __iter__(s):
        return iter(())
attempt('dict', lambda: sorted(type('X', (), DD(a=1)).__dict__)[-1])
attempt('end', lambda: R1.__bases__)
for ret in ([], [int], [object], [B1, object], None, 5, [1], (B1,) * 3, iter([object]), [list], [bool, int]):
    MR = type('MR', (type,), {'mro': lambda c, ret=ret: ret})
    attempt('mro %s' % (ret if not hasattr(ret, '__next__') else 'it',), lambda: (lambda k: (k.__mro__, k(), k.__eq__(k, k), repr(k)[:5]))(MR('C', (B1,), {'a': 1}))[0])
    attempt('mro+ %s' % (ret if not hasattr(ret, '__next__') else 'it',), lambda: (lambda k: (k.__mro__, type('Sub', (k,), {}).__mro__))(MR('C', (B1,), {'a': 1})))
    attempt('mro++ %s' % (ret if not hasattr(ret, '__next__') else 'it',), lambda: (lambda k: (k.__mro__, setattr(k, '__eq__', lambda s, o: 3), setattr(k, '__bases__', (B2,)), k.__mro__))(MR('C', (B1,), {'a': 1}))[-1])
