"""A function behind two decorators."""

N = 130000


def counted(function):
    def inner(*args):
        inner.calls += 1
        return function(*args)
    inner.calls = 0
    return inner


def doubled(function):
    def inner(x):
        return function(x) * 2
    return inner


@counted
@doubled
def plus_one(x):
    return x + 1


def run(n):
    total = 0
    for i in range(n):
        total += plus_one(i)
    return total
