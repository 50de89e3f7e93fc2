import collections, dataclasses, pprint, reprlib, types


@dataclasses.dataclass
class D:
    a: int
    b: list


data = {"key%d" % i: list(range(i * 3)) for i in range(8)}
data["nested"] = {"t": (1, 2, ("x" * 50, "y" * 50)), "s": {3, 1, 2}, "c": collections.Counter("abca"), "o": collections.OrderedDict(z=1, a=2), "text": "word " * 30, "bytes": b"b" * 100, "d": D(1, [2] * 40), "n": types.SimpleNamespace(a=1, b="q" * 80), "q": collections.deque(range(50))}
pprint.pprint(data)
pprint.pprint(data, width=40, depth=2, compact=True, indent=2, sort_dicts=False, underscore_numbers=True)
loop = [1]
loop.append(loop)
print(pprint.pformat(loop)[:8], pprint.isreadable(loop), pprint.isrecursive(loop), pprint.saferepr({1: "a"}))
print(reprlib.repr(list(range(100))), reprlib.repr("x" * 100), reprlib.repr({i: i for i in range(9)}), reprlib.repr(10**60), reprlib.Repr().repr1([[[[[[[1]]]]]]], 3))
