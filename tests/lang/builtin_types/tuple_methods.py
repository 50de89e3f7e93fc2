t = (1, 2, 1, 3)
print(t.count(1), t.index(3), t + (4,), t * 2, t[1:], len(t), hash(t) == hash((1, 2, 1, 3)), (1,) < (1, 0), ())
print(tuple("ab"), tuple([1, 2]), tuple(x for x in range(2)), (5,), ((),))
try:
    t.index(9)
except ValueError as e:
    print(e)
class T(tuple):
    def __new__(cls, *a): return super().__new__(cls, a)
print(T(1, 2), T(1) + (2,), type(T(1)[:]).__name__)
