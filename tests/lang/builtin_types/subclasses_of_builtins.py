class L(list):
    def append(self, x): super().append(x * 2)
class D(dict):
    def __setitem__(self, k, v): super().__setitem__(k.upper(), v)
class I(int):
    def __add__(self, o): return I(int(self) + o + 100)
class S(str):
    def __len__(self): return 99
class F(float): pass
l = L([1]); l.append(2); l.x = "attribute"
d = D(a=1); d["b"] = 2
print(l, l.x, d, I(1) + 1, type(I(1) + 1).__name__, 1 + I(1), type(-I(5)).__name__, len(S("abc")), S("abc").upper(), type(S("a") + "b").__name__)
print(F(1.5), repr(F(2)), F(1) + 1, {S("k"): 1}["k"], isinstance(I(3), int), I(3) == 3, hash(I(3)) == 3, type(L([1]) + [2]).__name__, type(L([1])[:]).__name__)
