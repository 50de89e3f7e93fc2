class Adder:
    def __init__(self, n): self.n = n
    def __call__(self, *args, **kw): return self.n + sum(args) + sum(kw.values())
a = Adder(10)
print(a(), a(1, 2), a(1, x=5), callable(a), callable(3))
a.__call__ = lambda: "ignored"
print(a())
try:
    (3)()
except TypeError as e:
    print(e)
