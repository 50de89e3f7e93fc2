"""Many small objects: a binary tree made and walked, tuples and lists in between."""
import sys


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


depth = int(sys.argv[1]) if len(sys.argv) > 1 else 14
print(sum(walk(make(depth - 2)) for _ in range(4)) + walk(make(depth)))
