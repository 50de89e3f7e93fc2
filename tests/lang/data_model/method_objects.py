class C:
    def f(self, x): "doc"; return self, x
c = C()
m = c.f
print(m.__self__ is c, m.__func__ is C.f, m(1)[1], m == c.f, m is c.f, m.__name__, m.__doc__)
print(m.__get__(5) is m, hash(m) == hash(c.f))
try:
    m.attr = 1
except AttributeError as e:
    print(e)
C.f.attr = 2
print(m.attr)
print(C.f.__get__(c)(7)[1], type(C.f.__get__(c)).__name__)
