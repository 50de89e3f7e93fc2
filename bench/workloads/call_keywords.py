"""Calls with keywords, defaults, *args and **kwargs."""

N = 74000


def area(width, height=2, *, scale=1):
    return width * height * scale


def gather(*args, **kwargs):
    return len(args) + len(kwargs)


def run(n):
    total = 0
    for i in range(n):
        total += area(i, scale=2) + area(width=3, height=i) + gather(i, 1, a=i)
    return total
