x = 10
print([x for x in range(3)], x)
print([y for x in range(2) for y in (x, x + 1)])
print({k: v for k, v in zip("ab", range(2))}, x)
try:
    print([missing for _ in [1]])
except NameError as e:
    print(e)
class C:
    items = [1, 2]
    doubled = [i * 2 for i in items]
print(C.doubled)
def f(n): return [[j + n for j in range(i)] for i in range(n)]
print(f(3))
