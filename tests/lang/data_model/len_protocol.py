class L:
    def __init__(self, v): self.v = v
    def __len__(self): return self.v
print(len(L(3)), len(L(True)))
for v in (-1, 2 ** 70, "x", 1.0, None):
    try:
        print(len(L(v)))
    except Exception as e:
        print(type(e).__name__, e)
try:
    len(5)
except TypeError as e:
    print(e)
