"""A random program that makes classes, warms sites up and changes the classes: fuzz_classes.py SEED

It prints what every site gave; tests/run_caches.py --fuzz compares interpreters and builds.
"""
import random
import sys
import types

R = random.Random(int(sys.argv[1]))
NAMES = ["a", "b", "c", "m"]
DUNDERS = {"__len__": lambda n: n, "__bool__": lambda n: bool(n % 2), "__call__": None, "__getitem__": None, "__add__": None,
           "__radd__": None, "__eq__": lambda n: n % 3 == 0, "__hash__": lambda n: n, "__lt__": lambda n: n % 2 == 0,
           "__contains__": lambda n: n % 2, "__iter__": lambda n: iter((n, n + 1)), "__str__": lambda n: "s%d" % n,
           "__repr__": lambda n: "r%d" % n, "__getattr__": None, "__format__": lambda n: "f%d" % n, "__enter__": None,
           "__exit__": lambda n: n % 2, "__iadd__": None, "__index__": lambda n: n % 5, "__get__": None, "__set__": None,
           "__init__": lambda n: None, "__missing__": None, "__set_name__": lambda n: None, "__delete__": None,
           "__getattribute__": "special", "__setattr__": "special"}
classes, metas, objects, functions = [], [type], [], []
count = 0


def number():
    global count
    count += 1
    return count


def function(name="f"):
    n = number()
    make = DUNDERS.get(name) or (lambda n: (name, n))
    if name == "__getattribute__":
        return lambda self, what: object.__getattribute__(self, what) if what[:1] == "_" or n % 2 else (n, what)
    if name == "__setattr__":
        def f(self, what, value):
            if n % 2:
                object.__setattr__(self, what, n)
        return f
    if name == "__getitem__":  # a sequence that ends
        def f(self, i=0):
            if type(i) is int and i > 5:
                raise IndexError("end")
            return name, n
        return f
    if name == "__init__":
        kinds = [lambda self: None, lambda self, x=n: setattr(self, "a", x) if n % 2 else None,
                 lambda self, *a, **k: setattr(self, "b", n)]
        return R.choice(kinds)
    if name[:2] == "__" or R.random() < .5:
        return lambda *a, **k: make(n)
    return R.choice([lambda self: ("m0", n), lambda self, x=n: ("m1", x), lambda self, *, k=n: ("mk", k)])


def attribute(name):
    kind = R.randrange(10)
    n = number()
    if kind < 3:
        return function(name)
    if kind == 3:
        return n
    if kind == 4:
        return property(lambda self: ("property", n))
    if kind == 5:
        return property(lambda self: ("both", n), lambda self, v: None)
    if kind == 6:
        return staticmethod(function(name))
    if kind == 7:
        return classmethod(function(name))
    if kind == 8 and objects:
        return R.choice(objects)
    return None if name in NAMES else function(name)


def new_class():
    bases = []
    for _ in range(R.choice((0, 1, 1, 2))):
        bases.append(R.choice(classes) if classes and R.random() < .8 else R.choice([int, list, dict, str, object, tuple]))
    ns = {R.choice(NAMES): attribute("a") for _ in range(R.randrange(3))}
    for _ in range(R.randrange(2)):
        d = R.choice(list(DUNDERS))
        ns[d] = function(d)
    if R.random() < .2:
        ns["__slots__"] = tuple(n for n in R.sample(NAMES, 2) if n not in ns)
    try:
        c = R.choice(metas)("C%d" % len(classes), tuple(dict.fromkeys(bases)), ns)
    except Exception as e:
        print("no class:", type(e).__name__)
        return
    classes.append(c)
    new_object(c)


def new_meta():
    ns = {R.choice(NAMES): attribute("a")}
    if R.random() < .3:
        d = R.choice(["__call__", "__getattr__", "__instancecheck__", "__getitem__", "__len__", "__eq__"])
        ns[d] = function(d)
        if d == "__eq__":
            ns["__hash__"] = type.__hash__
    metas.append(type("M%d" % len(metas), (R.choice(metas),), ns))


def new_object(c):
    try:
        objects.append(c())
    except Exception as e:
        print("no object:", type(e).__name__)


TEXTS = ["o.{n}", "o.{n}()", "o.{n}(1)", "type(o).{n}", "type(o).{n}(o)", "C.{n}", "C.{n}(1)", "C()", "C(1)", "C(x=1)", "len(o)",
         "1 if o else 0", "o()", "o[0]", "o + 1", "1 + o", "o + o", "o == o2", "o < o2", "1 in o", "[x for x in o] if ends(o) else 0", "str(o)[:8]",
         "repr(o)[:3]", "f'{{o}}'[:8]", "hash(o) % 97 if isinstance(o, (int, str)) is False and type(o).__hash__ is not object.__hash__ else 0",
         "getattr(o, '{n}', 0)", "hasattr(o, '{n}')", "isinstance(o, C)", "isinstance(o2, C)", "[0,1,2,3,4][o]", "type(o).__name__",
         "o2.{n}", "o.__class__.__name__", "getattr(C, '{n}', 0)", "g.{n}", "GLOBAL", "len(GLOBALS)", "mod.{n}", "mod.{n}(1)", "dict(a=o)['a'] is o",
         "max(1, 2)", "next(iter(o))", "o.{n}.{n}", "o2.{n}.{n}", "super(C, o).{n}", "super(C, o).{n}()", "super(C, o2).{k}(1)", "super(C, C).{n}",
         "[b for a, b in o] if ends(o) else 0", "[b for a, b in enumerate(o)] if ends(o) else 0", "[a for a, b in zip(o, o2)] if ends(o) and ends(o2) else 0", "[a for a, b in [(o, 1), (o2, 2)]]",
         "[b for a, b in {{1: o, 2: o2}}.items()]", "list(o) if ends(o) else 0", "tuple(o2) if ends(o2) else 0", "int(o)", "bool(o)", "dict(o) if ends(o) else 0", "frozenset(o) if ends(o) else 0", "type(o)", "type(o)(1)", "range(o)",
         "enumerate(o) if ends(o) else 0", "zip(o) if ends(o) else 0", "bytearray(o) if ends(o) else 0", "o.{n} is o2.{n}", "o[1:2]", "o[o2]", "sorted(o) if ends(o) else 0", "o.__dict__.get('{n}')", "object.__getattribute__(o, '{n}')"]
STATEMENTS = ["o.{n} = 5\nreturn o.{n}", "o.{n} = o2.{n}", "o += 1\nreturn o", "with o as x: return x", "p = C()\np.{n} = 1\np.{k} = 2\nreturn p.{n}, p.{k}",
              "del o.{n}", "a, b = o\nreturn a", "r = 0\nfor x in o:\n  r += 1\n  if r > 4: break\nreturn r", "match o:\n  case C({n}=x): return x",
              "o[0] = 1", "o.{n} = o2\nreturn o.{n}", "o.{n} = 1\no.{k} = 2\ndel o.{n}\nreturn o.{k}", "p = C()\np.{n} = o\nreturn p.{n}", "o.{n} += 1\nreturn o.{n}",
              "setattr(o, '{n}', 3)\nreturn o.{n}", "for a, b in o.__dict__.items():\n  return a, b", "for a, b in o, o2: return a",
              "try: return o.{n}\nexcept AttributeError: return 'none'", "C.{n} = 6\nreturn C.{n}, o.{n}", "C.{n} += 1\nreturn o.{n}",
              "type(o).{n} = o2\nreturn o.{n}", "C.{n} = C.{k} = 7\nC.{n} -= 1\nreturn C.{n}, C.{k}, type(o).{n}, o2.{k}", "type(o).{n} = len(C.__name__)\nreturn C.{n}(1)"]


def show(v):
    if type(v) in (int, str, bool, float, type(None)):
        return repr(v).split(" at 0x")[0]
    if type(v) in (tuple, list):
        return "(" + ", ".join(show(x) for x in v[:4]) + ")"
    return "<" + type.__getattribute__(type(v), "__name__") + ">"


class Site:
    def __init__(self):
        text = R.choice(TEXTS + STATEMENTS)
        self.text = body = text.format(n=R.choice(NAMES), k=R.choice(NAMES))
        if text in TEXTS:
            body = "return " + body
        ns = {}
        exec("def f(o, o2, C, g, mod):\n" + "".join("    " + l + "\n" for l in body.split("\n")), world, ns)
        self.f = ns["f"]
        self.pick()

    def pick(self):
        """One object, or some in turn: as many kinds as a site remembers, or more."""
        self.among = [(R.choice(objects), R.choice(objects), R.choice(classes)) for _ in range(R.choice((1, 1, 2, 3, 5, 9)))]

    def run(self, turn):
        o, o2, C = self.among[turn % len(self.among)]
        try:
            return show(self.f(o, o2, C, o2, mod))
        except RecursionError:
            return "RecursionError"
        except Exception as e:
            r = type(e).__name__ + ": " + str(e)
            return r[:r.index(" at 0x")] if " at 0x" in r else r


def change():
    kind = R.randrange(22)
    c = R.choice(classes)
    o = R.choice(objects)
    name = R.choice(NAMES) if R.random() < .6 else R.choice(list(DUNDERS))
    if kind < 6:
        setattr(c, name, attribute(name))
    elif kind < 9:
        own = [n for n in type.__dict__["__dict__"].__get__(c) if n in NAMES or n in DUNDERS]
        if own:
            type.__delattr__(c, R.choice(own))
    elif kind < 11:
        setattr(R.choice(metas[1:]), name, attribute(name))
    elif kind == 11:
        own = [n for n in vars(metas[-1]) if n in NAMES or n in DUNDERS]
        if own:
            delattr(metas[-1], R.choice(own))
    elif kind == 12:
        object.__dict__["__class__"].__set__(o, c)
    elif kind == 13:
        c.__bases__ = tuple(dict.fromkeys(R.choice(classes) for _ in range(R.choice((1, 2)))))
    elif kind == 14:
        object.__setattr__(o, R.choice(NAMES), number())
    elif kind == 15:
        object.__delattr__(o, R.choice(NAMES))
    elif kind == 16:
        o.__dict__ = {R.choice(NAMES): number()}
    elif kind == 17:
        c.__class__ = R.choice(metas)
    elif kind == 18:
        world[R.choice(["GLOBAL", "len", "max", "isinstance"])] = lambda *a: ("global", a[0] if type(a[0]) is int else 0)
    elif kind == 19:
        for n in ("len", "max", "isinstance"):
            world.pop(n, None)
    elif kind == 20:
        setattr(mod, R.choice(NAMES), number() if R.random() < .5 else len)
    else:
        f = c.__dict__.get(R.choice(NAMES))
        if type(f) is types.FunctionType:
            f.__code__ = (lambda *a, **k: "new code").__code__
            f.__defaults__ = None
    return kind


def ends(o):
    """Whether what goes through it does so by __iter__: by a __getitem__ that never raises it would have no end."""
    return hasattr(type(o), "__iter__")


world = {"ends": ends, "GLOBAL": 1, "GLOBALS": [1, 2]}
mod = types.ModuleType("mod")
mod.a = mod.b = 1
mod.c = mod.m = len
new_meta()
while len(objects) < 3:
    new_class()
sites = [Site() for _ in range(14)]
for turn in range(12):
    for _ in range(R.randrange(1, 4)):
        if R.random() < .1:
            new_class()
        elif R.random() < .1:
            new_meta()
        elif R.random() < .1:
            new_object(R.choice(classes))
        else:
            try:
                print("change", change())
            except RecursionError:
                print("too deep")
            except Exception as e:
                print("change failed:", type(e).__name__)
    for i, s in enumerate(sites):
        if R.random() < .08:
            s.pick()
        last = {}
        for k in range(9 * min(len(s.among), 4)):
            r, at = s.run(k), k % len(s.among)
            if r != last.get(at):
                print(i, at, s.text.replace("\n", "; "), "->", r)
            last[at] = r
