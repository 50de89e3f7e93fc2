"""Reading and writing attributes of instances, classes and modules."""
import math

N = 34000


class Point:
    scale = 2

    def __init__(self, x, y):
        self.x = x
        self.y = y


def move(points, n):
    total = 0
    for _ in range(n):
        for p in points:
            p.x = p.x + p.y
            p.y = p.x - p.y * p.scale
            total += p.x
            if total > 1000 or total < -1000:
                total = 0
                p.x = p.y = 1
    return total + math.floor(math.pi)


def run(n):
    return move([Point(i, i + 1) for i in range(10)], n)
