"""exec and eval: which mapping names go to, __builtins__, closures, comprehension scopes."""
class Map(dict):
    def __getitem__(self, k): print("get", k); return super().__getitem__(k)
    def __setitem__(self, k, v): print("set", k); super().__setitem__(k, v)
    def __missing__(self, k): print("missing", k); raise KeyError(k)


class Only:
    def __getitem__(self, k): print("Only", k); return k.upper()


m = Map(a=1)
exec("b = a\nc = len('xx')\ndel b", {}, m)
print(dict(m))
print(eval("name + other", {}, Only()))
exec("def f(): return a\ntry: print(f())\nexcept NameError as e: print(e)", {}, {"a": 1})
exec("def f(): return a\nprint(f())", {"a": 1})
try:
    exec("print([a for _ in 'x'])", {}, {"a": 1})
except NameError as e:
    print(e)
print(eval("[a for a in b]", {}, {"b": "xy"}), eval("(lambda: 5)()"), eval(" 1 +\\\n 2 "), eval("\t(1,\n2)"))
g = {}
exec("x = 1", g)
print(sorted(g), type(g["__builtins__"]).__name__, eval("__builtins__['len']([1])", {}))
print(eval("x", {"__builtins__": {"x": 5}}), eval("__name__", {}) if 0 else "")
for args in ("1", 5), ("1", {}, 5), ("1", None, {}), (5,), (b"1 + 1",), (bytearray(b"2"),), ("",), ("a b",), ("x = 1",), ("\0",), ("1\n2",), (compile("7", "f", "eval"), {}), (compile("7", "f", "exec"),), ("# c",), ("yield",), ("1;",), ("(", ):
    try:
        print(str(args[0])[:5], eval(*args))
    except Exception as e:
        print(repr(args[0])[:20], type(e).__name__, e)


def h():
    v = 1
    exec("v = 2; w = 3")
    print(v, sorted(locals()))
    d = locals()
    exec("v = 4", globals(), d)
    print(v, d["v"])
    def inner(): return v
    exec("print(v)")
    try: exec(inner.__code__)
    except TypeError as e: print(e)
    try: exec(inner.__code__, closure=inner.__closure__)
    except Exception as e: print(type(e).__name__, e)
    try: exec("1", closure=())
    except TypeError as e: print(e)
    try: eval(inner.__code__)
    except TypeError as e: print(e)


h()
