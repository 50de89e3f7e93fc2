"""The largest singular value of an endless matrix, by power iteration with generators and sums."""
N = 100


def entry(i, j):
    return 1.0 / ((i + j) * (i + j + 1) // 2 + i + 1)


def times(vector, transposed=False):
    size = range(len(vector))
    if transposed:
        return [sum(entry(j, i) * x for j, x in zip(size, vector)) for i in size]
    return [sum(entry(i, j) * x for j, x in enumerate(vector)) for i in size]


def run(n):
    u = [1.0] * n
    for _ in range(3):
        v = times(times(u), True)
        u = times(times(v), True)
    return round((sum(a * b for a, b in zip(u, v)) / sum(b * b for b in v)) ** 0.5, 9)
