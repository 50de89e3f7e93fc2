"""What the scripts of this folder look at."""
import gc


def add(a, b):
    return a + b


class Shop:
    def price(self, what):
        return add(len(what), 1)


def numbers(n):
    for i in range(n):
        yield i


def deep(n):
    return n and deep(n - 1)


def fails():
    try:
        {}["missing"]
    except KeyError:
        pass


def start():
    for what in ("tea", "milk", "bread"):
        Shop().price(what)
    list(numbers(2))
    deep(3)
    fails()
    gc.collect(0)


start()
