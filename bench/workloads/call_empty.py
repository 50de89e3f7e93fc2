"""Calls of a function that does nothing: the most entries and returns a second."""

N = 1000000


def nothing():
    pass


def run(n):
    for _ in range(n):
        nothing()
    return n
