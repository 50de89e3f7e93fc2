"""__del__ that resurrects, is called once; weak references and callbacks before and after."""
import gc, sys, weakref
saved = []


class R:
    def __init__(self, n): self.n = n
    def __del__(self):
        print("del", self.n, ref() is None)
        saved.append(self)


r = R("once")
ref = weakref.ref(r, lambda w: print("callback", w is ref, w()))
r = None
print(len(saved), ref() is saved[0], saved[0].n)
ref2 = weakref.ref(saved[0])
saved.clear()
print(ref2(), len(saved))


class Cycle(R): pass


c = Cycle("cycle")
c.me = c
ref = weakref.ref(c, lambda w: print("never called: it dies too"))
c.ref = ref
del c
print(gc.collect() >= 0, len(saved), saved[0].me is saved[0], ref() is None)
saved.clear()
gc.collect()
print(len(saved))


class P:
    def m(self): return "m"
    def __call__(self, x): return x
    def __len__(self): return 3
    def __bool__(self): return False
    def __eq__(self, other): return True
    __hash__ = None


p = P()
proxy = weakref.proxy(p)
print(proxy.m(), proxy(5), len(proxy), bool(proxy), type(proxy).__name__, proxy == 1, isinstance(proxy, P), proxy.__class__.__name__)
w = weakref.ref(p)
print(w is weakref.ref(p), w == weakref.ref(p), weakref.getweakrefcount(p), [type(x).__name__ for x in weakref.getweakrefs(p)])
for f in lambda: hash(w), lambda: hash(proxy), lambda: {w: 1}:
    try:
        f()
    except TypeError as e:
        print(e)
wm = weakref.WeakMethod(p.m)
print(wm()(), type(wm).__name__)
del p
print(w(), wm(), repr(w).split(" at ")[0], repr(w).endswith("; dead>"))
for f in lambda: proxy.m(), lambda: len(proxy), lambda: proxy(1), lambda: str(proxy), lambda: proxy + 1, lambda: bool(proxy), lambda: setattr(proxy, "x", 1):
    try:
        f()
    except ReferenceError as e:
        print(e)
for bad in 1, "a", (), [], {}, None, int, len, object(), (i for i in []), lambda: 1, sys, range(3), slice(1), b"", 1.5, set(), frozenset(), type("S", (), {"__slots__": ()})():
    try:
        weakref.ref(bad)
        print(type(bad).__name__, "ok")
    except TypeError as e:
        print(e)
R.__del__ = lambda self: None
d = weakref.WeakValueDictionary(a=R("gone"))
s = weakref.WeakSet()
k = weakref.WeakKeyDictionary()
o = R("x")
d["b"] = o; s.add(o); k[o] = 1
print(sorted(d), len(s), len(k))
del o
print(sorted(d), len(s), len(k))
order = []
o = R("cb")
refs = [weakref.ref(o, lambda w, i=i: order.append(i)) for i in range(3)]
del o
print(order)
f = weakref.finalize(R, print, "x")
print(f.alive, f.detach() is not None, f.alive)
