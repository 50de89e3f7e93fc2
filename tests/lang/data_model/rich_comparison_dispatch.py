"""Reflection of comparisons, subclass priority, NotImplemented, non-bool results, defaults."""
def make(tag, result, base=object):
    def method(n):
        def compare(self, other): print("  ", tag, n); return result
        return compare
    return type(tag, (base,), {f"__{n}__": method(n) for n in ("lt", "le", "eq", "ne", "gt", "ge")})


A = make("A", "a")
B = make("B", NotImplemented)
SubA = make("SubA", "sub", A)
OnlyEq = type("OnlyEq", (), {"__eq__": lambda s, o: "eq!"})
OnlyLt = type("OnlyLt", (), {"__lt__": lambda s, o: []})
Plain = type("Plain", (), {})
NoneEq = type("NoneEq", (), {"__eq__": None, "__lt__": None})
things = [A(), B(), SubA(), OnlyEq(), OnlyLt(), Plain(), NoneEq(), 1]
for op in "<", "<=", "==", "!=", ">", ">=":
    for l in things:
        for r in things:
            try:
                result = eval(f"l {op} r")
            except TypeError as e:
                result = e
            print(type(l).__name__, op, type(r).__name__, "->", result)
a = A()
print(a in [a], [a] == [a], [A()] == [A()], (1, a) < (1, a), max([1, 2], key=lambda v: -v), sorted([3, 1, 2], reverse=True))


class Truth:
    def __bool__(self): print("bool"); return False


class T:
    def __lt__(self, o): return Truth()
    def __eq__(self, o): return Truth()


print(type(T() < T() < T()).__name__, T() in [T()], [T()] == [T()], [1, T()].count(5))
from functools import total_ordering


@total_ordering
class Total:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v


print(Total(1) <= Total(1), Total(1) >= Total(2), Total(1) > Total(0), Total(1) != Total(1))
