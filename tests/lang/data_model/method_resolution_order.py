class O: pass
class A(O): pass
class B(O): pass
class C(A, B): pass
class D(B): pass
class E(C, D): pass
print([c.__name__ for c in E.__mro__])
try:
    class X(A, O, B): pass
    print([c.__name__ for c in X.__mro__])
    class Y(O, A): pass
except TypeError as e:
    print(e)
try:
    class Z(A, A): pass
except TypeError as e:
    print(e)
