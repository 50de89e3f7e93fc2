"""Operators and protocols of classes: __add__, __len__, __getitem__, __iter__, properties."""

N = 23000


class Vector:
    def __init__(self, items):
        self.items = items

    def __add__(self, other):
        return Vector([a + b for a, b in zip(self.items, other.items)])

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]

    def __iter__(self):
        return iter(self.items)

    def __eq__(self, other):
        return self.items == other.items

    @property
    def first(self):
        return self.items[0]


def run(n):
    v, unit = Vector([0, 0, 0]), Vector([1, 2, 3])
    total = 0
    for _ in range(n):
        v = v + unit
        total += len(v) + v[1] + v.first
        if v == unit:
            total += sum(v)
    return total, list(v)
