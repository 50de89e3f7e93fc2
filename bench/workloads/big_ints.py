"""Products of long integers: an event each few microseconds."""

N = 3700


def run(n):
    a = 3 ** 3000
    total = 0
    for i in range(n):
        total ^= (a + i) * (a - i)
    return total % 1000003
