"""Nothing: what is left is the driver's own."""

N = 1


def run(n):
    return n
