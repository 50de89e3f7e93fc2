"""try blocks in which nothing is raised."""

N = 1500000


def run(n):
    total = 0
    for i in range(n):
        try:
            total += i
        except ValueError:
            total = 0
        finally:
            total &= 65535
    return total
