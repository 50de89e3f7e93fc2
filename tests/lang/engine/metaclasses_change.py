# The metaclass has a say in what a class's attribute is. Sites that read through a class must notice
# when it changes: attributes of the metaclass, its bases, the metaclass itself.
def fresh():
    class Root(type): pass
    class Meta(Root): pass

    class C(metaclass=Meta):
        x = "class"
        def f(): return "f of class"
        def __init__(self): pass

    class D(C): pass
    return Root, Meta, C, D


def load(C, D): return C.x, D.x
def method(C, D): return C.f(), D.f()
def make(C, D): return type(C()).__name__, type(D()).__name__


def make_site(site): return type(site)(site.__code__.replace(), globals())


def data(name): return property(lambda cls: (lambda: name + " of meta") if name == "f" else name + " of meta")


def try_each(change, undo, sites=(load, method, make)):
    for site in map(make_site, sites):
        Root, Meta, C, D = fresh()
        out = []
        for step in (lambda *a: None, change, undo):
            step(Root, Meta, C, D)
            for i in range(30):
                try:
                    r = site(C, D)
                except (TypeError, AttributeError) as e:
                    r = str(e)
                if i in (0, 29) and r not in out[-1:]:
                    out.append(r)
        print(out)


def set_on(which):
    def change(*classes):
        classes[which].x = data("x")
        classes[which].f = data("f")
        classes[which].__call__ = lambda cls: 5

    def undo(*classes):
        del classes[which].x, classes[which].f, classes[which].__call__
    return change, undo


for which in 0, 1:
    try_each(*set_on(which))


class Other(type):
    x = data("x")
    f = data("f")
    def __call__(cls): return "called"
    def __getattribute__(cls, name): return type.__getattribute__(cls, name)


def change(Root, Meta, C, D): D.__class__ = C.__class__ = type("Both", (Meta, Other), {})
def undo(Root, Meta, C, D): D.__class__ = C.__class__ = Meta
try_each(change, undo)
def change(Root, Meta, C, D): Meta.__bases__ = (Other, Root)
def undo(Root, Meta, C, D): Meta.__bases__ = (Root,)
try_each(change, undo)
def change(Root, Meta, C, D): Root.__getattribute__ = lambda cls, name: str if name == "f" else "found " + name
def undo(Root, Meta, C, D): del Root.__getattribute__
try_each(change, undo, (load, method))

# A metaclass whose attributes change all the time stays right (and its classes stay usable).


class Count(type):
    n = 0


class K(metaclass=Count):
    x = 1


def turn():
    Count.n += K.x
    return K.n


for i in range(1000):
    last = turn()
print(last)
# A class that is its own metaclass's instance all the way down


class A(type): pass
class B(A, metaclass=A): x = "in B"
class C(metaclass=B): y = "in C"


def both(): return B.x, C.x, C.y


for i in range(30):
    both()
A.x = property(lambda cls: "A says " + cls.__name__)
print(both())
B.y = property(lambda cls: "B says " + cls.__name__)
print(both())
del A.x
print(both())
