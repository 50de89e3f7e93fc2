"""Module __getattr__, __dir__, __class__; attributes of modules and their deletion."""
import sys, types
m = types.ModuleType("m", "the doc")
print(m, m.__doc__, m.__name__, m.__package__, m.__loader__, m.__spec__, sorted(vars(m)))
exec("def __getattr__(n):\n if n == 'lazy': return 'made'\n raise AttributeError(f'no {n}')\ndef __dir__(): return ['z', 'a', 'lazy']", vars(m))
print(m.lazy, dir(m), hasattr(m, "nope"))
try:
    m.nope
except AttributeError as e:
    print(e, e.name, e.obj)
m.__getattr__ = 5
try:
    m.nope
except TypeError as e:
    print(e)
del m.__getattr__, m.__dir__
try:
    m.nope
except AttributeError as e:
    print(e, e.name, e.obj is m)
try:
    del m.nope
except AttributeError as e:
    print(e)


class Loud(types.ModuleType):
    def __setattr__(self, n, v): print("set", n, v); super().__setattr__(n, v)
    @property
    def computed(self): return "computed " + self.__name__
    def __call__(self, x): return x * 2


m.__class__ = Loud
m.v = 1
print(m.computed, m(4), type(m).__name__, repr(m))
for bad in object, int, 5, type("X", (), {}):
    try:
        m.__class__ = bad
    except TypeError as e:
        print(e)
sys.modules["m_loud"] = m
import m_loud
from m_loud import v, computed
print(v, computed, m_loud is m)
try:
    from m_loud import absent
except ImportError as e:
    print(e, e.name, e.path)
del m.__name__
print(repr(m))
try:
    m.nope
except AttributeError as e:
    print(e)
for args in (), (5,), ("a", 5), ("a", None, 5):
    try:
        print(types.ModuleType(*args))
    except TypeError as e:
        print(e)
try:
    m.__dict__ = {}
except AttributeError as e:
    print(e)
print(m.__annotations__, "__annotations__" in vars(m))
bare = types.ModuleType.__new__(types.ModuleType)
print(repr(bare), bare.__dict__)
try:
    bare.x
except AttributeError as e:
    print(e)
