"""Generators: pipelines and a recursive walk with yield from."""

N = 23000


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


def run(n):
    return sum(x * 3 for x in evens(numbers(n))), sum(tree(n.bit_length()))
