"""__getattribute__, __getattr__, __setattr__, __delattr__: who is called when, and by what."""
class Log:
    cls_attr = "class"
    def __init__(self): object.__setattr__(self, "own", "own")
    def __getattribute__(self, n):
        print("getattribute", n)
        return super().__getattribute__(n)
    def __getattr__(self, n):
        print("getattr", n)
        if n == "virtual": return "V"
        if n == "boom": raise KeyError(n)
        raise AttributeError(n)
    def __setattr__(self, n, v): print("setattr", n, v); super().__setattr__(n, v)
    def __delattr__(self, n): print("delattr", n); super().__delattr__(n)


o = Log()
for n in "own", "cls_attr", "virtual", "nope", "boom", "__class__", "__dict__", "__len__":
    try:
        print(n, "->", type(getattr(o, n)).__name__)
    except Exception as e:
        print(n, type(e).__name__, e)
print(hasattr(o, "own"), hasattr(o, "nope"), getattr(o, "nope", "default"))
try:
    hasattr(o, "boom")
except KeyError as e:
    print("KeyError", e)
o.x = 1
o.x += 1
del o.x
try:
    del o.x
except AttributeError as e:
    print(e)
for f in len, iter, hash, bool, str, lambda o: o + 1, lambda o: o(), lambda o: o[0], lambda o: 1 in o:
    try:
        print(type(f(o)).__name__)
    except TypeError as e:
        print(e)


class Meta(type):
    def __getattribute__(cls, n): print("meta", n); return super().__getattribute__(n)
    def __getattr__(cls, n): print("meta getattr", n); return n.upper()
    def __setattr__(cls, n, v): print("meta set", n); super().__setattr__(n, v)


class M(metaclass=Meta):
    x = 1


print(M.x, M.zork, M().x)
M.y = 2
try:
    M().zork
except AttributeError as e:
    print(e)
for bad in 5, None, b"a", 1.5:
    for f in lambda: getattr(o, bad), lambda: setattr(o, bad, 1), lambda: delattr(o, bad), lambda: hasattr(o, bad):
        try:
            f()
        except TypeError as e:
            print(e)


class Raises:
    @property
    def p(self): return self.missing
    def __getattr__(self, n): return f"fallback {n}"


print(Raises().p, Raises().q)


class OnlyGetattribute:
    def __repr__(self): return "OG"
    def __getattribute__(self, n): raise AttributeError("custom " + n)


try:
    OnlyGetattribute().x
except AttributeError as e:
    print(e, e.name, e.obj)
