class E:
    def __eq__(self, other): return True
class H(E):
    __hash__ = object.__hash__
class V:
    def __init__(self, v): self.v = v
    def __eq__(self, other): return isinstance(other, V) and self.v == other.v
    def __hash__(self): return hash(self.v)
print(E.__hash__, len({V(1), V(1), V(2)}), {V("k"): 1}[V("k")])
try:
    hash(E())
except TypeError as e:
    print(e)
class B:
    def __hash__(self): return "x"
try:
    hash(B())
except TypeError as e:
    print(e)
class Big:
    def __hash__(self): return 2 ** 64 + 5
print(hash(Big()) == hash(2 ** 64 + 5), hash(-1), hash(-2))
