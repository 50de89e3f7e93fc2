class A: __slots__ = "a"
class B: __slots__ = "b"
try:
    class C(A, B): pass
except TypeError as e:
    print(e)
class E: __slots__ = ()
class F(A, E): __slots__ = ()
print(F().__class__.__mro__)
try:
    class G(int): __slots__ = "x"
except TypeError as e:
    print(e)
