"""What numerical libraries do, on lists: a Fourier transform, LU with pivots, over-relaxation, sparse products, random points."""
import array
import cmath
import random

N = 9


def transform(values, sign=-1):
    size = len(values)
    if size == 1:
        return values
    even, odd = transform(values[::2], sign), transform(values[1::2], sign)
    turned = [cmath.exp(sign * 2j * cmath.pi * k / size) * odd[k] for k in range(size // 2)]
    return [a + b for a, b in zip(even, turned)] + [a - b for a, b in zip(even, turned)]


def decompose(rows):
    size, pivots = len(rows), []
    for j in range(size):
        best = max(range(j, size), key=lambda i: abs(rows[i][j]))
        pivots.append(best)
        rows[j], rows[best] = rows[best], rows[j]
        top = rows[j]
        for i in range(j + 1, size):
            row = rows[i]
            row[j] /= top[j]
            factor = row[j]
            for k in range(j + 1, size):
                row[k] -= factor * top[k]
    return pivots


def relax(grid, omega, rounds):
    inner = range(1, len(grid) - 1)
    for _ in range(rounds):
        for i in inner:
            up, row, down = grid[i - 1], grid[i], grid[i + 1]
            for j in inner:
                row[j] += omega * ((up[j] + down[j] + row[j - 1] + row[j + 1]) / 4 - row[j])


def sparse(rows, columns, values, vector):
    out = array.array("d", bytes(8 * (len(rows) - 1)))
    for i in range(len(rows) - 1):
        total = 0.0
        for k in range(rows[i], rows[i + 1]):
            total += vector[columns[k]] * values[k]
        out[i] = total
    return out


def run(n):
    total = 0.0
    for seed in range(n):
        chance = random.Random(seed)
        signal = [complex(chance.random(), 0) for _ in range(256)]
        back = transform(transform(signal), 1)
        total += abs(back[17]) / 256
        rows = [[chance.random() for _ in range(24)] for _ in range(24)]
        total += sum(decompose(rows)) + rows[23][23]
        grid = [[chance.random() for _ in range(24)] for _ in range(24)]
        relax(grid, 1.25, 8)
        total += grid[11][13]
        starts = array.array("i", range(0, 601, 5))
        columns = array.array("i", [chance.randrange(120) for _ in range(600)])
        values = array.array("d", [chance.random() for _ in range(600)])
        vector = array.array("d", [1.0] * 120)
        for _ in range(6):
            vector = sparse(starts, columns, values, vector)
        total += vector[3]
        total += sum(x * x + y * y <= 1.0 for x, y in ((chance.random(), chance.random()) for _ in range(1500)))
    return f"{total:.9g}"
