"""weakref.proxy: every operator goes to the referent, or says that it is gone."""
import operator
import weakref


class Number:
    """What it was asked to do is what it returns."""
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"Number({self.name})"


def answer(name):
    def method(self, *args):
        return f"{name} of {self.name} with {[getattr(a, 'name', a) for a in args]}"
    return method


BINARY = "add sub mul matmul truediv floordiv mod divmod pow lshift rshift and or xor".split()
for n in BINARY:
    setattr(Number, f"__{n}__", answer(n))
    setattr(Number, f"__r{n}__", answer("r" + n))
    if n != "divmod":
        setattr(Number, f"__i{n}__", answer("i" + n))
for n in "neg pos abs invert getitem setitem delitem".split():
    setattr(Number, f"__{n}__", answer(n))
for n, value in (("int", 3), ("float", 2.5), ("index", 4), ("len", 5), ("bool", False), ("contains", True), ("bytes", b"b")):
    setattr(Number, f"__{n}__", lambda self, *args, value=value: value)
Number.__iter__ = lambda self: iter([1, 2])
Number.__next__ = lambda self: 7
Number.__reversed__ = lambda self: iter([2, 1])
Number.__str__ = lambda self: "the text"
Number.__hash__ = lambda self: 1
Number.__lt__ = lambda self, other: "lt"
Number.__call__ = lambda self, *args, **kwargs: ("called", args, kwargs)


def show(name, f, *args):
    try:
        r = f(*args)
        print(name, r if not isinstance(r, weakref.ProxyTypes) else "a proxy")
    except Exception as e:
        print(name, type(e).__name__, e)


n, m = Number("n"), Number("m")
p, q = weakref.proxy(n), weakref.proxy(m)
for round in range(2):
    for name in BINARY:
        f = divmod if name == "divmod" else getattr(operator, name if name not in ("and", "or") else name + "_")
        for a, b in ((p, q), (p, 1), (1, p), (p, m or 2)):
            show(name, f, a, b)
        if name != "divmod":
            show("i" + name, getattr(operator, "i" + name), p, 3)
    show("pow3", pow, p, 2, 3)
    for f in (operator.neg, operator.pos, abs, operator.invert, int, float, operator.index, len, bool, bytes, list, next, str, hash):
        show(f.__name__, f, p)
    show("reversed", lambda: list(reversed(p)))
    show("getitem", lambda: p[1])
    show("setitem", operator.setitem, p, 1, 2)
    show("delitem", operator.delitem, p, 1)
    show("slice", lambda: p[1:2])
    show("contains", lambda: 5 in p)
    show("lt", lambda: p < q)
    show("lt", lambda: p < 1)
    show("eq", lambda: p == q)
    show("call", lambda: p(1, a=2))
    show("attribute", lambda: p.name)
    show("set", setattr, p, "other", 1)
    show("delete", delattr, p, "other")
    print(repr(p).split(" at ")[0], type(p).__name__)
    n = m = None


class Plain:
    pass


x = Plain()
px = weakref.proxy(x, lambda p: print("gone", type(p).__name__))
print(type(px).__name__, px.__class__.__name__, isinstance(px, Plain))
for f in (next, len, list, abs, int, lambda a: a[0], lambda a: a + 1, reversed, bytes, lambda a: 1 in a, lambda a: a()):
    show("plain", f, px)
print(weakref.ref[int], weakref.ReferenceType[Plain])
del x
