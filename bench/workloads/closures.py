"""Closures that share and change a cell."""

N = 56000


def counter(step):
    count = 0

    def tick(times):
        nonlocal count
        for _ in range(times):
            count += step
        return count

    def read():
        return count

    return tick, read


def compose(*functions):
    def composed(x):
        for f in functions:
            x = f(x)
        return x

    return composed


def run(n):
    tick, read = counter(3)
    add = compose(lambda x: x + 1, lambda x: x * 2, lambda x: x - 3)
    total = 0
    for i in range(n):
        tick(3)
        total += add(i) + read() % 7
    return total
