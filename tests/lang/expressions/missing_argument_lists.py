"""How missing and surplus arguments are listed and counted."""
def make(source):
    names = {}
    exec(f"def f({source}): pass", names)
    return names["f"]


for parameters in "a", "a, b", "a, b, c", "a, b=1", "*, a", "*, a, b", "*, a, b, c", "a, *, b", "a, b, c, d, e", "a, /", "a, /, b", "a=1", "", "*a", "a=1, b=2", "a, b=1, *, c":
    f = make(parameters)
    for args, kw in ((), {}), ((1,), {}), ((1, 2), {}), ((1, 2, 3), {}), ((), {"a": 1}), ((1,), {"a": 1}), ((1, 2, 3), {"c": 1}), ((), {"z": 1}), ((1,), {"z": 1, "y": 2}):
        try:
            f(*args, **kw)
            print(f"({parameters})", args, kw, "ok")
        except TypeError as e:
            print(f"({parameters})", args, kw, e)
