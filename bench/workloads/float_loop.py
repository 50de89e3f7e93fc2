"""Floating point: an orbit, step by step."""

N = 74000


def orbit(steps):
    x, y, vx, vy = 1.0, 0.0, 0.0, 1.0
    dt = 0.001
    for _ in range(steps):
        r2 = x * x + y * y
        r3 = r2 * r2 ** 0.5
        ax, ay = -x / r3, -y / r3
        vx += ax * dt
        vy += ay * dt
        x += vx * dt
        y += vy * dt
    return x, y


def run(n):
    return "%.9f %.9f" % orbit(n)
