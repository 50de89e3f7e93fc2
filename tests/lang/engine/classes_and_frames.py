# classes and frames: the forms that specialised instructions take and leave, beside each other
import sys
def tb():
    def inner(x):
        return 1/x
    inner(0)
try: tb()
except ZeroDivisionError as e:
    t = e.__traceback__
    while t: print(t.tb_frame.f_code.co_name, t.tb_lineno, t.tb_frame.f_lineno, sorted(k for k in t.tb_frame.f_locals if len(k)==1)); t = t.tb_next
print(sys._getframe().f_code.co_name, sys._getframe().f_lineno)
def who(): return sys._getframe(1).f_code.co_name
def caller(): return who()
print(caller())
def loc(a, b):
    c = a+b
    def z(): return c
    return locals().keys()
print(list(loc(1,2)))
class Meta(type):
    def __new__(m, n, b, d, **k): print('new', n, k); return super().__new__(m, n, b, d)
    def __init__(c, n, b, d, **k): print('init')
    @classmethod
    def __prepare__(m, n, b, **k): return {'pre': 1}
    def __call__(cls, *a): print('call', a); return super().__call__(*a)
class C(metaclass=Meta, z=1):
    def __init__(self, a): self.a = a
print(C(5).a, C.pre)
def g():
    try:
        while True:
            try: x = yield
            except ValueError as e: print('VE', e); yield 'v'
    except GeneratorExit: print('closing'); raise
    finally: print('fin')
i = g(); next(i); print(i.throw(ValueError('q'))); i.close(); i.close()
def g2():
    yield from g()
i = g2(); next(i); print(i.throw(ValueError('q'))); del i
def g3():
    raise StopIteration(3); yield
try: next(g3())
except RuntimeError as e: print(e, repr(e.__cause__))
def g4():
    yield 1
    return 2
i = g4(); next(i)
try: next(i)
except StopIteration as e: print(e.value)
try: g4().send(1)
except TypeError as e: print(e)
def g5():
    try: next(me)
    except ValueError as e: print(e)
    yield
me = g5(); next(me)
print(me, g, me.gi_frame.f_lineno, me.gi_code.co_name, me.gi_running, me.gi_yieldfrom) if 0 else None
def ctx():
    try: raise KeyError(1)
    except KeyError:
        yield sys.exc_info()[0]
        yield sys.exc_info()[0]
c = ctx(); print(next(c), sys.exc_info()[0], next(c))
try:
    try: raise ValueError(1)
    except ValueError:
        try: raise TypeError(2)
        except TypeError: pass
        raise
except ValueError as e: print(repr(e), e.__context__)
class D:
    def __del__(self): print('del')
def d(): x = D(); return 5
print(d())
x = D(); x = None
print(sorted([3,1,2], key=lambda v: -v), list(map(lambda a,b: a+b, [1,2],[3,4])), max([1,5,2], key=lambda x: -x))
class It:
    def __init__(s): s.n=0
    def __iter__(s): return s
    def __next__(s):
        s.n += 1
        if s.n > 3: raise StopIteration
        return s.n
print(list(It()), [i for i in It()])
class GI:
    def __getitem__(s, i):
        if i > 3: raise IndexError
        return i*i
print(list(GI()), 4 in GI())
class Cmp:
    def __lt__(s,o): return 'lt'
    def __eq__(s,o): return []
print(Cmp() < 1, Cmp() == 2, 'y' if Cmp()==2 else 'n')
class Ga:
    def __getattr__(s, n): return n
    def __setattr__(s, n, v): print('set', n, v); object.__setattr__(s, n, v)
g=Ga(); g.a=1; print(g.a, g.b)
class Sl:
    __slots__=('p','q')
    def __init__(s): s.p=1
for i in range(10):
    s=Sl(); s.q=i; t=s.p+s.q
print(t)
try: s=Sl(); s.q
except AttributeError as e: print(e)
try: s.zz=1
except AttributeError as e: print(e)
def deco(f): 
    def w(*a, **k): return f(*a, **k)+1
    return w
@deco
def dd(a, b=1): return a+b
print(dd(1), dd(1,b=5))
exec("y=5; print(y)", {})
print(eval("1+2*3"), eval("x", {'x': 5}), eval("a+b", {'a':1}, {'b':2}))
l=[]
for i in range(100): l.append(i)
print(len(l), isinstance(5,int), isinstance('a',(int,str)), type(5))
def kwonly(*, a, b=2): return a,b
print(kwonly(a=1), kwonly(b=1,a=3))
while True:
    try: break
    finally: print('brk')
else: print('no')
for i in []: pass
else: print('else')
print([*range(3), *'ab'], {**{'a':1}, 'b':2}, (*[1],2))
i = 5
i += 1; i -= 2; i *= 3; i //= 2; i **= 2; i %= 7; i <<= 3; i >>= 1; i |= 1; i &= 7; i ^= 2; print(i)
print(1 < 2 < 3, 1 < 3 < 2, (1 if 0 else 2), 0 or 'a', 1 and 'b', not [])
class E(Exception):
    def __init__(self, *a, k=1): super().__init__(*a); self.k=k
try: raise E(1,2,k=3)
except E as e: print(e, e.k, e.args)
print(__name__, __builtins__.__name__ if hasattr(__builtins__,'__name__') else type(__builtins__))
lst=[1,2,3]; lst[1:2]=[7,8,9]; del lst[0]; print(lst, lst[::-1], lst[-2:], 'hello'[1:3], (1,2,3)[:2])
import os.path as p; from os import path; print(p is path)
global_var = [0]
def nested():
    def a():
        def b():
            global_var[0] += 1
            return global_var
        return b()
    return a()
print(nested())
print(any(x > 2 for x in range(5)), all(x < 5 for x in range(5)))
def defaults(a, b=[], c={}): b.append(a); return b
defaults(1); print(defaults(2))
print("%s %d" % ("a", 1), "a" "b", b'ab', 1_000, 0x10, 1j*1j)
