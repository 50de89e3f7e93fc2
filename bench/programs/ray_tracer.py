"""Spheres over a chequered floor, with shadows and mirrors, by vectors that are objects."""
import math

N = 14


class Vector:
    def __init__(self, x, y, z):
        self.x, self.y, self.z = x, y, z

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y, self.z - other.z)

    def __mul__(self, factor):
        return Vector(self.x * factor, self.y * factor, self.z * factor)

    __rmul__ = __mul__

    def dot(self, other):
        return self.x * other.x + self.y * other.y + self.z * other.z

    def unit(self):
        return self * (1.0 / math.sqrt(self.dot(self)))

    def mirrored(self, normal):
        return self - normal * (2 * self.dot(normal))


class Ray:
    def __init__(self, origin, way):
        self.origin, self.way = origin, way.unit()

    def at(self, distance):
        return self.origin + self.way * distance


class Sphere:
    def __init__(self, center, radius, color, shine):
        self.center, self.radius, self.color_, self.shine = center, radius, color, shine

    def distance(self, ray):
        to = self.center - ray.origin
        along = to.dot(ray.way)
        left = self.radius * self.radius - to.dot(to) + along * along
        return None if left < 0 else along - math.sqrt(left)

    def normal(self, point):
        return (point - self.center).unit()

    def color(self, point):
        return self.color_


class Floor:
    shine = 0.1
    up = Vector(0, 1, 0)

    def distance(self, ray):
        return -ray.origin.y / ray.way.y if ray.way.y < -1e-9 else None

    def normal(self, point):
        return self.up

    def color(self, point):
        return (1.0, 1.0, 1.0) if (int(math.floor(point.x)) + int(math.floor(point.z))) % 2 else (0.1, 0.1, 0.2)


class Scene:
    def __init__(self):
        self.things = [Floor(), Sphere(Vector(0, 1, 5), 1.0, (0.9, 0.2, 0.2), 0.4),
                       *(Sphere(Vector(-4 + 2 * i, 0.5, 3.5 + i % 2), 0.5, (0.2, 0.3 + i * 0.1, 0.8), 0.2) for i in range(5))]
        self.lights = [Vector(5, 8, -3), Vector(-6, 4, 1)]

    def nearest(self, ray):
        best, found = 1e9, None
        for thing in self.things:
            distance = thing.distance(ray)
            if distance is not None and 1e-4 < distance < best:
                best, found = distance, thing
        return best, found

    def lit(self, point, light):
        ray = Ray(point, light - point)
        for thing in self.things:
            distance = thing.distance(ray)
            if distance is not None and distance > 1e-4:
                return False
        return True

    def color(self, ray, depth):
        distance, thing = self.nearest(ray)
        if thing is None:
            return (0.3, 0.5, 0.8)
        point = ray.at(distance)
        normal = thing.normal(point)
        bright = 0.15
        for light in self.lights:
            if self.lit(point, light):
                bright += 0.5 * max(0.0, normal.dot((light - point).unit()))
        base = tuple(c * bright for c in thing.color(point))
        if depth == 0:
            return base
        seen = self.color(Ray(point, ray.way.mirrored(normal)), depth - 1)
        return tuple(a * (1 - thing.shine) + b * thing.shine for a, b in zip(base, seen))


def run(n):
    scene, eye, out = Scene(), Vector(0, 1.8, -5), bytearray()
    for _ in range(n):
        for y in range(10):
            for x in range(16):
                ray = Ray(eye, Vector((x - 8) / 8, (5 - y) / 9 - 0.1, 1.5))
                out += bytes(min(255, int(255 * c)) for c in scene.color(ray, 2))
    return sum(i % 251 * b for i, b in enumerate(out))
