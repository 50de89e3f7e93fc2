"""Many small objects: a binary tree made and walked, tuples and lists in between."""

N = 120


class Node:
    __slots__ = ("left", "right", "payload")

    def __init__(self, left, right, payload):
        self.left = left
        self.right = right
        self.payload = payload


def make(depth):
    if depth == 0:
        return Node(None, None, (depth,))
    return Node(make(depth - 1), make(depth - 1), [depth])


def walk(node):
    if node is None:
        return 0
    return len(node.payload) + walk(node.left) + walk(node.right)


def run(n):
    return sum(walk(make(8)) for _ in range(n))
