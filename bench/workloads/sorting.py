"""list.sort of scattered numbers: nearly all time inside one line."""

N = 230


def run(n):
    values = [i * 7919 % 10007 for i in range(2000)]
    total = 0
    for i in range(n):
        copy = values[i % 10:]
        copy.sort()
        total += copy[i]
    return total
