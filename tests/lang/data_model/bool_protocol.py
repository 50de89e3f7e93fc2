class B:
    def __init__(self, v): self.v = v
    def __bool__(self): return self.v
class L:
    def __len__(self): return 0
class N: pass
print(bool(B(True)), bool(B(False)), bool(L()), bool(N()), not B(False))
for v in (1, None, "x"):
    try:
        bool(B(v))
    except TypeError as e:
        print(e)
class Neg:
    def __len__(self): return -1
try:
    bool(Neg())
except ValueError as e:
    print(e)
