"""map, filter, zip, enumerate and sorted with functions."""

N = 1900


def odd(x):
    return x & 1


def run(n):
    total = 0
    for i in range(n):
        values = list(map(lambda x: x * i % 17, filter(odd, range(40))))
        total += sum(a * b for a, b in zip(values, values[1:])) + sorted(values, key=lambda v: -v)[0]
        for place, value in enumerate(values):
            total += place * value
    return total
