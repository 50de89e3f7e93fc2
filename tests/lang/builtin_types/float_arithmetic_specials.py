inf, nan = float("inf"), float("nan")
print(inf - inf, inf * 0, inf + 1, -inf, 1 / inf, nan == nan, nan != nan, nan < 1, inf > 10 ** 400, inf == inf)
print(7.5 // 2, -7.5 // 2, 7.5 % -2, -7.5 % 2, divmod(-7.5, 2), 5.0 % inf, -5.0 % inf, 0.1 + 0.2, 1e308 * 10, 2.0 ** 0.5, (-2.0) ** 2)
print(max(1, nan), max(nan, 1), min(nan, 1), sorted([3.0, 1, 2.5]), 1.0 == 1, 2 ** 53 == 2.0 ** 53, 2 ** 53 + 1 == 2.0 ** 53, hash(1.5), hash(inf))
try:
    2.0 ** 10000
except OverflowError as e:
    print(e)
