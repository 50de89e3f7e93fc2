l = [1]; l.append(l)
d = {}; d["self"] = d
t = ([],); t[0].append(t)
print(l, d, t)
class C:
    def __init__(self): self.c = [self]
    def __repr__(self): return f"C({self.c})" if len(self.c) < 1 else "C"
print(C())
try:
    l == [1, l] and l == l
    a, b = [], []
    a.append(b); b.append(a)
    a == b
except RecursionError as e:
    print(e)
