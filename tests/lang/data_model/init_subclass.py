class Base:
    registry = []
    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw)
        Base.registry.append((cls.__name__, tag))
class A(Base): pass
class B(Base, tag="b"): pass
class C(B, tag="c"): pass
print(Base.registry)
try:
    class D(Base, other=1): pass
except TypeError as e:
    print(e)
