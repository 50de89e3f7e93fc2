# Assignment to classes: __bases__, __class__, names, special methods.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class A:
    pass


class B(A):
    def __init__(self, x): self.x = x


class S:
    __slots__ = ("a",)


class X1:
    pass


class X2(X1):
    pass


class X3(X1):
    pass


class X4(X2, X3):
    pass


print([c.__name__ for c in X4.__mro__], [c.__name__ for c in X1.__subclasses__()])
attempt(lambda: X4.mro()[0].__name__)
attempt(lambda: type.mro(int))
x = X2()
x.v = 1
x.__class__ = X3
print(type(x).__name__, x.v)
attempt(setattr, x, '__class__', int)
attempt(setattr, x, '__class__', 1)
attempt(setattr, x, '__class__', S)
attempt(delattr, x, '__class__')
attempt(setattr, 3, '__class__', int)
X4.__bases__ = (X3, X2)
print([c.__name__ for c in X4.__mro__])
attempt(setattr, X4, '__bases__', ())
attempt(setattr, X4, '__bases__', 1)
attempt(setattr, X4, '__bases__', (X4,))
attempt(setattr, X4, '__bases__', (int,))
attempt(setattr, X4, '__bases__', (1,))
attempt(setattr, X4, '__name__', 1)
X4.__name__ = 'Y4'
print(X4, X4.__name__)
X4.__qualname__ = 'Q.Y4'
print(X4)
X4.__module__ = 'm'
print(X4)
attempt(setattr, int, 'x', 1)
attempt(delattr, int, '__add__')
attempt(delattr, X4, '__name__')
attempt(setattr, int, '__name__', 'x')
attempt(delattr, X4, 'nope')
print(A.__doc__, int.__name__, type.__name__, A.__module__, int.__module__, A.__qualname__)
print(type(A.__dict__).__name__, A.__base__, int.__bases__, bool.__base__, A.__dictoffset__ > 0, A.__weakrefoffset__ > 0)
A.z = 5
print(A().z, B(1).z, X4.z if hasattr(X4, 'z') else None)
B.z = 6
print(B(1).z)
del B.z
print(B(1).z)
del A.z
attempt(lambda: B(1).z)
A.__len__ = lambda self: 42
print(len(A()), bool(A()))
A.__len__ = lambda self: 0
print(bool(A()), len(B(3)))
del A.__len__
attempt(len, A())
print(bool(A()))
A.__call__ = lambda self, *a: a
print(A()(1, 2), callable(A()))
del A.__call__
attempt(A())
print(callable(A()))
