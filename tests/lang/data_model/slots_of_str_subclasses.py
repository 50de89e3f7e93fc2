"""str subclasses with __slots__: values beside a text of any width, with and without a __dict__."""
import gc, weakref, copy, pickle
class S(str):
    __slots__ = ('a', 'b')
    def __new__(cls, text, a=None):
        self = super().__new__(cls, text); self.a = a; return self
for text in ('', 'x', 'hello', 'é', 'été', '\u20ac uro', '\U0001f600' * 3, 'a' * 1000):
    s = S(text, [text]); print(s == text, s.a, len(s), hash(s) == hash(text), hasattr(s, 'b'))
    try: s.b
    except AttributeError as e: print(e)
    s.b = 1; del s.b
    try: del s.b
    except AttributeError as e: print(e)
    try: s.c = 1
    except AttributeError as e: print(e)
class T(S): pass
t = T('sub', 5); t.x = 9; print(t.__dict__, t.a, t.x, weakref.ref(t)() is t)
class U(T): __slots__ = ('c', 'd')
u = U('ü', 1); u.c = [2]; u.d = 3; u.y = 4; print(u.__dict__, u.a, u.c, u.d, u.y, u)
def loop(o):
    for i in range(100): o.a = i; assert o.a == i
    return o.a
print(loop(s), loop(t), loop(u))
u.c.append(u); u.a = u; t.a = u; w = weakref.ref(u); del u, t; gc.collect(); print(w())
c = copy.copy(s); print(type(c), c.a, c == s)
class V(str): __slots__ = ('__dict__',)
v = V('v'); v.q = 1; print(v.__dict__)
try: weakref.ref(v)
except TypeError as e: print(e)
class W(str): __slots__ = ('__weakref__',)
print(weakref.ref(W('w'))())
class X(S): __slots__ = ()
x = X('x', 3); print(x.a, x.upper(), x + 'y', type(x + 'y'))
class M1(str): __slots__ = ('p',)
class M2(str): __slots__ = ('q',)
try: class_ = type('M3', (M1, M2), {})
except TypeError as e: print(e)
M4 = type('M4', (M1, str), {}); m = M4('m'); m.p = 1; m.z = 2; print(m.p, m.z)
m1 = M1('k'); 
class M5(str): __slots__ = ('p',)
m1.p = 7; m1.__class__ = M5; print(type(m1), m1.p)
try: m1.__class__ = M2
except TypeError as e: print(e)
d = {S('k'): 1}; print(d['k'], S('k') in d)
class I(int): pass
i = I(5); i.x = 1; print(i.x, i)
class Tp(tuple): pass
tp = Tp((1, 2)); tp.y = 3; print(tp.y, tp)
