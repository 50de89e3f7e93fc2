"""Properties, class methods, static methods."""

N = 85000


class Celsius:
    def __init__(self, degrees):
        self._degrees = degrees

    @property
    def fahrenheit(self):
        return self._degrees * 9 / 5 + 32

    @fahrenheit.setter
    def fahrenheit(self, value):
        self._degrees = (value - 32) * 5 / 9

    @classmethod
    def freezing(cls):
        return cls(0)

    @staticmethod
    def double(x):
        return x * 2


def run(n):
    c = Celsius.freezing()
    for i in range(n):
        c.fahrenheit = c.fahrenheit + c.double(i & 1)
        if i % 50 == 0:
            c = Celsius(20)
    return round(c.fahrenheit, 6)
