"""Objects: binary trees made, walked and dropped."""

N = 13


class Node:
    def __init__(self, left, right):
        self.left = left
        self.right = right


def make(depth):
    return Node(make(depth - 1), make(depth - 1)) if depth else Node(None, None)


def count(node):
    return 1 + count(node.left) + count(node.right) if node.left else 1


def run(n):
    total = 0
    for _ in range(4):
        total += count(make(n))
    return total
