def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class Index:
    def __index__(self):
        return 3


def assign(value):
    b = bytearray(b"abc")
    b[1:2] = value
    return b


for value in (b"xy", bytearray(b"z"), memoryview(b"q"), [1, 2], (), range(3), {65: 1},
              "", "a", 1, 1.5, 1j, None, object(), Index(), [300], ["a"], [Index()],
              memoryview(b"abcdef")[::2], lambda: 0):
    show(assign, value)


def own():
    b = bytearray(b"abc")
    b[1:1] = b
    b[::2] = b"123"
    return b


show(own)
b = bytearray(b"abcdef")
show(b.__setitem__, slice(None, None, 2), b"1")
show(b.__setitem__, slice(None, None, -1), b"123456")
print(b)
