class C:
    "doc"
    x = 1
    y = [x for _ in range(2)]
    def f(self): return C.x
    print(sorted(locals()))
    del x
    z = __name__, __qualname__, __module__
print(C.__doc__, C.y, C.z, hasattr(C, "x"), C.__dict__["z"], type(C.__dict__).__name__)
