"""* and ** in calls: what cannot be unpacked, duplicates, keys that are no strings."""
def f(a, b=2, /, c=3, *args, d, e=5, **kw): return a, b, c, args, d, e, kw


class C:
    def __init__(self, x): pass
    def m(self, a, *, k): return a, k
    def __call__(self, a): return a


class Keys:
    def keys(self): return ["a", 1]
    def __getitem__(self, k): return k


class BadKeys:
    def keys(self): raise ValueError("keys")


class Iter:
    def __iter__(self): yield 1; raise ValueError("iter")


calls = ["f(*5)", "f(**5)", "f(*None, **{})", "f(1, **{1: 2})", "f(1, d=1, **{'d': 2})", "f(**{'d': 1}, **{'d': 2})", "f(1, d=4)",
         "f(1, 2, 3, 4, d=5)", "f(1)", "f()", "f(d=1)", "f(a=1, d=2)", "f(1, b=2, d=3)", "f(1, 2, c=3, d=4, z=5)",
         "f(1, 2, 3, c=4, d=5)", "f(1, *[2, 3], d=4, **dict(e=6, g=7))", "f(1, **Keys())", "f(1, **BadKeys())", "f(*Iter())",
         "C()", "C(1, 2)", "C(1, y=2)", "C(1).m()", "C(1).m(1)", "C(1).m(1, 2)", "C(1).m(1, k=2, z=3)", "C(1).m(1, 2, 3, k=4)",
         "C(1)()", "C(1)(1, 2)", "C(1)(a=1, b=2)", "C.m()", "C.m(1)", "(lambda: 1)(1)", "(lambda x: 1)()", "(lambda *, x: 1)()",
         "(lambda x, /: 1)(x=1)", "(lambda x, /, **k: (x, k))(1, x=2)", "(lambda *a: a)(*'ab', *(1, 2))", "len()", "len(1, 2)",
         "len(x=1)", "print(1, foo=2)", "int(1, 2, 3)", "int(x=1)", "int('1', base='x')", "str(1, 2, 3, 4)", "list(1, 2)",
         "dict(1)", "dict([1])", "dict([(1, 2, 3)])", "dict(**{1: 2})", "range()", "range(1, 2, 3, 4)", "range(x=1)", "[].append()",
         "[].append(1, 2)", "{}.get()", "''.join()", "''.join(1)", "''.split(1)", "''.split(x=1)", "max()", "max(1)", "max(1, 2, k=3)",
         "sorted()", "sorted([], 1)", "sorted([], key=1, rev=2)", "isinstance(1)", "getattr(1)", "type()", "type(1, 2)", "object(1)",
         "f(1)(2)", "5()", "None()", "'a'.upper()()", "[](1)", "f.x()", "undefined()", "f(*[1], *5)", "f(**{}, **5)", "f(*[], **[])"]
import warnings
warnings.simplefilter("ignore")
for source in calls:
    try:
        print(source, "->", eval(source))
    except Exception as e:
        print(source, "->", type(e).__name__, e)
