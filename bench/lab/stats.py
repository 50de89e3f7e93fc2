"""Ratios with intervals, straight lines, verdicts. Deterministic: the same data give the same figures."""
import math
import random
import statistics

RESAMPLES = 1000
SEED = 311

median = statistics.median


def geometric_mean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def interval(sample, figure, resamples=RESAMPLES):
    """(figure, lowest, highest): the bootstrap's 95 % of figure(resampled), those that say nothing left out."""
    rng = random.Random(SEED)
    found = []
    for _ in range(resamples):
        try:
            found.append(figure(rng.choices(sample, k=len(sample))))
        except ZeroDivisionError:
            pass
    found.sort()
    if not found or len(sample) < 2:
        return figure(sample), -math.inf, math.inf
    return figure(sample), found[int(0.025 * len(found))], found[min(len(found) - 1, int(0.975 * len(found)))]


def ratio_of_medians(pairs):
    return median(a for a, _ in pairs) / median(b for _, b in pairs)


def ratio(pairs):
    """Of (measured, baseline) pairs, each of one round: ratio of the medians, and its interval."""
    return interval(pairs, ratio_of_medians)


def ratio_in_turns(pairs):
    """The same where both of a round were measured in turns, so that what disturbed met both: the median of their ratios."""
    return interval(pairs, lambda sample: median(a / b for a, b in sample))


def ratio_of_samples(ours, theirs):
    """Of two samples that have nothing to do with each other, such as those of two days."""
    rng = random.Random(SEED)
    found = sorted(median(rng.choices(ours, k=len(ours))) / median(rng.choices(theirs, k=len(theirs)))
                   for _ in range(RESAMPLES))
    return median(ours) / median(theirs), found[int(0.025 * RESAMPLES)], found[int(0.975 * RESAMPLES)]


def verdict(low, high, more="slower", less="faster"):
    """In words, of the interval of a ratio."""
    return more if low > 1 else less if high < 1 else "no difference seen"


def straight_line(points):
    """(slope, intercept) of least squares. ZeroDivisionError if all x are one."""
    n = len(points)
    mx, my = sum(x for x, _ in points) / n, sum(y for _, y in points) / n
    slope = sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)
    return slope, my - slope * mx


def slope(points):
    """The slope and its interval. Points of one x alone, as those of one program, make a line through the origin."""
    if len({x for x, _ in points}) == 1:
        return interval(points, lambda sample: sum(y for _, y in sample) / sum(x for x, _ in sample))
    return interval(points, lambda sample: straight_line(sample)[0])
