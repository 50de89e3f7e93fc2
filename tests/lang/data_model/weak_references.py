# Weak references, proxies, callbacks.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import _weakref
ref, proxy = _weakref.ref, _weakref.proxy


class W:
    def __len__(self): return 3
    def __call__(self, x): return x


w = W()
r = ref(w)
attempt(lambda: r() is w)
attempt(lambda: ref(w) is r)
attempt(lambda: _weakref.getweakrefcount(w))
attempt(lambda: repr(r)[:12])
attempt(ref, 3)
attempt(ref)
attempt(ref, 'a')
attempt(lambda: r == ref(w))
attempt(lambda: hash(r) == hash(w))
attempt(lambda: r.__callback__)
attempt(lambda: w.__weakref__ is r)
log = []
r2 = ref(w, lambda x: log.append(x is r2))
p = proxy(w)
attempt(len, p)
attempt(lambda: type(p).__name__)
p.a = 1
attempt(lambda: w.a)
attempt(p, 9)
attempt(lambda: _weakref.getweakrefcount(w))
attempt(lambda: len(_weakref.getweakrefs(w)))
del w
attempt(lambda: log)
attempt(r)
attempt(lambda: p.a)
attempt(len, p)
attempt(lambda: r == r)
attempt(lambda: isinstance(hash(r), int))
attempt(hash, p)
attempt(lambda: r.__callback__)


class WS(W):
    __slots__ = ()


class NW:
    __slots__ = ()


class YW:
    __slots__ = ('__weakref__',)


attempt(lambda: type(ref(WS())))
attempt(ref, NW())
attempt(lambda: ref(YW())())


class R(ref):
    __slots__ = 'k',
    def __new__(cls, o, cb, k): 
        s = ref.__new__(cls, o, cb)
        s.k = k
        return s
    def __init__(self, o, cb, k): super().__init__(o, cb)


w = W()
rr = R(w, None, 5)
attempt(lambda: (rr() is w, rr.k, rr == ref(w)))
import gc


class Cyc:
    pass


c = Cyc()
c.me = c
rc = ref(c, lambda x: print('cyc gone'))
del c
gc.collect()
attempt(rc)
