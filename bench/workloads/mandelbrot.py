"""Complex arithmetic in a loop."""

N = 2500


def escape(c, most):
    z = 0j
    for i in range(most):
        z = z * z + c
        if abs(z) > 2:
            return i
    return most


def run(n):
    return sum(escape(complex(x / 20 - 1.5, y / 20 - 0.5), 30) for x in range(20) for y in range(n))
