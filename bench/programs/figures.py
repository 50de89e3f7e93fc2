"""Means, deviations and quantiles of fractions by statistics and fractions."""
import statistics
from fractions import Fraction

N = 92
DATA = [Fraction(i * 37 % 101, 7 + i % 5) for i in range(25)]
FLOATS = [float(x) for x in DATA]


def run(n):
    total = Fraction(0)
    for _ in range(n):
        total += statistics.mean(DATA) + statistics.median(DATA) + statistics.pvariance(DATA)
        total += Fraction(round(statistics.stdev(FLOATS) + statistics.quantiles(FLOATS)[1], 6))
    return str(total)[:30]
