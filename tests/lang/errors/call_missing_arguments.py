def one(a): pass
def two(a, b): pass
def three(a, b, c): pass
def keyword(*, k): pass
def keywords(*, k, l, m): pass
def positional(a, b, /): pass
class Box:
    def method(self, a): pass
    def __init__(self, a=1, *, need): pass


def show(f, *args, **kwargs):
    try:
        f(*args, **kwargs)
    except TypeError as e:
        print(e)


show(one)
show(two)
show(two, 1)
show(two, b=1)
show(three)
show(three, b=2)
show(keyword)
show(keywords)
show(keywords, l=1)
show(positional)
show(positional, 1)
show(Box)
show(Box.method)
show(Box.method, None)
show(lambda x, y: 0)
