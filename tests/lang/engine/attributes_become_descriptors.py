# What a class attribute does when it is read or assigned can change without the class: its own class
# gains or loses __get__ and __set__, it gets another class, a property is made again. Sites that remember
# the attribute must notice.
class Plain:
    pass


class Descr:
    def __get__(self, o, t): return "got"
    def __set__(self, o, v): print("set", v)


class Owner:
    def __init__(self, v): self.v = v


def read(o): return type(o.d).__name__
def read_class(o): return type(type(o).d).__name__
def call(o): return type(o).d(1)


def store(o):
    o.d = 5
    return o.__dict__.get("d")


def add(o):
    p = type(o)()
    p.d = 5
    return p.__dict__


def changes(kind):
    """The ways in which an object of class `kind` becomes a descriptor, and back."""
    def add_both(d):
        kind.__get__ = lambda self, o, t: "got"
        kind.__set__ = lambda self, o, v: print("set", v)

    def remove(d):
        del kind.__get__, kind.__set__

    def by_base(d):
        kind.__bases__ = (Descr,)

    def base_back(d):
        kind.__bases__ = (Plain,)

    def other_class(d): d.__class__ = Descr
    def class_back(d): d.__class__ = kind
    return (add_both, remove), (by_base, base_back), (other_class, class_back)


def check(site, own, which):
    class Base(Plain): pass
    class Kind(Base): pass
    there, back = changes(Base if which == 1 else Kind)[which]
    Kind.__call__ = lambda self, n: "called"

    class C:
        d = Kind()
    o = C()
    if own:
        o.__dict__["d"] = "own"
    elif own is None:
        o.d = "own"
    out = []
    for change in (lambda d: None, there, back):
        change(C.__dict__["d"])
        for i in range(30):
            try:
                r = site(o)
            except TypeError as e:
                r = str(e)
            if i == 0 or i == 29:
                out.append(r)
    print(site.__name__, own, there.__name__, out)


for site in read, read_class, call, store, add:
    for own in False, True, None:
        for which in range(3):
            # A function of its own for each, so that nothing is warm yet.
            check(type(site)(site.__code__.replace(), globals()), own, which)


class P:
    @property
    def p(self): return 1


def site(): return x.p


x = P()
for i in range(30):
    site()
prop = P.__dict__["p"]
prop.__init__(lambda self: 2)
print(site(), [site() for i in range(30)][-1])
prop.__init__()
try:
    site()
except AttributeError as e:
    print(e)
