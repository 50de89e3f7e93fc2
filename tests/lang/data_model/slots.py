class P:
    __slots__ = ("x", "__y")
    def __init__(self): self.x, self.__y = 1, 2
    def y(self): return self.__y

p = P()
print(p.x, p.y(), P.__slots__, hasattr(p, "__dict__"))
for action in ("p.z = 1", "del p.x; p.x", "P.x = 3; p.x = 4"):
    try:
        exec(action)
    except AttributeError as e:
        print(action, "->", e)
class Q(P): pass
q = Q()
q.z = 5
print(q.__dict__, q.x)
class R(P): __slots__ = ["w"]
print(hasattr(R(), "__dict__"), R.w)
try:
    class S: __slots__ = "a"; a = 1
except ValueError as e:
    print(e)
