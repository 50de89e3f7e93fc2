"""Exceptions raised, caught, re-raised through frames, with finally."""
import sys


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
n = int(sys.argv[1]) if len(sys.argv) > 1 else 60000
caught = 0
for i in range(n):
    try:
        guarded(i)
    except KeyError:
        pass
    except ValueError as e:
        caught += e.args[0] & 3
print(caught, guarded.calls)
