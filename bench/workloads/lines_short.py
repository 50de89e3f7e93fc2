"""As many lines as can be: each is one store."""

N = 720000


def run(n):
    a = b = c = d = 0
    for i in range(n):
        a = i
        b = a
        c = b
        d = c
        a = d
        b = a
        c = b
        d = c
    return a, b, c, d
