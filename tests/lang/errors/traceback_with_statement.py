class C:
    def __enter__(self): return self
    def __exit__(self, *a): raise KeyError("from exit")
with C():
    raise ValueError("from body")
