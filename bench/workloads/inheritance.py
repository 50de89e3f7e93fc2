"""super() and class attributes along four classes."""

N = 95000


class A:
    def value(self):
        return 1


class B(A):
    def value(self):
        return super().value() + 1


class C(B):
    def value(self):
        return super().value() + 1


class D(C):
    def value(self):
        return super().value() + 1


def run(n):
    d = D()
    return sum(d.value() for _ in range(n))
