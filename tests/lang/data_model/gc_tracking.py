"""What the collector tracks, and what gc.get_referents tells."""
import gc


def tracked(x):
    gc.collect()
    gc.collect()
    return gc.is_tracked(x)


w = []
d = {}
print(tracked(d))
d[1] = "a"
d["a"] = 2
d[(1, object())] = 3
print(tracked(d), tracked(d.copy()))
d[4] = w
print(tracked(d), tracked(d.copy()))
d[4] = None
print(tracked(d), tracked(d.copy()))
inner = {}
d[1] = inner
print(tracked(inner), tracked(d))
inner[1] = d
print(tracked(inner))
inner.clear()
d.clear()
print(tracked(inner), tracked(d))
print(tracked(dict(x=1, y=(2, 3))), tracked(dict(x=1, y=[])))
t = (1, "a", (2, 3))
print(tracked(t), tracked((1, [])), tracked(()))


class D(dict):
    pass


print(tracked(D()), tracked(D({1: 2})), tracked([]), tracked(1), tracked("a"))

for o in [1, 3, 5], (1, 3, 5), {1: 3, 5: 7}, {1, 2}, frozenset([4]), 1, "a", 4j:
    print(sorted(gc.get_referents(o)))
print(len(gc.get_referents([1], {2: 3}, 4)), gc.get_referents())
