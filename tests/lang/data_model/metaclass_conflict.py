class M1(type): pass
class M2(type): pass
class A(metaclass=M1): pass
class B(metaclass=M2): pass
try:
    class C(A, B): pass
except TypeError as e:
    print(e)
class M3(M1, M2): pass
class D(A, B, metaclass=M3): pass
print(type(D).__name__)
