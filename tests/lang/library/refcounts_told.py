"""sys.getrefcount() counts the references that there are, its own argument's among them."""
import sys

x = []
print(sys.getrefcount(x), sys.getrefcount([]), sys.getrefcount(object()))
y = [x, x]
print(sys.getrefcount(x))


def f(argument):
    local = argument
    return sys.getrefcount(local), sys.getrefcount(f) > 2


print(f({}), f(x), list(map(sys.getrefcount, [[], []])), sys.getrefcount(y[0]))
