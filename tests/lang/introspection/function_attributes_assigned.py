def f(a, b=1, *, c=2):
    "doc"
    return a, b, c


def attempt(name, *values):
    for value in values:
        try:
            setattr(f, name, value)
            print(name, getattr(f, name))
        except Exception as e:
            print(name, type(e).__name__, e)
    try:
        delattr(f, name)
        print(name, "deleted", getattr(f, name, "absent"))
    except Exception as e:
        print(name, type(e).__name__, e)


attempt("__name__", "g", 5, None)
attempt("__qualname__", "h.g", 5)
attempt("__doc__", 5, None)
attempt("__module__", "m", None)
attempt("__defaults__", (7, 8), [1], None)
attempt("__kwdefaults__", {"c": 3}, {"zzz": 3}, 5, None)
attempt("__annotations__", {"a": int}, 5, None)
attempt("__dict__", {"x": 1}, 5)
attempt("__closure__", None, ())
attempt("__globals__", {})
attempt("__builtins__", {})
attempt("__code__", 5)
f.__code__ = (lambda x: x).__code__
attempt("__class__", type(f), int)
attempt("own", 1)
print(f(8), repr(f).split(" at ")[0])
