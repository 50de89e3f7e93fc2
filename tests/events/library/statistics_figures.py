import statistics as s
from fractions import Fraction
data = [1.0, 2.0, 2.0, 3.5, 10.0]
for f in s.mean, s.median, s.median_low, s.median_high, s.mode, s.multimode, s.pvariance, s.variance, s.stdev, s.pstdev, s.harmonic_mean, s.geometric_mean, s.fmean:
    print(f.__name__, f(data))
print(s.quantiles(range(20), n=4), s.median_grouped([1, 2, 2, 3]), s.mean([Fraction(1, 2), Fraction(1, 3)]), s.correlation([1, 2, 3], [2, 4, 7]), s.covariance([1, 2], [3, 5]), s.linear_regression([1, 2, 3], [2, 4, 6.5]), s.fmean([1, 2], [3, 1]))
n = s.NormalDist(10, 2)
print(n.cdf(11), n.pdf(10), n.inv_cdf(0.975), n + s.NormalDist(1, 1), n * 2, n.overlap(s.NormalDist(11, 2)), n.quantiles(3), n.zscore(13), s.NormalDist.from_samples([1, 2, 3]))
for bad in lambda: s.mean([]), lambda: s.variance([1]), lambda: s.NormalDist(0, -1), lambda: s.harmonic_mean([-1]):
    try:
        bad()
    except s.StatisticsError as error:
        print(error)
