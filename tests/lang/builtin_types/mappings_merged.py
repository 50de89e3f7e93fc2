class M:
    def keys(self):
        print("keys")
        for k in "abc":
            print("yield", k); yield k
    def __getitem__(self, k): print("get", k); return k
print(dict(M())); d={}; d.update(M()); print({**M()}); print(dict(**M()))
from collections import OrderedDict
OrderedDict(M()); o=OrderedDict(); o.update(M()); d |= o
class N:
    def keys(self): return 3
    def __getitem__(self, k): pass
for x in N(),:
  for f in dict, lambda x: {**x}, lambda x: dict(**x), OrderedDict, {}.update:
    try: print(f(x))
    except Exception as e: print(repr(e))
