# product() makes each result of the last one: those that are kept, those that are not, and after __setstate__.
import itertools

product = itertools.product
print(list(product("ab", range(3), (1,), "xy")) == [(a, b, 1, c) for a in "ab" for b in range(3) for c in "xy"])
kept = []
for n, t in enumerate(product("ab", repeat=3)):
    if n % 3:
        kept.append(t)
print(kept)
p = product([0, 1, 2], [3, 4])
first = next(p)
next(p)
print(first, next(p), next(p), list(p))
for held in (False, True):
    p = product([0, 1, 2], [3, 4], "xyz")
    t = next(p)
    t = t if held else None
    p.__setstate__((1, 1, 0))
    print(next(p), next(p), next(p), t)
    p.__setstate__((0, 0, 2))
    print(next(p), list(p))
print(list(product()), list(product([], [1])), list(product([1])), list(product([1, 2], repeat=0)))
