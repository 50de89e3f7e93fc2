import copy, weakref


class Node:
    __slots__ = ("a", "b", "__weakref__")

    def __init__(self, a, b):
        self.a, self.b = a, b


class Own:
    def __copy__(self):
        return "copied"

    def __deepcopy__(self, memo):
        return "deep"


n = Node([1, {2: (3, [4])}], None)
n.b = n
m = copy.deepcopy(n)
print(m is not n, m.b is m, m.a, copy.copy(n).a is n.a, copy.copy(Own()), copy.deepcopy([Own()]))
for value in 1, "x", (1, 2), ([],), {1}, frozenset([1]), {1: []}, bytearray(b"x"), print, int, Ellipsis, range(3), 1j:
    print(type(copy.copy(value)).__name__, copy.deepcopy(value) == value)
d = weakref.WeakValueDictionary(k=n)
k = weakref.WeakKeyDictionary({n: 1})
s = weakref.WeakSet([n])
print(len(d), len(k), len(s), n in s, d.get("k") is n, list(k.items())[0][1], d.setdefault("q", m) is m)
f = weakref.finalize(n, print, "finalized")
w = weakref.ref(m, lambda r: print("gone"))
print(f.alive, f.peek()[1] is print)
n.b = m.b = None
del n, m, value
print(len(d), len(k), len(s), w() is None, f.alive)
