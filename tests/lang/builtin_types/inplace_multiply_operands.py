def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import operator


class Plain:
    pass


class Sequence:
    def __getitem__(self, i):
        return i


for a in (2, True, 1.5, None, "ab", [1], (1,), b"x", frozenset(), {1: 2}, Plain(), Sequence(), range(2)):
    for b in ([1], "ab", 2, 1.5):
        try:
            print(operator.imul(list(a) if type(a) is list else a, b))
        except TypeError as e:
            print(e)
