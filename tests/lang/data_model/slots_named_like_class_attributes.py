"""__slots__ may name what type.__new__ sets itself; what the class body set is a conflict."""
E = type("E", (), {"__slots__": ("__module__", "__qualname__", "__doc__")})
print(E, E.__module__, E.__qualname__, type(E.__dict__["__doc__"]).__name__, sorted(E.__slots__))
for name in "__module__", "__qualname__", "__doc__", "__init__", "__hash__", "__class__", "x":
    try:
        C = type("C", (), {"__slots__": (name,), **({"x": 1} if name == "x" else {})})
        print(name, type(C.__dict__.get(name)).__name__)
    except Exception as e:
        print(name, type(e).__name__, e)
try:
    class D:
        __slots__ = ("__module__",)
except ValueError as e:
    print(e)
