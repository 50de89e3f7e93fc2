class Sequence(list): pass
class NotSequence:
    def __len__(self): return 2
    def __getitem__(self, i): return "xy"[i]
import collections.abc
class Registered(NotSequence): pass
collections.abc.Sequence.register(Registered)
class Mapped:
    def __init__(self, **kw): self.kw = kw
    def get(self, key, default=None):
        print("get", key, end=" ")
        return self.kw.get(key, default)
    def keys(self): return self.kw.keys()
    def __len__(self): return len(self.kw)
    def __getitem__(self, k): return self.kw[k]
    def __iter__(self): return iter(self.kw)
collections.abc.Mapping.register(Mapped)


def match(x):
    match x:
        case []: return "empty"
        case [a, b]: return f"two {a!r} {b!r}"
        case [a, *rest]: return f"more {a!r} {rest!r}"
        case {"k": 1, **rest}: return f"k {rest}"
        case {}: return "mapping"
        case str() | bytes() as text: return f"text {text!r}"
        case int(n) | float(n): return f"number {n!r}"
        case None | True: return "singleton"
        case _: return "other"


import array
from collections import deque, UserList, ChainMap, defaultdict
for x in ([], (), [1, 2], (1, 2, 3), "ab", b"ab", bytearray(b"ab"), range(2), deque([1, 2]), UserList([1]), Sequence([7]),
          array.array("i", [1, 2]), memoryview(b"xy"), NotSequence(), Registered(), {1, 2}, iter([1]), {"k": 1, "l": 2},
          {"k": 2}, Mapped(k=1, z=3), ChainMap({"k": 1}), defaultdict(int), 1, True, 2.5, None, 1j, dict.fromkeys):
    print(type(x).__name__, match(x))
missing = defaultdict(lambda: 1)
match missing:
    case {"k": 1}: print("made")
    case _: print("not made", dict(missing))
