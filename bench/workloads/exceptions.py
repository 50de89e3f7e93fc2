"""Exceptions raised, caught, re-raised through frames, with finally."""

N = 34000


class Odd(ValueError):
    pass


def check(i):
    if i & 1:
        raise Odd(i)
    return i


def guarded(i):
    try:
        return check(i)
    finally:
        guarded.calls += 1


guarded.calls = 0


def run(n):
    caught = 0
    for i in range(n):
        try:
            guarded(i)
        except KeyError:
            pass
        except ValueError as e:
            caught += e.args[0] & 3
    return caught
