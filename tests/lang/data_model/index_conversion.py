# __index__, __int__, __float__, __trunc__ and their deprecated results.
import operator as o
import warnings


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e, getattr(e, 'name', None))


class I:
    def __init__(s, v): s.v = v
    def __index__(s): return s.v
attempt(lambda: [1, 2, 3][I(1)])
attempt(lambda: [1][I('a')])
attempt(lambda: [1][I(2**70)])
attempt(lambda: range(I(3)))
attempt(lambda: [0] * I(2))
attempt(lambda: 'abc'[I(-1)])
attempt(lambda: hex(I(255)))
attempt(lambda: o.index(I(True)))
attempt(lambda: bytes(I(2)))
attempt(lambda: round(1.234, I(1)))
attempt(lambda: int(I(5)))
attempt(lambda: float(I(5)))
attempt(lambda: [1, 2, 3][:I(2)])
attempt(lambda: chr(I(65)))


class MyInt(int):
    pass


attempt(lambda: type(o.index(MyInt(3))))
attempt(lambda: int(MyInt(4)))
attempt(lambda: type(int(MyInt(4))))
attempt(lambda: type(+MyInt(1)))
attempt(lambda: type(abs(MyInt(-1))))
attempt(lambda: type(True + True))
attempt(lambda: type(-True))


class F:
    def __float__(s): return MyF(1.5)
    def __int__(s): return True
    def __trunc__(s): return 3
    def __complex__(s): return 1


class MyF(float):
    pass


with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    attempt(float, F())
    attempt(int, F())
    attempt(complex, F())
    print([str(x.message) for x in w])


class Tr:
    def __trunc__(s): return I(7)


with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    attempt(int, Tr())
    print([str(x.message) for x in w])
with warnings.catch_warnings():
    warnings.simplefilter('error')
    attempt(bool, NotImplemented)
