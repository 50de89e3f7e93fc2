import gc
class Evil:
    def __init__(self, text): self.text = text
    def __hash__(self): return hash(self.text)
    def __eq__(self, other):
        print("compared with", other)
        return action(other)
class Descr:
    def __get__(self, ob, type=None): return 1
def action(other):
    if hasattr(C, 'attr'): del C.attr
    return False
class C:
    attr = Descr()
    def meth(self): return "method"
c = C()
c.__dict__[Evil("attr")] = 0
print(c.attr, hasattr(c, "attr"))
c.__dict__[Evil("meth")] = 5
action = lambda other: True
print(c.meth)
action = lambda other: False
print(c.meth())
action = lambda other: 1/0
try: c.meth
except ZeroDivisionError as e: print("error", e)
try: c.meth()
except ZeroDivisionError as e: print("error", e)
def action(other):
    X.__bases__ = (Base2,)
class Base: a = b = "Base"
class Base2: a = b = "Base2"
X = type("X", (Base,), {Evil("a"): 5})
del Base
print(X.a); gc.collect(); print(X.b, X.__bases__)
def action(other):
    x.__class__ = Base2
    gc.collect()
Y = type("Y", (Base2,), {Evil("a"): 5, "__slots__": (), "a": property(lambda self: "prop %s" % type(self).__name__)})
Y = type("Y", (Base2,), {Evil("a"): 5})
x = Y()
del Y
print(x.a, type(x))
action = lambda other: 1/0
Z = type("Z", (Base2,), {Evil("a"): 5})
for i in range(3):
    try: print(Z.a)
    except AttributeError as e: print(e)
    try: print(Z().a)
    except AttributeError as e: print(e)
def g():
    for i in range(40): r = Z.b, Z().b
    return r
print(g())
import types
m = types.ModuleType("m"); m.__dict__[Evil("y")] = 7
action = lambda o: True
print(m.y)
