class A:
    def f(self): return "A"
class B:
    def f(self): return "B"
class C(A): pass
c = C()
print(c.f())
C.__bases__ = (B,)
print(c.f(), C.__mro__ == (C, B, object), A.__subclasses__(), B.__subclasses__() == [C])
try:
    C.__bases__ = (C,)
except TypeError as e:
    print(e)
