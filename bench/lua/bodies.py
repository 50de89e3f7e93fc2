"""Objects with methods and float attributes: bodies that draw each other."""

N = 4000


class Body:
    def __init__(self, x, y, mass):
        self.x, self.y, self.vx, self.vy, self.mass = x, y, 0.0, 0.0, mass

    def draw(self, other, dt):
        dx, dy = other.x - self.x, other.y - self.y
        force = dt / ((dx * dx + dy * dy + 0.01) ** 1.5)
        self.vx += dx * other.mass * force
        self.vy += dy * other.mass * force

    def move(self, dt):
        self.x += self.vx * dt
        self.y += self.vy * dt


def run(n):
    bodies = [Body(float(i), float(i * i % 7), 1.0 + i) for i in range(5)]
    for _ in range(n):
        for one in bodies:
            for other in bodies:
                if one is not other:
                    one.draw(other, 0.001)
        for one in bodies:
            one.move(0.001)
    return int(sum(one.x + one.y for one in bodies) * 1000)
