# The integer functions of math.
import math


def attempt(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except (ValueError, TypeError, OverflowError) as e:
        return type(e).__name__ + ": " + str(e)


print([math.factorial(n) for n in range(25)], math.factorial(100))
print([attempt(math.factorial, n) for n in (-1, 2.0, "a", True, 10**30, -10**30)])
for n in (0, 1, 5, 10, 62, 67, 100):
    print(n, [math.comb(n, k) for k in (0, 1, 2, 5, 31, 50, 101)], [math.perm(n, k) for k in (0, 1, 2, 5, 12, 101)])
print(math.perm(6), math.perm(6, None), math.comb(10**30, 3), math.comb(10**30, 10**30 - 2), math.perm(10**20, 4))
print([attempt(math.comb, *a) for a in ((5, -1), (-5, 1), (5, 2.0), (5,), (10**30, 10**29), (5, 2, 1))])
print([attempt(math.perm, *a) for a in ((5, -1), (-5, 1), (5, 2.0), (), (10**30, 10**29), (10**30,))])
for n in (0, 1, 2, 3, 4, 8, 9, 2**62 - 1, 2**62, 2**63, 2**64 - 1, 2**64, 10**40, 10**41 - 1):
    print(n, math.isqrt(n))
print([attempt(math.isqrt, n) for n in (-1, 2.0, "a", True)])
print(math.gcd(), math.gcd(12), math.gcd(-12), math.gcd(12, 18), math.gcd(0, 5), math.gcd(0, 0), math.gcd(2**70, 6**30), math.gcd(12, 18, 27), math.gcd(-2**63, 2**63), math.gcd(2**62, -2**62))
print(math.lcm(), math.lcm(12), math.lcm(-12), math.lcm(4, 6), math.lcm(0, 5), math.lcm(2**70, 6**30), math.lcm(3, 5, 7), math.lcm(2**40, 3**30))
print(attempt(math.gcd, 1.0), attempt(math.gcd, "a"), attempt(math.lcm, 2, 3.0))
print(math.prod([]), math.prod([1, 2, 3]), math.prod([2, 3.5]), math.prod([2, 3], start=10), math.prod(range(1, 30)), math.prod([2, "ab"]))
print(attempt(math.prod, 5), attempt(math.prod, [1], 2), attempt(math.prod), attempt(math.prod, ["a", "b"]))


class Index:
    def __index__(self):
        return 6


print(math.factorial(Index()), math.gcd(Index(), 4), math.isqrt(Index()), math.comb(Index(), 2))
for n in (10**25, -10**25, 7, True):
    print(math.floor(n), math.ceil(n), math.trunc(n))
