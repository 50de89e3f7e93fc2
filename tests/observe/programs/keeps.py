"""Objects that stay, go, and were many for a while."""
import sys


class Kept:
    __slots__ = "n",

    def __init__(self, n):
        self.n = n


def keeps(n):
    return [Kept(i) for i in range(n)]


def drops(n):
    for i in range(n):
        bytearray(i)


def swells(n):
    return len([{i} for i in range(n)])


kept = keeps(300)
drops(500)
print(swells(200), len(kept))
if len(sys.argv) > 1:
    raise SystemExit(int(sys.argv[1]))
