def make(ns):
    exec("def f(): return value", ns)
    return ns["f"]
a, b = make({"value": 1}), make({"value": 2})
print(a(), b())
a.__globals__["value"] = 10
print(a())
def g(): return undefined_until_later
try:
    g()
except NameError as e:
    print(e)
undefined_until_later = 5
print(g())
del undefined_until_later
try:
    g()
except NameError as e:
    print(e)
