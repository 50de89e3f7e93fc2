"""Sets: adding, testing, union and difference."""

N = 16000


def run(n):
    evens = {i for i in range(0, 100, 2)}
    total = 0
    for i in range(n):
        odd = {i % 100, i * 3 % 100, 1}
        total += len(odd | evens) + len(odd - evens) + (i in evens)
    return total
