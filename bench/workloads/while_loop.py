"""A while loop on locals."""

N = 1900000


def run(n):
    i = total = 0
    while i < n:
        total += i & 3
        i += 1
    return total
