class C:
    def __init__(self, n, swallow=False): self.n, self.swallow = n, swallow
    def __enter__(self): print("enter", self.n); return self.n
    def __exit__(self, t, v, tb): print("exit", self.n, t and t.__name__, v); return self.swallow
with C(1) as a, C(2) as b: print(a, b)
with (C(3) as c, C(4),): print(c)
with C(5, True): raise ValueError("swallowed")
try:
    with C(6), C(7): raise KeyError("passes")
except KeyError as e: print("outside", e)
def f():
    with C(8): return "returned"
print(f())
for i in range(2):
    with C(9 + i):
        if i == 0: continue
        break
with C("t") as (x, *y): print(x, y) if False else None
