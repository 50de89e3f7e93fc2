"""Tuples and lists of what is walked without an iterator; pow() modulo with short exponents."""
import random
import sys


class Odd(dict):
    def __iter__(self):
        return iter("odd")


d = {"a": 1, "b": 2}
del d["a"]
d["c"] = 3
every = [range(0), range(3), range(5, -6, -3), range(1 << 62, (1 << 62) + 3), range(-(1 << 62) - 1, -(1 << 62) + 1), range(1 << 61, 1 << 63, 1 << 62),
         range(1 << 80, (1 << 80) + 2), {3}, frozenset((1,)), set(), d, d.keys(), d.values(), d.items(), b"", b"abc", bytearray(b"abc"), "", "abc",
         "a\u20acb", Odd(a=1), memoryview(b"ab"), (x for x in "ab"), [], [1], (), (1, 2)]
for each in every:
    first, second = (tuple(each), list(each)) if not hasattr(each, "send") else (tuple(each), [])
    print(type(each).__name__, first, second, type(first).__name__)
for make in (tuple, list):
    for it in (iter([1, 2, 3]), iter((1, 2)), reversed([1, 2]), reversed((1, 2)), iter(range(3)), iter({1: 2}), iter("ab"), iter(b"ab")):
        next(it)
        print(make(it), make(it))
    for wrong in (5, None, object):
        try:
            make(wrong)
        except TypeError as error:
            print(error)
l = [1, 2]
it = iter(l)
l.extend(range(3))
l += range(2)
print(l, tuple(it), sys.getsizeof(list(range(5))) == sys.getsizeof(list(range(5))), list(range(0, 10, 3)) + list(range(2)))


class T(tuple):
    pass


print(T(range(3)), T({1}), type(T(b"a")), T())


def slow(a, b, c):
    z = 1 % c
    for bit in bin(b)[2:]:
        z = z * z % c
        if bit == "1":
            z = z * a % c
    return z


r = random.Random(5)
wrong = 0
for i in range(4000):
    c = r.getrandbits(r.choice((65, 84, 128, 129, 300, 512, 513, 700, 1500))) | 1 << 64
    if r.random() < .1:
        c = 1 << r.randrange(64, 512)
    a = r.getrandbits(r.randrange(1, 1540)) if r.random() < .8 else c * r.randrange(3)
    b = r.randrange(300)
    wrong += pow(a, b, c) != slow(a, b, c)
print("wrong:", wrong, pow(3, 29, 7 ** 30 + 7), pow(-3, 29, 7 ** 30 + 7), pow(3, 29, -7 ** 30), pow(0, 0, 1 << 70), pow(5, 0, 1 << 70), pow(1 << 70, 1, 1 << 70))
