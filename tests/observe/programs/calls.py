"""Calls of every kind: recursion, generators, exceptions, methods, comprehensions, functions in C."""
import functools
import math


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)


def numbers(n):
    for i in range(n):
        yield i


def delegates(n):
    yield from numbers(n)


def fails(x):
    raise ValueError(x)


def survives(x):
    try:
        fails(x)
    except ValueError:
        return [].append(x)
    finally:
        len("end")


class Account:
    total = 0

    def __init__(self, amount):
        self.amount = amount

    def __lt__(self, other):
        return self.amount < other.amount

    @property
    def double(self):
        return self.amount * 2

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return True


@functools.lru_cache(None)
def cached(n):
    return math.sqrt(n)


async def answer():
    return 42


async def asks():
    return [await answer() for _ in range(3)]


def main():
    fib(10)
    even(7)
    sum(numbers(20))
    list(delegates(5))
    for i in range(4):
        survives(i)
    sorted([Account(3), Account(1), Account(2)])
    with Account(5) as a:
        fails(a.double)
    [cached(i % 3) for i in range(9)]
    {k: v for k, v in zip("abc", range(3))}
    max([1, 2, 3], key=lambda v: -v)
    "a,b".split(",")
    dict.fromkeys("ab")
    int.from_bytes(b"a", "big")
    try:
        int("x")
    except ValueError:
        pass
    try:
        asks().send(None)
    except StopIteration:
        pass
    numbers(3).close()
    eval("fib(3)")


main()
