def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for args in (([],), ([1, 2],), ([1.5, 2],), ([0.1] * 10,), (["a"],), ([[1], [2]], []), (["a"], "x"), ([b"a"], b"x"), ([b"a"], bytearray()), ([(1,), (2,)], ()),
             ([2 ** 62, 2 ** 62, 2 ** 62],), ([True, True],), ([1, 2.5, 3j],), ([None],), (5,), ({1: 2, 3: 4},), ("12",), ([], None), ([1], None), ([-2 ** 63, -1],),
             ([1e308, 1e308, -1e308],), ([2 ** 63 - 1, 1, -1],), ([1], 2, 3), ()):
    show(sum, *args)
show(sum, [1], start=5)
show(sum, [1], start="a")
show(sum, iterable=[1])
print(type(sum([True])), sum([[1]], start=[0]))
start = [0]
print(sum([[1], [2]], start), start)


class Add:
    def __add__(self, other):
        return ("add", other)

    def __radd__(self, other):
        return ("radd", other)


show(sum, [Add()])
show(sum, [1, Add(), 2.5])
show(sum, [Add(), 1], Add())
