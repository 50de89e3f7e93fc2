"""Ints of all sizes compared, sorted, hashed and found: beside small ones, bools, floats and instances of int's subclasses."""
import operator


class I(int):
    pass


sizes = [0, 1, 5, 30, 59, 60, 61, 62, 63, 64, 65, 122, 127, 128, 129, 191, 192, 193, 1000]
numbers = sorted({sign * ((1 << n) + k) for n in sizes for k in (-1, 0, 1) for sign in (1, -1)})
print(len(numbers), [a < b for a, b in zip(numbers, numbers[1:])].count(True))
for f in operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge:
    print(f.__name__, sum(f(a, b) for a in numbers for b in numbers), sum(f(a, I(b)) for a in numbers for b in numbers), sum(f(I(a), b + 0) for a in numbers for b in numbers))
print([hash(n) for n in numbers])
m = 2**61 - 1
print([hash(s * (m * k + r)) for k in (1, 2, 3, 1 << 61, 1 << 70, m, m * m, m**5) for r in (-1, 0, 1, 2) for s in (1, -1)])
shuffled = [numbers[i * 37 % len(numbers)] for i in range(len(numbers))]
print(sorted(shuffled) == numbers, sorted(map(I, shuffled)) == numbers, sorted(shuffled + [True, False, 0.5])[55:60], sorted(shuffled, reverse=True) == numbers[::-1])
print(max(shuffled) == numbers[-1], min(shuffled) == numbers[0], max(map(I, shuffled)) == numbers[-1], max(I(1), 1).__class__, max(1, I(1)).__class__, min([True, 1, 1.0]), max([1, True, 1.0]))
print(all(n in shuffled and shuffled.index(n + 0) == shuffled.index(n) for n in numbers), len(set(numbers) | set(map(I, numbers))), {n: i for i, n in enumerate(numbers)}[1 << 129])
print([[n, 0] < [n + 0, 1] for n in (1, 1 << 70)], ((1 << 70), 1) == ((1 << 70) + 0, True), (1 << 70) == float(1 << 70), (1 << 70) + 1 == float(1 << 70))


class Loud:
    def __lt__(self, other):
        print("asked", other)
        return True

    __gt__ = __lt__


print(sorted([1 << 70, Loud(), 3])[0] is not None, max([Loud(), 1 << 70]) is not None)
s = set(range(1000))
print([x in s for x in (None, ..., NotImplemented)], hash(None) == None.__hash__() == object.__hash__(None), hash(...) == hash(Ellipsis), len({None: 1, None: 2, ...: 3}), s.isdisjoint([None] * 5))
