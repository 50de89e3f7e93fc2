"""Calls of functions in C: no entry, no return, lines alone."""

N = 250000


def run(n):
    total = 0
    for i in range(n):
        total += len("abc") + abs(-i) + min(i, 7) + ord("a")
    return total
