"""Digits of pi by _pydecimal: arithmetic in pure Python."""
from _pydecimal import Context, Decimal, localcontext

N = 38


def pi():
    three = Decimal(3)
    last, t, s, n, na, d, da = 0, three, 3, 1, 0, 0, 24
    while s != last:
        last = s
        n, na = n + na, na + 8
        d, da = d + da, da + 32
        t = (t * n) / d
        s += t
    return +s


def run(n):
    with localcontext(Context(prec=20)):
        return [str(pi()) for _ in range(n)][-1]
