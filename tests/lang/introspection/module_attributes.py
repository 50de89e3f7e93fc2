import types

m = types.ModuleType("name", "doc")
print(m, m.__name__, m.__doc__, m.__package__, m.__loader__, m.__spec__, sorted(vars(m)))
for args in ((), (5,), ("m", 5), ("m", "d", 1)):
    try:
        print(types.ModuleType(*args).__doc__)
    except TypeError as e:
        print(e)
for name in "x", "__dict__", "__name__":
    for act in (lambda: getattr(m, name), lambda: delattr(m, name)):
        try:
            act()
        except Exception as e:
            print(name, type(e).__name__, e)
print(m)
try:
    m.x
except AttributeError as e:
    print(e, e.name, e.obj is m)
m.__getattr__ = lambda name: name * 2
print(m.abc)
m.__dir__ = lambda: ["b", "a"]
print(dir(m))
m.__file__ = "/a/b.py"
m.__name__ = "again"
print(m)
m.__annotations__ = {"a": int}
print(m.__annotations__)
del m.__annotations__
print(m.__annotations__)
print(types.ModuleType.__new__(types.ModuleType))
