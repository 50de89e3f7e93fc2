"""with blocks of a class in Python."""

N = 13000


class Level:
    depth = 0

    def __enter__(self):
        Level.depth += 1
        return self

    def __exit__(self, *rest):
        Level.depth -= 1


def run(n):
    total = 0
    level = Level()
    for _ in range(n):
        with level:
            with level as inner:
                total += inner.depth
    return total
