# Classes that derive from int, str, list, dict and the like, and from classes with __slots__.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class A:
    __slots__ = ['x']
    def __init__(self): self.x = 1


class B(A):
    pass


b = B()
b.y = 2
attempt(lambda: (b.x, b.y, b.__dict__))
attempt(lambda: B.__slots__)
attempt(lambda: A.__dict__['x'].__objclass__)


class C(A):
    __slots__ = {'z': 'doc of z'}


c = C()
attempt(lambda: c.z)
c.z = 3
attempt(lambda: c.z)
attempt(setattr, c, 'w', 1)


class D(C, A):
    pass


attempt(lambda: D().x)
attempt(lambda: type('E', (A, C), {}))


class I(int):
    def __add__(self, o): return I(int(self) + o)
    def __repr__(self): return 'I(%d)' % int(self)


i = I(3)
i.attr = 1
attempt(lambda: (i + 1, i.attr, i * 2, i == 3, hash(i) == hash(3), type(i + 1), i.real, [1, 2, 3, 4][i]))
attempt(lambda: I('12'))
attempt(lambda: I.from_bytes(b'\1', 'big'))


class St(str):
    def upper(self): return 'UP'


s = St('abc')
s.k = 1
attempt(lambda: (s, s.upper(), s.k, s + 'd', s[1], len(s), {s: 1}['abc'], s == 'abc', 'abc' == s, isinstance(s, str), s.__dict__))
attempt(getattr, A(), St('x'))


class T(tuple):
    def __new__(cls, *a): return tuple.__new__(cls, a)


tt = T(1, 2, 3)
tt.z = 9
attempt(lambda: (tt, tt.z, tt[1:], len(tt), tt == (1, 2, 3), type(tt[:])))


class L(list): 
    def __init__(self, *a):
        super().__init__(a)
        self.n = 0
    def append(self, x):
        self.n += 1
        super().append(x)
    def __len__(self): return 99


l = L(1, 2)
l.append(3)
attempt(lambda: (l, l.n, len(l), list(l), l[0], bool(l)))


class Di(dict):
    def __missing__(self, k): return 'miss ' + k
    def __getitem__(self, k): return dict.__getitem__(self, k)


d = Di(a=1)
d.q = 1
attempt(lambda: (d['a'], d['b'], d.get('b'), d, d.q, dict(d)))


class Ex(ValueError):
    def __init__(self, a, b):
        super().__init__(a)
        self.b = b
    def __str__(self): return 'Ex:%s:%s' % (self.args, self.b)


def r(): raise Ex(1, 2)


attempt(r)


class By(bytes):
    pass


attempt(lambda: (By(b'x'), By(b'ab')[0]))


class Fl(float):
    pass


f = Fl(2.5)
f.x = 1
attempt(lambda: (f, f + 1, f.x, f.is_integer()))


class Cx(complex):
    pass


attempt(lambda: Cx(1, 2))


class Se(set):
    pass


ss = Se([1])
ss.a = 1
attempt(lambda: (ss, ss | {2}, type(ss | {2}), ss.a))


class Pr(property):
    pass


class UsePr:
    @Pr
    def p(self):
        "docp"
        return 1


attempt(lambda: (UsePr().p, UsePr.p.__doc__))


class CM(classmethod):
    pass


class Fn:
    @CM
    def f(cls): return cls.__name__


attempt(lambda: Fn.f())
attempt(lambda: Fn().f())
