# pow() of ints: sizes, negative exponents, modular arithmetic.
def attempt(*args):
    try:
        return pow(*args)
    except (ZeroDivisionError, OverflowError, ValueError, TypeError) as e:
        return type(e).__name__ + ": " + str(e)


for a in (0, 1, -1, 2, -2, 3, 10, -7, 2**31, 2**32 + 1, 2**64 - 1):
    print(a, [a**n for n in range(8)], a**61, a**64)
    print(a, [attempt(a, n) for n in (-1, -2, -3)])

print(2**1000, (-3)**301, 10**100, (2**64)**5)
print(attempt(10**400, -1))

for m in (1, -1, 2, 7, -7, 10, 97, 2**64 + 13, -(10**30)):
    print(m, [attempt(a, e, m) for a in (0, 1, 2, 3, -5, 10**20)
              for e in (0, 1, 2, 5, 10**18, -1, -3)])
print(attempt(2, 3, 0), attempt(2, -1, 4), attempt(3, -1, 0))
print(attempt(2.0, 3, 4), attempt(2, 3, 4.0), attempt("a", 2), attempt(2, 3, "a"))
print((5).__pow__(2), (5).__rpow__(2), (5).__pow__(2, 7), (5).__pow__("a"))
x = 7
x **= 20
print(x)
