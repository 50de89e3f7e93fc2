def f(self): return self.x
C = type("C", (), {"x": 5, "f": f, "__module__": "made.up"})
print(C, C().f(), C.__name__, C.__bases__, C.__module__, C.__qualname__)
for args in ((1, (), {}), ("C", [], {}), ("C", (1,), {}), ("C", (), 5), ("C", (bool,), {})):
    try:
        type(*args)
    except TypeError as e:
        print(e)
