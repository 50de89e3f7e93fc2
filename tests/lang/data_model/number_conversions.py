class N:
    def __int__(self): return 7
    def __float__(self): return 2.5
    def __complex__(self): return 1j
    def __round__(self, n=None): return ("round", n)
    def __trunc__(self): return "trunc"
    def __floor__(self): return "floor"
    def __ceil__(self): return "ceil"
    def __divmod__(self, o): return ("divmod", o)
    def __rdivmod__(self, o): return ("rdivmod", o)
    def __pow__(self, e, m=None): return ("pow", e, m)
import math
n = N()
print(int(n), float(n), complex(n), round(n), round(n, 2), math.trunc(n), math.floor(n), math.ceil(n))
print(divmod(n, 3), divmod(3, n), pow(n, 2), pow(n, 2, 5))
