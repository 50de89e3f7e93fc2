def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class Index:
    def __index__(self):
        return 1


makers = [lambda: iter("abc"), lambda: iter("\xe9\u20ac"), lambda: iter(b"abc"),
          lambda: iter(bytearray(b"abc")), lambda: iter([1, 2, 3]), lambda: iter((1, 2, 3)),
          lambda: iter(range(3)),
          lambda: reversed([1, 2, 3]), lambda: reversed((1, 2, 3))]
for make in makers:
    print(type(make()).__name__)
    for state in 1, -5, 9, 2 ** 70, -2 ** 70, 1.0, "1", None, Index():
        it = make()
        show(it.__setstate__, state)
        print("   ", *it)
