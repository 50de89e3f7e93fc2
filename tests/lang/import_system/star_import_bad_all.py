import sys
import types

for value in 3, {"a"}, ["a", 3], ["a", "missing"], None, iter("a"), "ab", ("a",), []:
    m = types.ModuleType("exports")
    m.a, m.b, m.__all__ = 1, 2, value
    sys.modules["exports"] = m
    names = {}
    try:
        exec("from exports import *", names)
    except Exception as e:
        print(repr(value)[:9], type(e).__name__, e)
    else:
        print(repr(value)[:9], sorted(set(names) - {"__builtins__"}))
m = types.ModuleType("exports")
m.__dict__[3] = 4
sys.modules["exports"] = m
try:
    exec("from exports import *", {})
except TypeError as e:
    print(e)
