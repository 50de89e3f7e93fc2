import sys
def g():
    try:
        raise KeyError("in generator")
    except KeyError:
        yield repr(sys.exc_info()[1])
        yield repr(sys.exc_info()[1])
it = g()
print(next(it), sys.exc_info())
try:
    raise ValueError("outside")
except ValueError:
    print(next(it), repr(sys.exc_info()[1]))
print(list(it), sys.exc_info())
