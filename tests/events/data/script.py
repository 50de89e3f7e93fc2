"""A small program for the modules that take one.

>>> double(2)
4
>>> double("x")
'xy'
"""


class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b


def double(x):
    return x + x


def main():
    pairs = [Pair(i, double(i)) for i in range(3)]
    try:
        return sum(p.b for p in pairs) / 0
    except ZeroDivisionError:
        return "caught"


if __name__ == "__main__":
    print(main())
