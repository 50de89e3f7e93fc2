"""Products of matrices of lists of floats."""

N = 300


def multiply(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def run(n):
    m = [[(i * j) % 7 / 7 for j in range(8)] for i in range(8)]
    result = m
    for _ in range(n):
        result = multiply(m, result)
        m[0][0] = 0.5
        result = [[x % 1 for x in row] for row in result]
    return round(sum(map(sum, result)), 6)
