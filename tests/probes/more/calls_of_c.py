"""Calls of functions and methods in C, between two of callable()."""
import functools

callable(0)
items = [3, 1, 2]
items.append(4)
add = items.append
add(5)
items.sort(key=lambda item: -item)
len(items), max(1, 2), sorted(items, key=abs)
"a,b".split(",")
str.upper("a")
dict.fromkeys("ab")
print(*items, sep=" ", end="\n")
print(*[1], **{"end": "!\n"})
{}.get(1)
try:
    len(5)
except TypeError:
    pass
try:
    [].pop()
except IndexError:
    pass
try:
    [].index(*(1,))
except ValueError:
    pass


def generate():
    yield len("a")
    yield abs(-1)


list(generate())
functools.reduce(lambda a, b: a + b, [1, 2])


class Sub(list):
    def append(self, item):
        super().append(item)


Sub().append(1)
"-".join(str(i) for i in range(2))
callable(0)
