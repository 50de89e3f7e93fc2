# What inline caches must notice: classes, shapes and instances that change under them.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class V:
    x = 0
v = V()
for i in range(2000):
    V.x = i
    assert v.x == i


class V2(V):
    pass


v2 = V2()
for i in range(300):
    V.x = i
    assert v2.x == i
    V2.x = -i
    assert v2.x == -i
    del V2.x
    assert v2.x == i
# method replaced while cached


class M:
    def f(self): return 1


m = M()


def call(): return m.f()


for i in range(100): call()
M.f = lambda self: 2
print(call())
m.f = lambda: 3
print(call())
del m.f
print(call())
M.g = property(lambda s: 'p')
print(m.g)


def getx(o): return o.x


class X1:
    x = 'class'


o = X1()
for i in range(100): getx(o)
o.x = 'inst'
print(getx(o))
X1.x = property(lambda s: 'prop', lambda s, v: None)
print(getx(o))
del X1.x
print(getx(o))
del o.x
attempt(getx, o)
# __class__ change under caches


class P1:
    def f(self): return 'P1'


class P2:
    def f(self): return 'P2'


p = P1()
p.a = 1


def pf(p): return p.f(), p.a


for i in range(50): pf(p)
p.__class__ = P2
print(pf(p))
p.a = 2
print(pf(p))
# shapes: same attrs different order, deletion, dict mode


class Sh:
    pass


def ab(o): return o.a, o.b


s1 = Sh()
s1.a = 1
s1.b = 2
s2 = Sh()
s2.b = 3
s2.a = 4
for i in range(30):
    assert ab(s1) == (1, 2)
    assert ab(s2) == (4, 3)
s1.__dict__['a'] = 9
print(ab(s1))
s2.__dict__ = {'a': 7, 'b': 8}
print(ab(s2))
del s1.a
attempt(ab, s1)


def st(o, v): o.z = v


for i in range(50):
    q = Sh()
    st(q, i)
    assert q.z == i


class RO:
    @property
    def z(self): return 1


attempt(st, RO(), 1)


class SlotZ:
    __slots__ = ('z',)


sz = SlotZ()
st(sz, 5)
print(sz.z)
for k in range(5):
    st(Sh(), 1)
    st(sz, k)


class DynA:
    def __getattr__(self, n): return n


da = DynA()


def gz(o): return o.z


for i in range(30): gz(da)
da.z = 5
print(gz(da))
del da.z
print(gz(da))


class Big:
    pass


bg = Big()
for i in range(70): setattr(bg, 'k%d' % i, i)
print(sum(getattr(bg, 'k%d' % i) for i in range(70)), list(vars(bg))[:3])


class Exc(Exception):
    pass


e = Exc(1)
e.x = 1
e.y = 2
print(e.x, e.y, e.__dict__)
e.add_note('n')
print(e.__notes__)
f = lambda: 0
f.a = 1
f.b = 2
print(f.__dict__, f.a)
