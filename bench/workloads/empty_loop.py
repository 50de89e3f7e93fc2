"""A loop without a body: backward jumps alone."""

N = 3300000


def run(n):
    for _ in range(n):
        pass
    return n
