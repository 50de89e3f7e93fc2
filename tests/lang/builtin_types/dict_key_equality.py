class K:
    def __init__(self, n): self.n = n
    def __hash__(self): return 1
    def __eq__(self, o): return isinstance(o, K) and self.n == o.n
    def __repr__(self): return f"K{self.n}"
d = {K(i): i for i in range(5)}
d[K(3)] = "three"
del d[K(1)]
print(d, K(4) in d, K(9) in d)
print({1: "int", 1.0: "float", True: "bool"}, {0: 1, False: 2, "0": 3})
class Bad:
    def __hash__(self): return 1
    def __eq__(self, o): raise ValueError("eq")
try:
    {Bad(): 1}[Bad()]
except ValueError as e:
    print(e)
