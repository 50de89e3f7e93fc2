# Special methods of classes, and what happens when they misbehave.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class V:
    def __init__(self, v): self.v = v
    def __add__(self, o): return ('add', self.v, getattr(o, 'v', o))
    def __radd__(self, o): return ('radd', self.v, getattr(o, 'v', o))
    def __iadd__(self, o):
        self.v += o
        return self
    def __mul__(self, o): return NotImplemented
    def __lt__(self, o): return ('lt', self.v)
    def __getitem__(self, i): 
        if i > 3: raise IndexError(i)
        return i
    def __contains__(self, i): return i == 7
    def __call__(self, *a, **k): return a, k
    def __neg__(self): return 'neg'
    def __index__(self): return 2
    def __enter__(self): return 'enter'
    def __exit__(self, *a):
        print('exit', a[:2])
        return True
    def __pow__(self, o, m=None): return ('pow', o, m)
    def __rpow__(self, o): return ('rpow', o)
    def __divmod__(self, o): return 'dm'
    def __float__(self): return 2.5
    def __int__(self): return 9
    def __bool__(self): return False
    def __hash__(self): return 2**70
    def __matmul__(self, o): return 'mm'
    def __del__(self): pass
v = V(1)
attempt(lambda: v + 1)
attempt(lambda: 1 + v)
attempt(lambda: v + V(2))
attempt(lambda: v * 2)
attempt(lambda: 2 * v)
attempt(lambda: v < 1)
attempt(lambda: 1 > v)
attempt(lambda: v > 1)
attempt(lambda: v > v)
attempt(lambda: v[1])
attempt(lambda: list(v))
attempt(lambda: 7 in v)
attempt(lambda: 8 in v)
attempt(lambda: v(1, a=2))
attempt(lambda: -v)
attempt(lambda: +v)
attempt(lambda: [1, 2, 3][v])
attempt(lambda: v ** 2)
attempt(lambda: 2 ** v)
attempt(lambda: pow(v, 2, 3))
attempt(lambda: pow(2, v, 3))
attempt(lambda: divmod(v, 1))
attempt(lambda: divmod(1, v))
attempt(float, v)
attempt(int, v)
attempt(bool, v)
attempt(lambda: hash(v) == hash(2**70))
attempt(lambda: v @ 1)
attempt(lambda: 1 @ v)
v += 5
print(v.v)
with v as w:
    print(w)
    1/0


class Sub(V):
    def __radd__(self, o): return 'sub radd'


attempt(lambda: V(1) + Sub(2))
attempt(lambda: Sub(1) + V(2))
attempt(lambda: Sub(1) + Sub(2))


class BadB:
    def __bool__(self): return 3
    def __len__(self): return -1
    def __index__(self): return 'x'
    def __hash__(self): return 'x'
    def __repr__(self): return 3
    def __str__(self): return 3
    def __iter__(self): return 3
    def __int__(self): return 'a'
    def __float__(self): return 'a'
    def __format__(self, s): return 3
    def __contains__(self, x): return 'yes'
    def __dir__(self): return 3
    def __length_hint__(self): return 'x'


b = BadB()
for f in (bool, len, hash, repr, str, iter, int, float, format, dir, list): attempt(f, b)
attempt(lambda: [1][b])
attempt(lambda: 1 in b)
attempt(lambda: '%s' % b)


class LenBig:
    def __len__(self): return 2**70


attempt(len, LenBig())


class NoneM:
    __iter__ = None
    __contains__ = None
    __hash__ = None
    __len__ = None
    __add__ = None
    __call__ = None


n = NoneM()
attempt(iter, n)
attempt(lambda: 1 in n)
attempt(hash, n)
attempt(len, n)
attempt(lambda: n + 1)
attempt(n)


class GA:
    def __getattr__(self, n): 
        if n == 'boom': raise ValueError('boom')
        if n.startswith('__'): raise AttributeError(n)
        return 'ga:' + n
    @property
    def pr(self): raise AttributeError('inner')


g = GA()
g.x = 1
attempt(lambda: g.x)
attempt(lambda: g.y)
attempt(lambda: g.boom)
attempt(lambda: g.pr)
attempt(lambda: g.__foo__)
attempt(hasattr, g, '__bar__')


class GB:
    def __getattribute__(self, n): return 'gb:' + n


attempt(lambda: GB().anything)
attempt(lambda: GB().__class__)


class SA:
    def __setattr__(self, n, v): object.__setattr__(self, n, ('set', v))
    def __delattr__(self, n):
        print('del', n)
        object.__delattr__(self, n)


s = SA()
s.a = 1
print(s.a)
del s.a
attempt(delattr, s, 'a')
