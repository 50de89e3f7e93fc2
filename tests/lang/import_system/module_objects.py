import types
m = types.ModuleType("made", "the doc")
print(m.__name__, m.__doc__, repr(m), sorted(m.__dict__))
m.x = 1
print(m.x)
del m.x
try:
    m.x
except AttributeError as e:
    print(e)
del m.__name__
try:
    m.y
except AttributeError as e:
    print(e)
