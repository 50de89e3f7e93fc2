def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import sys


class Sized:
    def __init__(self, n):
        self.n = n

    def __sizeof__(self):
        return self.n


base = sys.getsizeof(Sized(0))
print(sys.getsizeof(Sized(1000)) - base)
show(sys.getsizeof, Sized(-1))
show(sys.getsizeof, Sized("x"))
show(sys.getsizeof, Sized(2 ** 70))
show(sys.getsizeof, Sized("x"), 7)
show(sys.getsizeof, Sized(-1), 7)
show(sys.getsizeof, Sized("x"), default=8)
print(sys.getsizeof(b"x" * 100) - sys.getsizeof(b""), sys.getsizeof("x" * 100) - sys.getsizeof(""))
print(sys.getsizeof((1,) * 10) - sys.getsizeof(()))
