"""Recursive calls of a plain function."""

N = 1700


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def run(n):
    return sum(fib(12) for _ in range(n))
