"""Floats in lists: the spectral norm of an endless matrix."""

N = 110


def times(v, n, turned):
    result = []
    for i in range(n):
        total = 0.0
        for k in range(n):
            a, b = (k, i) if turned else (i, k)
            total += v[k] / ((a + b) * (a + b + 1) // 2 + a + 1)
        result.append(total)
    return result


def run(n):
    u = [1.0] * n
    for _ in range(5):
        v = times(times(u, n, False), n, True)
        u = times(times(v, n, False), n, True)
    both = own = 0.0
    for i in range(n):
        both += u[i] * v[i]
        own += v[i] * v[i]
    return int((both / own) ** 0.5 * 1e6)
