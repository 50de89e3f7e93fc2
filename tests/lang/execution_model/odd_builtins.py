# __builtins__ may be any mapping: names are asked of it by item.
import types


class Loud(dict):
    def __getitem__(self, key):
        print("asked for", key)
        return dict.__getitem__(self, key)


class Failing(dict):
    def __getitem__(self, key):
        raise RuntimeError(key)


class Missing(dict):
    def __missing__(self, key):
        return "made up: " + key


def attempt(source, builtins, locals=None):
    try:
        exec(source, {"__builtins__": builtins, "print": print}, locals)
    except BaseException as e:
        print(type(e).__name__, e)


for builtins in (types.MappingProxyType({"x": 1}), Loud(x=2), Missing(), Failing(), 123, None, [], types, {}):
    print("--", type(builtins).__name__)
    attempt("print(x)", builtins)
    attempt("print((lambda: x)(), y)", builtins)
    attempt("class A: pass", builtins)
    attempt("def f(): return x\nfor i in range(3): pass", builtins)

attempt("x", {}, Failing())
attempt("def f(): return x\nprint(f())", {}, Failing())


def f():
    return len("abc")


odd = types.FunctionType(f.__code__, {"__builtins__": Missing(len=max)})
print([f() for _ in range(50)][-1], [odd() for _ in range(50)][-1], f())
proxy = types.MappingProxyType({"len": min})
odd = types.FunctionType(f.__code__, {"__builtins__": proxy})
print(odd(), odd.__builtins__ is proxy, f.__builtins__ is __builtins__.__dict__)
inner = []
exec("def g(): return len\nexec('out.append(__builtins__)', {'out': out})", {"__builtins__": {"exec": exec}, "out": inner})
print(inner)
inner = []
mapping = types.MappingProxyType({"exec": exec})
exec("exec('out.append(__builtins__)', {'out': out})", {"__builtins__": mapping, "out": inner})
print(inner[0] is mapping)
try:
    f.__builtins__ = {}
except AttributeError as e:
    print(e)
