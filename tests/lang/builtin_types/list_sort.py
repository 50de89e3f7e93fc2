print(sorted([3, 1, 2]), sorted("hello"), sorted([3, 1, 2], reverse=True), sorted(["bb", "a", "ccc"], key=len))
pairs = [(1, "b"), (0, "z"), (1, "a"), (0, "y")]
print(sorted(pairs, key=lambda p: p[0]), sorted(pairs, key=lambda p: p[0], reverse=True))
l = list(range(100, 0, -1)) + list(range(50))
l.sort()
print(l == sorted(l), l[:5], l[-5:])
try:
    sorted([1, "a"])
except TypeError as e:
    print(e)
m = [3, 2, 1]
def key(x):
    m.append(x)
    return x
try:
    m.sort(key=key)
except ValueError as e:
    print(e)
class K:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v > o.v
    def __repr__(self): return f"K{self.v}"
print(sorted([K(1), K(3), K(2)]))
