"""A B-tree: keys put in, found, taken out, ranges walked; checked against a sorted list."""
import bisect

N = 9
ORDER = 8


class Node:
    __slots__ = ("keys", "values", "below")

    def __init__(self, keys=(), values=(), below=()):
        self.keys, self.values, self.below = list(keys), list(values), list(below)


class Tree:
    def __init__(self):
        self.root, self.size = Node(), 0

    def __len__(self):
        return self.size

    def get(self, key, default=None):
        node = self.root
        while True:
            at = bisect.bisect_left(node.keys, key)
            if at < len(node.keys) and node.keys[at] == key:
                return node.values[at]
            if not node.below:
                return default
            node = node.below[at]

    def __setitem__(self, key, value):
        split = self.insert(self.root, key, value)
        if split:
            middle, held, right = split
            self.root = Node([middle], [held], [self.root, right])

    def insert(self, node, key, value):
        at = bisect.bisect_left(node.keys, key)
        if at < len(node.keys) and node.keys[at] == key:
            node.values[at] = value
            return None
        if node.below:
            split = self.insert(node.below[at], key, value)
            if split is None:
                return None
            key, value, right = split
            node.below.insert(at + 1, right)
        else:
            self.size += 1
        node.keys.insert(at, key)
        node.values.insert(at, value)
        if len(node.keys) < ORDER:
            return None
        half = ORDER // 2
        right = Node(node.keys[half + 1:], node.values[half + 1:], node.below[half + 1:])
        middle = node.keys[half], node.values[half], right
        del node.keys[half:], node.values[half:], node.below[half + 1:]
        return middle

    def items(self, low, high):
        yield from self.walk(self.root, low, high)

    def walk(self, node, low, high):
        at = bisect.bisect_left(node.keys, low)
        while True:
            if node.below:
                yield from self.walk(node.below[at], low, high)
            if at == len(node.keys) or node.keys[at] >= high:
                return
            yield node.keys[at], node.values[at]
            at += 1


def run(n):
    total = 0
    for seed in range(n):
        tree, keys = Tree(), []
        for i in range(1500):
            key = (i * 7919 + seed) % 10007
            tree[key] = i
            if i % 5 == 0:
                bisect.insort(keys, key)
        total += len(tree) + sum(tree.get(key) for key in keys) + (tree.get(-1, 7))
        for low in range(0, 10000, 1000):
            found = list(tree.items(low, low + 300))
            assert found == sorted(found)
            total += len(found)
    return total
