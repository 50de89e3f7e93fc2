# __del__, resurrection, classes in cycles, deep structures dying.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import gc


class D:
    def __init__(self, n): self.n = n
    def __del__(self): print('del', self.n)


d = D(1)
del d
d = D(2)
d.me = d
del d
gc.collect()
keep = []


class R:
    def __del__(self):
        keep.append(self)
        print('res')


r = R()
r.x = r
del r
gc.collect()
print(len(keep), keep[0].x is keep[0])
keep.clear()
gc.collect()


class BadDel:
    def __del__(self): 1/0


import sys
sys.unraisablehook = lambda u: print('unraisable', u.exc_type.__name__, u.object.__qualname__, u.err_msg)
b = BadDel()
del b


def mk():
    class Loc:
        def f(self): return Loc
    return Loc()


for i in range(50): mk()
gc.collect()
print(repr(object.__subclasses__()).count(".Loc'"))


class Base:
    pass


for i in range(5):
    type('S%d' % i, (Base,), {})
gc.collect()
print(Base.__subclasses__())
S = type('Keep', (Base,), {})
print(Base.__subclasses__())
# instances in cycles with slots


class SC:
    __slots__ = ('a', '__weakref__')


x = SC()
x.a = x
import weakref
w = weakref.ref(x)
del x
gc.collect()
print(w())
# type cycles


class Meta(type):
    pass


def cyc():
    class C(metaclass=Meta):
        pass
    C.self = C
    return weakref.ref(C)


w = cyc()
gc.collect()
print(w())
# deep recursion in dealloc


class Node:
    pass


n = None
for i in range(100000):
    k = Node()
    k.next = n
    n = k
del n, k
l = None
for i in range(100000): l = [l]
del l
print('ok')
