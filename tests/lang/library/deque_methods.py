"""deque: both ends, rotation, bounded deques, iteration while it changes."""
import collections
import copy
import pickle
deque = collections.deque


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


d = deque("abc")
d.appendleft("z")
d.extendleft("12")
print(d, len(d), d[0], d[-1], d[2], "z" in d, d.count("a"), d.index("a"))
d.reverse()
print(d)
for n in (1, -1, 3, -4, 100, -101, 0):
    d.rotate(n)
    print(n, "".join(d))
d.rotate()
show(lambda: d.rotate("a"))
b = deque(range(5), 3)
print(b, b.maxlen)
b.appendleft(9)
b.append(8)
b.extendleft([1, 2, 3, 4])
print(b)
b += "xy"
print(b, b is b.__iadd__([]))
d += d
print(len(d), "".join(d))
b.extend(b)
b.extendleft(b)
print(b)
print(deque([1, 2]) + deque([3]), deque([1, 2], 2) + deque([3]), deque([1, 2]) * 2, 2 * deque([1], 5), deque([1, 2, 3], 2) * 3, deque([1]) * -1)
e = deque([1, 2])
e *= 3
print(e)
e *= 0
print(e)
f = deque([1, 2, 3], 4)
f *= 2
print(f)
show(lambda: d + [1])
show(lambda: deque(maxlen=-1))
show(lambda: deque(maxlen="a"))
show(lambda: deque([], 2**70))
show(lambda: deque(1))
show(lambda: deque().pop())
show(lambda: deque().popleft())
show(lambda: deque()[0])
show(lambda: deque([1]).remove(2))
show(lambda: deque([1]).index(2))
show(lambda: deque([1, 2, 1]).index(1, 1))
show(lambda: deque([1, 2, 1]).index(1, -1, 10))
show(lambda: deque([1], 1).insert(0, 2))
g = deque(range(200))
for i in (0, 100, -1, 200, -300, 500):
    g.insert(i, "x")
print([i for i, v in enumerate(g) if v == "x"])
del g[0], g[100], g[-1]
g[5] = "five"
print(g[5], len(g))
show(lambda: g.__setitem__(1000, 1))
show(lambda: g.__delitem__(1000))
show(lambda: g["a"])
print(sum(isinstance(v, int) for v in g), g.popleft(), g.pop(), list(g)[:7])
g.rotate(90)
print(list(g)[:5])
g.remove("five")
show(lambda: g.remove("five"))
print(list(reversed(deque("abc"))), copy.copy(deque("ab", 2)), pickle.loads(pickle.dumps(deque("abc", 3))))
it = iter(d)
print(next(it), it.__length_hint__(), it.__reduce__()[1][1])
d.append(1)
show(lambda: next(it))
show(lambda: list(it))
r = reversed(deque([1, 2, 3]))
print(next(r), r.__length_hint__(), next(r), next(r), list(r))


class Changing:
    def __eq__(self, other):
        h.clear()
        return False


h = deque([Changing(), 1, 2])
show(lambda: h.index(5))
h = deque([Changing(), 1, 2])
show(lambda: h.count(5))
h = deque([Changing(), 1, 2])
show(lambda: h.remove(5))
h = deque([Changing(), 1, 2])
show(lambda: 5 in h)
h = deque([1])
h.append(h)
print(h, deque([1, 2]) < deque([1, 3]), deque([1]) == deque([1], 1), deque([1]) == [1], deque() >= deque([1]), deque([1, 2]) != deque([1]))


class Sub(deque):
    pass


s = Sub("ab", 5)
s.extra = 1
print(s, s.copy(), type(s.copy()).__name__, s.__reduce__()[1:3])
print(s + s, s * 2, type(s * 2).__name__)
