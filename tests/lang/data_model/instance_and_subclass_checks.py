"""isinstance and issubclass: tuples, unions, __instancecheck__, __class__, __bases__ of non-classes."""
class Meta(type):
    def __instancecheck__(cls, o): print("instancecheck", o); return o == 5 and "truthy"
    def __subclasscheck__(cls, c): print("subclasscheck", c); return []


class M(metaclass=Meta): pass


print(isinstance(5, M), isinstance(6, M), issubclass(int, M), isinstance(M(), M), isinstance(1, (str, M, int)), isinstance(5, (M, undefined) if 0 else (M, int)))


class Liar:
    @property
    def __class__(self): return int


class Broken:
    @property
    def __class__(self): raise AttributeError("none")


class Fails:
    @property
    def __class__(self): raise ValueError("boom")


print(isinstance(Liar(), int), isinstance(Liar(), Liar), type(Liar()).__name__, isinstance(Broken(), int))
for f in lambda: isinstance(Fails(), int), lambda: isinstance(1, 5), lambda: isinstance(1, (int, 5)), lambda: isinstance("", (int, 5)), lambda: isinstance(1, [int]), lambda: issubclass(1, int), lambda: issubclass(int, 1), lambda: issubclass(int, (str, 1)), lambda: issubclass(int, ()), lambda: isinstance(1, ()), lambda: isinstance(1, ((str, (int,)),)), lambda: isinstance(1), lambda: issubclass(int, None), lambda: isinstance(None, None), lambda: isinstance(1, "int"):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Fake:
    def __init__(self, *bases): self.__bases__ = bases


base = Fake()
derived = Fake(base)
print(issubclass(derived, base), issubclass(base, derived), issubclass(derived, (int, base)))
o = type("O", (), {})()
o.__class__ = type("P", (), {})
print(type(o).__name__, isinstance(o, type(o)))
import abc


class A(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
    @property
    @abc.abstractmethod
    def p(self): ...
    @classmethod
    def __subclasshook__(cls, c): return True if hasattr(c, "quack") else NotImplemented


class Duck: quack = 1
class Registered: pass


A.register(Registered)
print(issubclass(Duck, A), isinstance(Registered(), A), issubclass(int, A), sorted(A.__abstractmethods__))
for cls in A, type("Half", (A,), {"f": lambda s: 1}), type("Full", (A,), {"f": lambda s: 1, "p": 2}):
    try:
        print(type(cls()).__name__)
    except TypeError as e:
        print(e)
