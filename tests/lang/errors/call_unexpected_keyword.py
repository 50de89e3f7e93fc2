def plain(a): pass
def positional_only(a, b, /, c=1): pass
def positional_and_rest(a, /, **rest): print(a, rest)
class Box:
    def __init__(self, a): pass
class Empty: pass


def show(f, *args, **kwargs):
    try:
        f(*args, **kwargs)
    except TypeError as e:
        print(e)


show(plain, b=1)
show(plain, 1, a=2)
show(plain, **{"no name": 1})
show(positional_only, a=1, b=2)
show(positional_only, 1, b=2)
show(positional_and_rest, 1, a=2)
show(Box, b=1)
show(Box, 1, a=1)
show(Empty, a=1)
show(int, x=1)
show(len, obj=[])
show(print, file=None, nope=1)
show([].sort, 1)
show([].sort, nope=1)
