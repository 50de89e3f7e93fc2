"""Generators: pipelines and a recursive walk with yield from."""
import sys


def numbers(n):
    for i in range(n):
        yield i


def evens(source):
    for x in source:
        if x % 2 == 0:
            yield x


def tree(depth):
    if depth:
        yield from tree(depth - 1)
        yield depth
        yield from tree(depth - 1)


n = int(sys.argv[1]) if len(sys.argv) > 1 else 120000
print(sum(x * 3 for x in evens(numbers(n))), sum(tree(13)))
