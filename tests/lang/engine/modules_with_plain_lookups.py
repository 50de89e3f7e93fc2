# Objects that keep their attributes in a dict of their own, with no slots by shape: modules and classes
# whose look-up is object's. What the class has must not hide what the object has.
import types


class Module(types.ModuleType):
    __getattribute__ = object.__getattribute__
    k = "class k"
    def m(self): return "class m"


def read(o): return o.k, o.m()
def by_name(o): return getattr(o, "k"), getattr(o, "m")()


a, b = Module("a"), Module("b")
b.k = "own k"
b.m = lambda: "own m"
for site in read, by_name:
    for i in range(40):
        site(a)
    print(site(a), site(b), site(a))
a.m = lambda: "a's m"
a.k = "a's k"
print(read(a), by_name(a))
del a.m, a.k
print(read(a), by_name(a))


class Meta(type):
    __getattribute__ = object.__getattribute__
    k = "meta k"
    def m(cls): return "meta m"


class A(metaclass=Meta): pass
class B(metaclass=Meta):
    k = "own k"
    m = lambda: "own m"
class C(B): pass


for site in read, by_name:
    for i in range(40):
        site(A)
    print(site(A), site(B), site(C))
print(object.__getattribute__(B, "k"), object.__getattribute__(int, "__name__"))
try:
    object.__getattribute__(C, "nothing")
except AttributeError as e:
    print(e)

# A module's class gains a say.
m = types.ModuleType("m")
m.x = 1


def odd(): return m.__class__.__name__, m.x


for i in range(40):
    r = odd()
print(r)


class WithProperty(types.ModuleType):
    @property
    def x(self): return "computed"


m.__class__ = WithProperty
print(odd())
m.__class__ = types.ModuleType
print(odd())
