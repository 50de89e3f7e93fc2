"""Names made at run time are the names of the source: globals, attributes, keywords, slots, patterns."""
def j(*parts): return "".join(parts)


globals()[j("gl", "ob")] = 1
print(glob)


def f(first, *, second=2, **kw): return first, second, kw


print(f(**{j("fi", "rst"): 1, j("sec", "ond"): 3, j("thi", "rd"): 4}))


class C:
    __slots__ = (j("al", "pha"), j("be", "ta"), j("__pri", "vate"))
    __match_args__ = (j("al", "pha"),)
    def __init__(self): self.alpha = 1; self.__private = 5
    def get(self): return self.__private


print(C().alpha, C().get())
match C():
    case C(x): print("matched", x)


class D: pass


d = D()
d.__dict__[j("dy", "namic")] = 5
vars(d).update({j("oth", "er"): 6})
print(d.dynamic, d.other, getattr(d, j("dyn", "amic")))
d.dynamic = 7
print(vars(d))
setattr(D, j("__ad", "d__"), lambda s, o: "added")
print(d + 1)
delattr(D, j("__ad", "d__"))
try:
    d + 1
except TypeError as e:
    print(e)
E = type("E", (), {j("__le", "n__"): lambda s: 3, j("__cal", "l__"): lambda s: "called", j("__ge", "titem__"): lambda s, i: i, j("__en", "ter__"): lambda s: s, j("__ex", "it__"): lambda s, *a: True,
               j("__in", "it_subclass__"): lambda cls, **k: print("init_subclass", cls.__name__, k), j("__ne", "w__"): lambda cls: object.__new__(cls), j("__cl", "ass_getitem__"): lambda cls, i: ("item", i),
               j("__do", "c__"): "the doc", j("__mod", "ule__"): "a.module", j("__qual", "name__"): "Q.E", j("__it", "er__"): lambda s: iter([1]), j("__ha", "sh__"): lambda s: 1, j("__e", "q__"): lambda s, o: True})
e = E()
print(len(e), e(), e[5], E[1], E.__doc__, E, list(e), hash(e), e == 2, type(E.__dict__["__new__"]).__name__)
with e: 1 / 0
F = type("F", (E,), {}, k=1)
S = type("S", (), {j("__sl", "ots__"): (j("a", "b"),)})
s = S()
s.ab = 1
try:
    s.cd = 1
except AttributeError as error:
    print(error)
ns = {j("x", "y"): 1, j("z", "z"): 2}
exec("print(xy + zz)\ndel xy\nxy2 = zz", ns)
print(sorted(k for k in ns if k != "__builtins__"), eval(j("x", "y2"), ns))
import types
m = types.ModuleType(j("m", "n"))
vars(m)[j("at", "tr")] = 1
vars(m)[j("__get", "attr__")] = lambda n: "hook " + n
print(m.attr, m.zork)
Meta = type("Meta", (type,), {j("__inst", "ancecheck__"): lambda c, o: True, j("__pre", "pare__"): classmethod(lambda m, n, b: {j("pr", "epared"): 1})})
class G(metaclass=Meta): q = prepared
print(isinstance(1, G), G.prepared)
Err = type("Err", (Exception,), {j("__s", "tr__"): lambda s: "text"})
print(Err("x"), repr(Err("x")))
Desc = type("Desc", (), {j("__g", "et__"): lambda s, o, t: "got", j("__s", "et__"): lambda s, o, v: print("set", v), j("__set_", "name__"): lambda s, o, n: print("name", n)})
class H: x = Desc()
H().x = 5
print(H().x)
It = type("It", (), {j("__it", "er__"): lambda s: s, j("__ne", "xt__"): lambda s: next(s.it), "it": iter("ab")})
print([*It()])
B = type("B", (), {j("__bo", "ol__"): lambda s: False, j("__ind", "ex__"): lambda s: 2, j("__flo", "at__"): lambda s: 2.5, j("__re", "pr__"): lambda s: "REPR", j("__for", "mat__"): lambda s, f: "F" + f})
print(bool(B()), [0, 1, 2][B()], float(B()), B(), f"{B():x}")
