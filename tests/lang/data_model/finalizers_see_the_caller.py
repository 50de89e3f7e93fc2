"""When a frame returns and its values die, their __del__ is called from the caller."""
import sys


class D:
    def __init__(s, n): s.n = n
    def __del__(s):
        f = sys._getframe(1); print(s.n, f.f_code.co_name, f.f_lineno)
def f():
    x = D('local')
    return 1
f()
def f2():
    x = D('arg temp')
    return x.n
f2()
def f3(a): return a.n
f3(D('passed'))
def f4():
    x = D('exc')
    raise ValueError
try: f4()
except ValueError: pass
def f5():
    x = D('gen'); yield 1
list(f5())
g = f5(); next(g); del g
class A:
    def m(self):
        x = D('method'); self.y = 1
A().m()
def f6():
    x = D('loop')
    for i in range(2): x = D('it%d' % i)
f6()
[D('comp') for _ in 'a']
def f7():
    x = D('nested')
    def inner(): return x
    return inner()
f7()
def k():
    x = D('k1')
    return (lambda: D('in lambda').n)()
k()
class Z:
    x = D('class body')
    del x
exec("y = D('exec')\ny = 1")
D('module')
def tail(x): return None
tail(D('tail'))
def star(*a, **k): pass
star(D('s1'), z=D('s2'))
class CC:
    def __init__(self, d): pass
CC(D('ctor'))
sorted([1], key=lambda v: D('key').n)
def gx():
    d = D('gen close')
    try: yield
    finally: print('fin')
q = gx(); next(q); q.close()
def dflt(a=None):
    a = D('rebound'); a = None
dflt()
