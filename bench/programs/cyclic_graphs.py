"""Graphs made and dropped: cycles that only the collector frees, weak references, caches that forget."""
import collections
import gc
import weakref

N = 42


class Node:
    def __init__(self, name):
        self.name, self.edges, self.parent = name, [], None

    def link(self, other):
        self.edges.append(other)
        other.parent = self


class Cache:
    def __init__(self):
        self.known = weakref.WeakValueDictionary()
        self.dropped = 0

    def get(self, key):
        node = self.known.get(key)
        if node is None:
            node = self.known[key] = Node(key)
            weakref.finalize(node, self.drop)
        return node

    def drop(self):
        self.dropped += 1


def graph(size):
    nodes = [Node(i) for i in range(size)]
    for i, node in enumerate(nodes):
        node.link(nodes[i * 7 % size])
        node.link(nodes[(i + 1) % size])
    return nodes


def reach(start):
    seen, todo = {start}, collections.deque([start])
    while todo:
        for node in todo.popleft().edges:
            if node not in seen:
                seen.add(node)
                todo.append(node)
    return len(seen)


def run(n):
    total, cache = 0, Cache()
    for turn in range(n):
        kept = []
        for i in range(6):
            nodes = graph(100)
            total += reach(nodes[i])
            kept.append([{"node": node, "pair": (node, [node])} for node in nodes[::10]])
        held = [cache.get(i % 40) for i in range(80)]
        total += len(cache.known) + len({id(node) for node in held})
        del held, kept
        total += cache.dropped
    gc.collect()
    return total
