"""Samples described by statistics and random: means, quantiles, correlation, normal distributions."""
import random
import statistics

N = 44


def run(n):
    total = 0.0
    for seed in range(n):
        chance = random.Random(seed)
        xs = [chance.gauss(10, 3) for _ in range(150)]
        ys = [2 * x + chance.uniform(-1, 1) for x in xs]
        kinds = chance.choices("abcd", weights=(4, 3, 2, 1), k=100)
        total += statistics.fmean(xs) + statistics.stdev(xs) + statistics.median(xs) + statistics.pvariance(ys)
        total += sum(statistics.quantiles(xs, n=10)) + statistics.correlation(xs, ys) + statistics.linear_regression(xs, ys).slope
        total += len(statistics.multimode(kinds)) + statistics.harmonic_mean([1, 2, 3 + seed])
        normal = statistics.NormalDist.from_samples(xs)
        total += sum(normal.cdf(x) + normal.pdf(x) for x in xs[:40]) + sum(normal.inv_cdf(k / 50) for k in range(1, 50))
        total += normal.overlap(statistics.NormalDist(9, 2)) + len(set(chance.sample(range(1000), 50))) + chance.betavariate(2, 3)
        order = list(range(60))
        chance.shuffle(order)
        total += sum(i * k for i, k in enumerate(order))
    return f"{total:.6f}"
