"""Sites that have warmed up, then a change somewhere: does the site notice?

    PYTHON attack.py [--every N] [--from N] [--case TEXT]

One case is a site (an expression or statement with an object of class C), a kind of object, a name that
counts for the site, where the name is at first, where it changes, and to what. The site runs until it is
specialised, then the change is made and the site runs again, then the change is taken back. Each case
prints one line of what the site gave before, after, and at the end. tests/run_caches.py compares the lines
of two interpreters. The classes: C derives from Base, Base from Root, Root from the kind's native type;
the metaclass is Meta, its base is MetaBase.
"""
import asyncio
import math
import operator
import sys
import types

sys.stderr = sys.stdout


def show(v, depth=0):
    t = type(v)
    if t in (int, str, bool, float, bytes, type(None), complex, type(NotImplemented)):
        return repr(v)
    if t in (tuple, list) and depth < 3:
        return f"{t.__name__}({', '.join(show(x, depth + 1) for x in v)})"
    if t is dict and depth < 3:
        return "{" + ", ".join(f"{k}: {show(x, depth + 1)}" for k, x in v.items() if k != "__weakref__") + "}"
    if isinstance(v, type):
        return "class " + type.__getattribute__(v, "__name__")
    if t in (types.FunctionType, types.MethodType, types.BuiltinFunctionType):
        return f"{t.__name__} {v.__name__}"
    return "a " + t.__name__


# ---- what a name can become --------------------------------------------------------------------------

class Plain:
    """No descriptor, yet."""


class NonData:
    def __init__(self, tag): self.tag = tag
    def __get__(self, o, t=None): return ("nondata", self.tag, o is None)


class Data(NonData):
    def __get__(self, o, t=None): return ("data", self.tag, o is None)
    def __set__(self, o, v): LOG.append(("set", self.tag, v))
    def __delete__(self, o): LOG.append(("delete", self.tag))


LOG = []
RETURNS = {
    "__len__": lambda n: n, "__length_hint__": lambda n: n, "__bool__": lambda n: n % 2 == 0,
    "__hash__": lambda n: n, "__index__": lambda n: n % 2, "__int__": lambda n: n, "__float__": lambda n: float(n),
    "__iter__": lambda n: iter([n, n + 1]), "__next__": lambda n: n, "__contains__": lambda n: n % 2,
    "__str__": lambda n: f"str{n}", "__repr__": lambda n: f"repr{n}", "__eq__": lambda n: n % 2 == 0,
    "__instancecheck__": lambda n: n % 2 == 0, "__subclasscheck__": lambda n: n % 2 == 0,
    "__init__": lambda n: None, "__dir__": lambda n: [f"dir{n}"], "__reversed__": lambda n: iter([n]),
    "keys": lambda n: [f"k{n}"], "__exit__": lambda n: n % 2 == 0, "__complex__": lambda n: complex(n),
    "__bytes__": lambda n: b"%d" % n, "__trunc__": lambda n: n, "__sizeof__": lambda n: 8 * n,
}
PASS_ON = {"__getattribute__": object.__getattribute__, "__setattr__": object.__setattr__,
           "__delattr__": object.__delattr__}


def function(name, n):
    """A method for `name`; n tells where it was put."""
    make = RETURNS.get(name, lambda n: (name, n))
    if name == "__new__":
        def f(cls, *args, **kwargs):
            LOG.append(("new", n))
            for base in cls.__mro__:
                if base.__flags__ & 1 << 9 == 0:  # not of a class statement
                    return base.__new__(cls)
    elif name == "__next__":
        def f(self):
            if len(LOG) % 3 == 2:
                LOG.append("stop")
                raise StopIteration
            LOG.append("next")
            return n
    elif name == "__getattribute__":
        def f(self, what):
            if what[:2] == "__":
                return object.__getattribute__(self, what)
            return ("getattribute", n, what)
    elif name == "__init__":
        def f(self, *args, **kwargs): LOG.append(("init", n, args, kwargs))
    else:
        def f(*args, **kwargs): return make(n)
    f.__name__ = f"f{n}"
    return f


VALUES = {
    "function": function,
    "other function": lambda name, n: function(name, n + 10),
    "None": lambda name, n: None,
    "number": lambda name, n: n,
    "plain": lambda name, n: Plain(),
    "nondata": lambda name, n: NonData(n),
    "data": lambda name, n: Data(n),
    "property": lambda name, n: property(lambda self: ("property", n)),
    "staticmethod": lambda name, n: staticmethod(function(name, n)),
    "classmethod": lambda name, n: classmethod(function(name, n)),
    "builtin": lambda name, n: len,
    "method descriptor": lambda name, n: str.upper,
}

# ---- kinds of objects ----------------------------------------------------------------------------------

KINDS = {
    "object": (object, ()), "slots": (object, ()), "dict mode": (object, ()), "int": (int, (3,)),
    "str": (str, ("text",)), "list": (list, ([1, 2],)), "tuple": (tuple, ((1, 2),)),
    "dict": (dict, ({"k": 1, 0: 2},)), "set": (set, ({1},)), "float": (float, (2.5,)), "bytes": (bytes, (b"ab",)),
    "exception": (ValueError, ("v",)), "module": (types.ModuleType, ("mod",)), "property": (property, ()),
    "class": (type, ("K", (), {})),
}


class World:
    """The classes of one case, fresh."""

    def __init__(self, kind, meta):
        native, args = KINDS[kind]

        class MetaBase(type):
            pass

        class Meta(MetaBase):
            pass
        how = Meta if meta else type
        extra = {"__slots__": ("slot", "a")} if kind == "slots" else {}
        root_ns = {"__slots__": ()} if kind == "slots" else {}
        self.Root = how("Root", (native,), dict(root_ns))
        self.Base = how("Base", (self.Root,), dict(root_ns))
        self.C = how("C", (self.Base,), dict(extra))
        self.Meta, self.MetaBase = Meta, MetaBase
        self.args = args
        self.kind = kind
        self.o = self.make()

    def make(self):
        new = KINDS[self.kind][0].__new__
        o = new(self.C) if self.kind in ("object", "slots", "dict mode") else self.C(*self.args)
        if self.kind == "dict mode":
            o.__dict__["z"] = 1
            del o.z
        return o

    def at(self, place):
        return self.o if place == "o" else getattr(self, place)


# ---- sites ---------------------------------------------------------------------------------------------

# name: (text, names that count). `o` is the object, `C` its class, `p` another object of it.
ATTR = "a __getattribute__ __getattr__"
SITES = {
    "load": ("r = o.a", ATTR),
    "load twice": ("r = (o.a, o.a)", ATTR),
    "store": ("o.a = 7\nr = getattr(o, '__dict__', {}).get('a', 'none')", "a __setattr__"),
    "store add": ("p = make()\np.a = 7\nr = getattr(p, '__dict__', {}).get('a', 'none')", "a __setattr__"),
    "store load": ("o.a = 8\nr = o.a", "a __setattr__ __getattribute__"),
    "delete": ("try: o.a = 5\nexcept Exception: pass\ndel o.a\nr = 'deleted'", "a __delattr__ __setattr__"),
    "method": ("r = o.a(1)", ATTR),
    "method twice": ("r = (o.a(), o.a(1, 2))", "a"),
    "method keyword": ("r = o.a(k=1)", "a"),
    "getattr": ("r = getattr(o, 'a', 'default')", ATTR),
    "hasattr": ("r = hasattr(o, 'a')", ATTR),
    "class load": ("r = C.a", ATTR),
    "class method": ("r = C.a(1)", ATTR),
    "class store": ("C.b = 3\nr = C.b", "b __setattr__"),
    "class store load": ("C.a = w = [3]\nr = C.a is w, o.a", ATTR + " __setattr__"),
    "class add": ("C.a += 1\nr = C.a, o.a", ATTR + " __setattr__"),
    "super load": ("class D(C):\n  def g(self): return super().a\nr = D.g(make_of(D))", "a __getattribute__"),
    "super method": ("r = S.g(o2)", "a"),
    "call class": ("r = show(C())", "__init__ __new__ __call__"),
    "call class 1": ("r = show(C(1))", "__init__ __new__ __call__"),
    "call class keyword": ("r = show(C(k=1))", "__init__ __new__ __call__"),
    "call class star": ("r = show(C(*(1,)))", "__init__ __new__ __call__"),
    "call": ("r = o(1)", "__call__"),
    "len": ("r = len(o)", "__len__"),
    "truth": ("r = 1 if o else 2", "__bool__ __len__"),
    "not": ("r = not o", "__bool__ __len__"),
    "while": ("r = 0\nwhile o:\n  r += 1\n  if r > 2: break", "__bool__"),
    "and": ("r = show(o and 1)", "__bool__"),
    "add": ("r = o + o", "__add__ __radd__"), "add int": ("r = o + 1", "__add__"),
    "int add": ("r = 1 + o", "__radd__"), "str add": ("r = 'x' + o", "__radd__"),
    "list add": ("r = [1] + o", "__radd__ __add__"),
    "iadd": ("r = o\nr += 1", "__iadd__ __add__"), "sub": ("r = o - 1", "__sub__"),
    "mul": ("r = o * 2", "__mul__"), "rmul": ("r = 2 * o", "__rmul__"), "mod": ("r = o % 2", "__mod__"),
    "floordiv": ("r = o // 2", "__floordiv__"), "or": ("r = o | o", "__or__ __ror__"),
    "pow": ("r = o ** 2", "__pow__"), "matmul": ("r = o @ 1", "__matmul__"),
    "lshift": ("r = o << 1", "__lshift__"), "neg": ("r = -o", "__neg__"), "invert": ("r = ~o", "__invert__"),
    "abs": ("r = abs(o)", "__abs__"), "divmod": ("r = divmod(o, 2)", "__divmod__"),
    "lt": ("r = o < p", "__lt__ __gt__"), "lt int": ("r = o < 1", "__lt__"), "int lt": ("r = 1 < o", "__gt__"),
    "eq": ("r = o == p", "__eq__"), "ne": ("r = o != p", "__ne__ __eq__"), "if eq": ("r = 1 if o == 1 else 2", "__eq__"),
    "while lt": ("r = 0\nwhile o < 5:\n  r += 1\n  if r > 2: break", "__lt__"),
    "sort": ("r = len(sorted([o, p, o]))", "__lt__"), "max": ("r = show(max(o, p))", "__gt__"),
    "hash": ("r = hash(o) == hash(o) and type(hash(o))\nr = hash(o) if 0 <= hash(o) < 100 else 'big'", "__hash__ __eq__"),
    "dict key": ("d = {o: 1}\nr = d[o]", "__hash__ __eq__"), "set member": ("r = o in {o}", "__hash__"),
    "getitem": ("r = o[0]", "__getitem__ __missing__"), "getitem str": ("r = o['k']", "__getitem__"),
    "setitem": ("o[0] = 1\nr = 'set'", "__setitem__"), "delitem": ("del o[5:]\nr = 'del'", "__delitem__"),
    "slice": ("r = show(o[0:1])", "__getitem__"), "class getitem": ("r = C[1]", "__class_getitem__ __getitem__"),
    "in": ("r = 1 in o", "__contains__ __iter__"), "not in": ("r = 'q' not in o", "__contains__"),
    "for": ("r = 0\nfor x in o:\n  r += 1\n  if r > 5: break", "__iter__ __getitem__ __next__"),
    "for const": ("r = 0\nfor x in I:\n  r += 1\n  if r > 5: break", "__next__"),
    "next": ("r = next(o)", "__next__"), "list": ("r = list(o)", "__iter__ __len__ __length_hint__"),
    "unpack": ("q, s = o\nr = show((q, s))", "__iter__ __getitem__"), "star": ("r = len([*o])", "__iter__"),
    "star call": ("r = show(tuple_of(*o))", "__iter__"), "two stars": ("r = {**o}", "keys __getitem__"),
    "comprehension": ("r = [x for x in o]", "__iter__"), "yield from": ("r = list(delegate(o))", "__iter__"),
    "with": ("with o as x:\n  r = x", "__enter__ __exit__"),
    "with raise": ("r = 0\nwith o:\n  r = 1\n  1 / 0\n", "__exit__"),
    "str": ("r = str(o)[:9]", "__str__ __repr__"), "repr": ("r = repr(o)[:4]", "__repr__"),
    "f-string": ("r = f'{o}'[:4]", "__format__ __str__"), "f-string r": ("r = f'{o!r}'[:4]", "__repr__"),
    "f-string spec": ("r = f'{o:>5}'[:9]", "__format__"), "format": ("r = format(o)[:4]", "__format__ __str__"),
    "percent": ("r = ('%s' % (o,))[:4]", "__str__ __repr__"), "print": ("r = printed(o)[:4]", "__str__"),
    "join": ("r = '-'.join([o, o])", "__str__"), "ascii": ("r = ascii(o)[:4]", "__repr__"),
    "index": ("r = [10, 11][o]", "__index__"), "range": ("r = len(range(o))", "__index__"),
    "int()": ("r = int(o)", "__int__ __index__ __trunc__"), "float()": ("r = float(o)", "__float__ __index__"),
    "bool()": ("r = bool(o)", "__bool__ __len__"), "bytes()": ("r = bytes(o)", "__bytes__"),
    "round": ("r = round(o)", "__round__"), "floor": ("r = math.floor(o)", "__floor__ __float__"),
    "reversed": ("r = list(reversed(o))", "__reversed__ __len__ __getitem__"), "dir": ("r = 'dir' in str(dir(o))", "__dir__"),
    "isinstance": ("r = isinstance(o, C)", "__class__"), "isinstance of": ("r = isinstance(1, C)", "__instancecheck__"),
    "issubclass": ("r = issubclass(int, C)", "__subclasscheck__"), "type": ("r = show(type(o))", "__class__"),
    "class of": ("r = show(o.__class__)", "__class__"), "match": ("match o:\n  case C(a=x): r = x\n  case _: r = 'no'", "a __match_args__"),
    "match pos": ("match o:\n  case C(x): r = show(x)\n  case _: r = 'no'", "__match_args__"),
    "await": ("r = run(wait(o))", "__await__"), "async for": ("r = run(loop(o))", "__aiter__ __anext__"),
    "async with": ("r = run(manage(o))", "__aenter__ __aexit__"), "methodcaller": ("r = MC(o)", "a"),
    "attrgetter": ("r = AG(o)", "a"), "sum": ("r = sum([o], 0)", "__radd__"), "dict get": ("r = o.get('k')", "get"),
    "append": ("o.append(1)\nr = len(o)", "append"), "upper": ("r = o.upper()", "upper"), "__class__": ("r = o.__dict__", "a"),
    "descr load": ("r = H.h", "__get__ __set__"), "descr inst load": ("r = h.h", "__get__ __set__"),
    "descr slot load": ("r = h2.h", "__get__ __set__"), "descr store": ("h.h = 1\nr = h.__dict__.pop('h', 'none')", "__set__ __get__"),
    "descr slot store": ("h2.h = 1\nr = h2.__dict__.get('h')", "__set__ __get__"),
    "descr add": ("h3 = H()\nh3.h = 1\nr = h3.__dict__", "__set__"), "descr delete": ("h2.__dict__['h'] = 1\ndel h2.h\nr = list(h2.__dict__)", "__delete__ __set__"),
    "descr call": ("r = h.h(1)", "__get__ __call__ __set__"), "descr class call": ("r = H.h(1)", "__get__ __call__"),
    "descr meta load": ("r = HM.h", "__get__ __set__"), "descr meta both": ("r = HB.h", "__get__ __set__"),
    "descr super": ("r = HS().g()", "__get__"), "descr dunder": ("r = len(hl)", "__get__ __call__"),
    "descr slots": ("r = hs.h", "__get__ __set__"), "descr getattr": ("r = getattr(h, 'h', 0)", "__get__ __set__"),
}
META_NAMES = {"a", "b", "__call__", "__getattribute__", "__getattr__", "__setattr__", "__instancecheck__", "__subclasscheck__",
              "__getitem__", "__class_getitem__", "__get__"}
HEAD = """
def site(o, p, C, make, make_of, S, o2, I, H, h, h2, HM, HB, HS, hl, hs):
    r = None
"""


def printed(o):
    lines = []
    print(o, file=types.SimpleNamespace(write=lines.append))
    return "".join(lines)


def delegate(o): yield from o
async def wait(o): return await o


async def loop(o):
    async for x in o:
        return x


async def manage(o):
    async with o as x:
        return x


def run(c):
    try:
        c.send(None)
    except StopIteration as e:
        return e.value
    finally:
        c.close()


GLOBALS = dict(show=show, math=math, printed=printed, delegate=delegate, wait=wait, loop=loop, manage=manage, run=run,
               tuple_of=lambda *a: a, MC=operator.methodcaller("a"), AG=operator.attrgetter("a"))


def compile_site(text):
    ns = {}
    exec(HEAD + "".join("    " + line + "\n" for line in text.split("\n")) + "    return r\n", GLOBALS, ns)
    return ns["site"]


CODES = {name: compile_site(text).__code__ for name, (text, names) in SITES.items()}


def arguments(w):
    C, o = w.C, w.o
    made = []

    def make():
        return w.make()

    def make_of(D):
        return KINDS[w.kind][0].__new__(D, *(w.args if w.kind not in ("object", "dict mode", "list", "dict", "set") else ()))
    rest = [None] * 10
    if w.descr:
        class H: h = o
        class M(type): h = o
        class HM(metaclass=M): pass
        class HB(metaclass=M): h = 1
        class HS(H):
            def g(self): return super().h
        class HL: __len__ = o
        class Slots:
            __slots__ = ()
            h = o
        h2 = H()
        h2.__dict__["h"] = 9
        rest = [None, None, None, H, H(), h2, HM, HB, HS, HL(), Slots()]
        return [o, w.p, C, make, make_of] + rest
    if w.sup:
        class S(C):
            def g(self): return super().a()
        return [o, w.p, C, make, make_of, S, make_of(S)] + [None] * 9
    return [o, w.p, C, make, make_of, None, None, o] + [None] * 8


def attempt(site, args):
    del LOG[:]
    try:
        r = show(site(*args))
    except RecursionError:
        r = "RecursionError"
    except Exception as e:
        r = f"{type(e).__name__}: {e}"
        if " at 0x" in r:
            r = r[:r.index(" at 0x")]
    return r + (f" {LOG[:4]}" if LOG else "")


def put(target, name, value):
    try:
        if value is None and name == "__class__":
            return "no"
        setattr(target, name, value)
    except Exception as e:
        return f"{type(e).__name__}: {e}"[:60]
    return ""


def take(target, name):
    try:
        delattr(target, name)
    except Exception as e:
        return f"{type(e).__name__}"
    return ""


def case(site_name, kind, name, first, place, value, runs):
    w = World(kind, True)
    w.descr, w.sup = site_name.startswith("descr "), site_name == "super method"
    w.p = w.make()
    n = {"C": 1, "Base": 2, "Root": 3, "o": 4, "Meta": 5, "MetaBase": 6}
    if first in ("C again", "Base again"):  # plain values that are assigned again and again
        for number in 7, 70, 700:
            put(w.at(first.split()[0]), name, number)
    elif first:
        put(w.at(first), name, VALUES["function"](name, 7))
    # A function of its own code: nothing is warm yet.
    site = types.FunctionType(CODES[site_name].replace(co_name="site"), GLOBALS)
    args = arguments(w)
    for _ in range(runs):
        before = attempt(site, args)
    out = [before]
    out.append(take(w.at(place), name) if value == "del" else put(w.at(place), name, VALUES[value](name, n[place])))
    out += [attempt(site, args), attempt(site, args)]
    out.append(take(w.at(place), name) if value != "del" else put(w.at(place), name, VALUES["function"](name, 8)))
    if name != "__new__":  # which CPython does not take back
        out += [attempt(site, args)]
    if out[2] == out[3]:
        del out[3]
    return " | ".join(out)


DUNDER_VALUES = ("function", "None", "nondata", "staticmethod", "plain", "del")
ATTR_VALUES = tuple(VALUES) + ("del",)


def cases():
    for site_name, (text, names) in SITES.items():
        descr = site_name.startswith("descr ")
        for kind in KINDS:
            if descr and kind in ("slots", "class", "module", "exception", "property"):
                continue
            for name in names.split():
                dunder = name[:2] == "__"
                values = DUNDER_VALUES if dunder else ATTR_VALUES
                if kind not in ("object", "slots", "dict mode", "module") and not dunder:
                    values = ("function", "data", "number", "del")
                for first in (None, "Base", "C") + (() if dunder else ("Base again", "C again")):
                    places = ["C", "Base", "Root"]
                    if name in META_NAMES and kind in ("object", "int"):
                        places += ["Meta", "MetaBase"]
                    if kind in ("object", "slots", "dict mode", "module", "list"):
                        places.append("o")
                    for place in places:
                        for value in values:
                            if value == "del" and (place != (first or "").split(" ")[0] or name == "__new__"):
                                continue  # CPython's slot for __new__ stays
                            yield site_name, kind, name, first, place, value


def main(argv):
    every, start, text = 1, 0, None
    while argv:
        option = argv.pop(0)
        if option == "--every":
            every = int(argv.pop(0))
        elif option == "--from":
            start = int(argv.pop(0))
        elif option == "--case":
            text = argv.pop(0)
    for i, c in enumerate(cases()):
        label = ", ".join(str(x) for x in c)
        if (i % every != start) if text is None else text not in label:
            continue
        print(f"{label}: {case(*c, runs=9)}")


if __name__ == "__main__":
    main(sys.argv[1:])
