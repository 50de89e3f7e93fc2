"""Calls: a function that calls itself twice."""

N = 30


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def run(n):
    return fib(n)
