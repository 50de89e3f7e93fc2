import sys
def depth(n):
    try:
        return depth(n + 1)
    except RecursionError:
        return n
old = sys.getrecursionlimit()
sys.setrecursionlimit(200)
d = depth(0)
print(150 < d < 200)
sys.setrecursionlimit(old)
print(depth(0) > 900)
for bad in (0, -1, "x"):
    try:
        sys.setrecursionlimit(bad)
    except (ValueError, TypeError) as e:
        print(e)
class C:
    def __getattr__(self, name): return getattr(self, name)
try:
    C().x
except RecursionError as e:
    print(e)
