def tree(n):
    if n:
        yield from tree(n - 1)
        yield n
        yield from tree(n - 1)
print(list(tree(3)))
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
import itertools
print(list(itertools.islice(fib(), 15)))
def chain(n):
    yield n
    if n < 200: yield from chain(n + 1)
print(sum(chain(0)))
