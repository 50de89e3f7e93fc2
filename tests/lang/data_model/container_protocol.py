class C:
    def __init__(self): self.d = {}
    def __getitem__(self, k): print("get", k); return self.d[k]
    def __setitem__(self, k, v): print("set", k, v); self.d[k] = v
    def __delitem__(self, k): print("del", k); del self.d[k]
    def __contains__(self, k): print("contains", k); return "yes"
    def __len__(self): return 12
    def __reversed__(self): return iter("reversed")
c = C()
c[1] = 2
c[1:2] = 3
c[1, ...] = 4
print(c[1], 5 in c, 5 not in c, len(c), list(reversed(c)))
del c[1]
