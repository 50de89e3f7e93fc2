"""Dicts that are filled and emptied at their end: popitem(), beside a list of their keys, while keys meet and others are deleted."""
import random
import sys


class Key:
    def __init__(self, hashed, name):
        self.hashed, self.name = hashed, name

    def __hash__(self):
        return self.hashed

    def __eq__(self, other):
        return self is other

    def __repr__(self):
        return self.name


def kinds(rng):
    yield "meeting", [Key(rng.randrange(3), f"k{i}") for i in range(9)]
    yield "texts", [str(i) for i in range(40)]
    yield "mixed", [*map(str, range(10)), *range(10), *(Key(rng.randrange(4), f"k{i}") for i in range(6))]
    yield "one cell", [i * 4096 for i in range(30)]


def play(rng, keys):
    d, model = {}, []
    for step in range(250):
        deed, key = rng.randrange(10), rng.choice(keys)
        if deed < 5:
            d[key] = step
            model = model if key in model else [*model, key]
        elif deed < 6:
            if key in model:
                del d[key]
                model.remove(key)
        elif model:
            assert d.popitem()[0] is model.pop()
        if step % 10 == 0:
            assert list(d) == model and all((k in d) == (k in model) for k in keys)
    return sys.getsizeof(d), len(d)


for seed in range(12):
    rng = random.Random(seed)
    print(seed, *(f"{name} {play(rng, keys)}" for name, keys in kinds(rng)))

# What CPython's collisions make of it, too: a key that no longer is where it was looked for.
k1, k5, k4, k3 = Key(2, "k1"), Key(1, "k5"), Key(1, "k4"), Key(1, "k3")
d = {k1: 1, k5: 1}
del d[k5]
d.popitem()
d[k4] = d[k3] = 1
print(d.popitem(), k4 in d, k3 in d)
d = dict.fromkeys(range(1000))
for i in range(20000):
    d["z"] = i
    d.popitem()
print(len(d), "z" in d, sys.getsizeof(d))
