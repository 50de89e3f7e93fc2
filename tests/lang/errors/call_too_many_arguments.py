def none(): pass
def one(a): pass
def default(a, b=1): pass
def keyword_only(a, *, k=1): pass
def keyword_only_needed(a, *, k): pass
class Box:
    def method(self): pass
    @classmethod
    def made(cls): pass
    @staticmethod
    def free(): pass


def show(f, *args, **kwargs):
    try:
        f(*args, **kwargs)
    except TypeError as e:
        print(e)


show(none, 1)
show(none, 1, 2)
show(one, 1, 2)
show(default, 1, 2, 3)
show(keyword_only, 1, 2)
show(keyword_only, 1, 2, k=3)
show(keyword_only_needed, 1, 2, 3)
show(keyword_only_needed, 1, 2, k=3)
show(Box().method, 1)
show(Box.made, 1)
show(Box.free, 1)
show(Box, 1)
show(object, 1)
