"""Trees walked by generators within generators; pipelines of generators and itertools."""
import itertools

N = 35


class Node:
    def __init__(self, key):
        self.key, self.left, self.right = key, None, None

    def insert(self, key):
        node = self
        while True:
            side = "left" if key < node.key else "right"
            below = getattr(node, side)
            if below is None:
                setattr(node, side, Node(key))
                return
            node = below

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.key
        if self.right:
            yield from self.right

    def paths(self, path=()):
        here = path + (self.key,)
        if self.left is self.right is None:
            yield here
        for below in (self.left, self.right):
            if below is not None:
                for found in below.paths(here):
                    yield found


def average():
    total = count = 0
    value = None
    while True:
        got = yield value
        if got is None:
            return total
        total, count = total + got, count + 1
        value = total / count


def flat(nested):
    for item in nested:
        if isinstance(item, list):
            yield from flat(item)
        else:
            yield item


def primes():
    found = {}
    for q in itertools.count(2):
        p = found.pop(q, None)
        if p is None:
            found[q * q] = q
            yield q
        else:
            x = p + q
            while x in found:
                x += p
            found[x] = p


def run(n):
    total = 0
    for seed in range(n):
        tree = Node(500)
        for i in range(250):
            tree.insert((i * 7919 + seed * 31) % 1009)
        assert sum(1 for _ in tree) == 251
        total += sum(a < b for a, b in itertools.pairwise(tree)) + sum(len(path) for path in tree.paths())
        running = average()
        next(running)
        for key in tree:
            running.send(key)
        try:
            running.send(None)
        except StopIteration as end:
            total += end.value
        nested = [1, [2, [3, [4, [5] * 5]] * 2] * 4, [[6]] * 20]
        total += sum(flat(nested)) + sum(itertools.islice(primes(), 200))
        groups = itertools.groupby(sorted(tree, key=lambda k: k % 7), key=lambda k: k % 7)
        total += sum(k * len(list(g)) for k, g in groups)
        total += sum(itertools.takewhile(lambda x: x < 900, itertools.accumulate(x for x in tree if x % 3)))
        total += sum(x * y for x, y in itertools.product(range(20), repeat=2)) + len(list(itertools.zip_longest(range(90), "ab")))
    return total
