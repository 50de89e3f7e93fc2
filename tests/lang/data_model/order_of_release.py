# The order in which objects in C let go of what they hold.
import collections, functools, io, itertools, operator, types, weakref, contextvars

class Held:
    def __init__(self, name, items=(1, 2)):
        self.name, self.items = name, items
    def __del__(self):
        print("  gone", self.name)
    def __iter__(self):
        return self.__class__("iter of " + self.name, self.items) if not self.name.startswith("iter") else self
    def __next__(self):
        if not self.items: raise StopIteration
        first, *self.items = self.items
        return first
    def __call__(self, *args, **kw):
        return args[0] if args else None
    def __getitem__(self, i):
        return self.items[i]
    def __len__(self): return len(self.items)
    def __hash__(self): return hash(self.name)

def show(name, make, *, step=0):
    print(name)
    o = make()
    for _ in range(step):
        try: next(o)
        except (StopIteration, TypeError): break
    del o

H = Held
for step in (0, 1, 2):
    it = itertools
    show("chain", lambda: it.chain(H("a"), H("b")), step=step)
    show("from_iterable", lambda: it.chain.from_iterable([H("a"), H("b")]), step=step)
    show("cycle", lambda: it.cycle(H("a", [H("x"), H("y")])), step=step)
    show("dropwhile", lambda: it.dropwhile(H("f"), H("a", [0, 1])), step=step)
    show("takewhile", lambda: it.takewhile(H("f"), H("a")), step=step)
    show("filterfalse", lambda: it.filterfalse(H("f"), H("a", [0, 0])), step=step)
    show("starmap", lambda: it.starmap(H("f"), H("a", [(1,), (2,)])), step=step)
    show("islice", lambda: it.islice(H("a"), 1), step=step)
    show("groupby", lambda: it.groupby(H("a", [H("x"), H("y")]), H("key")), step=step)
    show("grouper", lambda: next(it.groupby(H("a", [H("x"), H("y")]), H("key")))[1], step=step)
    show("tee", lambda: it.tee(H("a", [H("x"), H("y")]))[0], step=step)
    show("accumulate", lambda: it.accumulate(H("a", [H("x"), H("y")]), H("f"), initial=H("i")), step=step)
    show("product", lambda: it.product([H("x"), H("y")], [H("z")]), step=step)
    show("permutations", lambda: it.permutations([H("x"), H("y")]), step=step)
    show("combinations", lambda: it.combinations([H("x"), H("y")], 1), step=step)
    show("with_replacement", lambda: it.combinations_with_replacement([H("x"), H("y")], 1), step=step)
    show("repeat", lambda: it.repeat(H("x"), 2), step=step)
    show("zip_longest", lambda: it.zip_longest(H("a"), H("b"), fillvalue=H("fill")), step=step)
    show("pairwise", lambda: it.pairwise(H("a", [H("x"), H("y")])), step=step)
    show("map", lambda: map(H("f"), H("a"), H("b")), step=step)
    show("filter", lambda: filter(H("f"), H("a")), step=step)
    show("zip", lambda: zip(H("a", [H("x"), H("y")]), H("b")), step=step)
    show("enumerate", lambda: enumerate(H("a", [H("x"), H("y")])), step=step)
    show("reversed", lambda: reversed(H("a")) if 0 else reversed([H("x"), H("y")]), step=step)
    show("callable_iterator", lambda: iter(H("f"), H("sentinel")), step=step)
    show("seq iter", lambda: iter([H("x"), H("y")]), step=step)
    show("tuple iter", lambda: iter((H("x"), H("y"))), step=step)
    show("dict iter", lambda: iter({H("k"): H("v"), H("l"): H("w")}), step=step)
    show("set iter", lambda: iter({H("k")}), step=step)
    show("deque iter", lambda: iter(collections.deque([H("x"), H("y")])), step=step)
    show("genexpr", lambda: (x for x in H("a") for y in H("b")), step=step)

def function():
    cell = H("cell")
    def inner(a=H("default"), *, b=H("kwdefault")) -> "x":
        cell
    inner.attr = H("attr"); inner.__doc__ = H("doc"); inner.__annotations__ = {"x": H("annotation")}
    return inner
show("function", function)
show("partial", lambda: functools.partial(H("f"), H("arg"), kw=H("kw")))
show("lru_cache", lambda: functools.lru_cache(H("f")))
show("cmp_to_key", lambda: functools.cmp_to_key(H("cmp"))(H("obj")))
show("property", lambda: property(H("get"), H("set"), H("del"), H("doc")))
show("classmethod", lambda: classmethod(H("f")))
show("staticmethod", lambda: staticmethod(H("f")))
show("method", lambda: types.MethodType(H("f"), H("self")))
show("slice", lambda: slice(H("start"), H("stop"), H("step")))
show("alias", lambda: types.GenericAlias(H("origin"), (H("arg"),)))
show("cell", lambda: types.CellType(H("x")))
show("namespace", lambda: types.SimpleNamespace(a=H("a"), b=H("b")))
show("list", lambda: [H("x"), H("y"), H("z")])
show("tuple", lambda: (H("x"), H("y"), H("z")))
show("dict", lambda: {H("k"): H("v"), H("l"): H("w")})
show("set", lambda: {H("k")})
show("deque", lambda: collections.deque([H("x"), H("y"), H("z")]))
show("defaultdict", lambda: collections.defaultdict(H("factory"), a=H("v")))
show("OrderedDict", lambda: collections.OrderedDict([(H("k"), H("v")), (H("l"), H("w"))]))
show("itemgetter", lambda: operator.itemgetter(H("a"), H("b")))
show("exception", lambda: Exception(H("x"), H("y")))
def exc():
    e = ValueError(H("arg")); e.attr = H("attr"); e.__cause__ = KeyError(H("cause")); e.__context__ = KeyError(H("context"))
    return e
show("exception with cause", exc)
show("stop", lambda: StopIteration(H("value")))
show("oserror", lambda: OSError(H("a"), H("b"), H("c")))
show("contextvar", lambda: contextvars.ContextVar("v", default=H("default")))
class Plain: pass
def instance():
    o = Plain(); o.b = H("b"); o.a = H("a"); o.c = H("c"); return o
mem = instance
show("instance", instance)
class Slots: __slots__ = ("z", "a", "m")
def slotted():
    o = Slots(); o.a = H("a"); o.m = H("m"); o.z = H("z"); return o
show("slots", slotted)
class Both(list): pass
def both():
    o = Both([H("item")]); o.attr = H("attr"); return o
show("list with attributes", both)
class BothD(dict): pass
def bothd():
    o = BothD(k=H("item")); o.attr = H("attr"); return o
show("dict with attributes", bothd)
class Exc(Exception): __slots__ = ("s",)
def slotexc():
    o = Exc(H("arg")); o.s = H("slot"); o.attr = H("attr"); return o
show("exception with slot", slotexc)
def frame_locals():
    b = H("b"); a = H("a"); c = H("c")
show("frame", frame_locals)
def gen_locals():
    b = H("b"); a = H("a"); yield 1
show("generator", gen_locals, step=1)
def klass():
    class K: z = H("z"); a = H("a")
    return K
try: (H("first"), H("second"), 1 / 0)
except ZeroDivisionError: print("caught")
try: print(H("first"), [H("second"), H("third")], 1 / 0)
except ZeroDivisionError: print("caught")
print("== operations")
class Op(Held):
    def op(self, *a): return None
    __add__ = __sub__ = __getitem__ = __setitem__ = __delitem__ = __contains__ = __call__ = __iadd__ = __matmul__ = __pow__ = op
    def __lt__(self, o): return True
    __eq__ = __gt__ = __lt__
    def __hash__(self): return 1
    def __enter__(self): return None
    def __exit__(self, *a): return None
    def method(self, *a, **k): return None
    def __getattr__(self, n): 
        if n == "x": return None
        raise AttributeError(n)
    def __setattr__(self, n, v): 
        if n == "x": return None
        object.__setattr__(self, n, v)
def f(*a, **k): return None
def g(a=None, b=None, *, c=None): return None
def h(a, b): return None
O = Op
def run(text):
    print(text)
    try: exec(text, globals())
    except Exception as e: print("  raises", type(e).__name__)
for text in r"""O("l") + O("r")
O("l") < O("r")
O("l") == O("r")
O("l")[O("k")]
O("l")[O("k")] = O("v")
del O("l")[O("k")]
O("k") in O("l")
O("l") is O("r")
O("l").x = O("v")
O("l").x
O("l").y
O("l").method(O("a"), O("b"))
O("l").method(O("a"), k=O("b"))
f(O("a"), O("b"))
f(O("a"), k=O("b"))
f(*[O("a"), O("b")], **{"k": O("c")})
g(O("a"), O("b"))
g(O("a"), c=O("b"))
h(O("a"), O("b"))
h(O("a"))
h(O("a"), b=O("b"))
print(*[O("a").x, O("b").x])
isinstance(O("a"), O("b"))
max(O("a"), O("b"))
getattr(O("a"), "x", O("d"))
getattr(O("a"), "nope", O("d"))
[].index(O("a"), 0, 1)
"".join([O("a")])
dict(a=O("a"), b=O("b"))
dict([(O("a"), O("b"))])
{}.get(O("a"), O("b"))
{}.pop(O("a"), O("b"))
{}.setdefault(O("a"), O("b"))
[O("a"), O("b")].sort(key=O("k"))
sorted([O("a"), O("b")], key=O("k"))
list(map(O("f"), [O("a"), O("b")]))
print(O("a").x, O("b").x, sep="", end=O("e"))
(O("a"), O("b"), f(O("c")))[0]
[O("a"), O("b")][0]
{O("a"): O("b"), O("c"): O("d")}
O("l")[O("a"):O("b"):O("c")]
f"{O('a')!r:{O('b')!r}}"
x = O("x"); x += O("y")
a, b = O("a"), O("b"); a, b = b, a; del a, b
a, *b = [O("a"), O("b"), O("c")]; del a; del b
[y for y in [O("a"), O("b")] for z in [O("c")]]
(lambda p, q: None)(O("p"), O("q"))
(lambda p, q=O("q"): None)(O("p"))
int(O("a"), O("b"))
O("a") if O("b") else O("c")
O("a") and O("b")
pow(O("a"), O("b"), O("c"))
slice(O("a"), O("b"))
zip(O("a"), O("b"))
range(O("a"), O("b"))
set([O("a")]) | {O("b")}
O("l").nope(O("a"), O("b"))
(1, 2, O("a"), 1/0)
f(O("a"), 1/0)
O("l").method(O("a"), 1/0)
raise O("a") from O("b")
raise ValueError(O("a")) from KeyError(O("b"))
assert not O("a"), O("b")
with O("a") as q, O("b"): pass
for q in [O("a"), O("b")]: pass
del q
match (O("a"), O("b")):\n    case (r, s): pass
del r, s
divmod(O("a"), O("b"))
setattr(O("a"), "x", O("b"))
hasattr(O("a"), "x")
hash(O("a"))
len(O("a"))
abs(O("a"))
ord(O("a"))
[1].insert(0, O("a"))
{1}.add(O("a"))
[O("a")].append(O("b"))
[O("a")] + [O("b")]
[O("a")] * 2
[O("a"), O("b")][:1]
(O("a"),) + (O("b"),)
{O("a")} - {O("b")}
{**{"a": O("a")}, **{"b": O("b")}}
[*[O("a")], *[O("b")]]
(y for y in [O("a"), O("b")])""".split("\n"):
    run(text.replace("\\n", "\n"))
