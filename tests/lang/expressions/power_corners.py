"""** of ints, floats, complex; three arguments; precedence with unary operators."""
print(-2 ** 2, (-2) ** 2, 2 ** -1, 2 ** 3 ** 2, -2 ** -2, ~2 ** 2, not 2 ** 0, 2 ** -0, -1 ** 0.5, 0 ** 0, 0.0 ** 0)
values = [0, 1, -1, 2, -2, 0.0, -0.0, 0.5, -0.5, float("inf"), -float("inf"), float("nan"), 1j, -1j, 0j, True, 10**20]
for a in values:
    for b in [0, 1, -1, 2, -2, 0.5, -0.5, float("inf"), -float("inf"), float("nan"), 1j, 0j]:
        try:
            print(a, b, a ** b)
        except Exception as e:
            print(a, b, type(e).__name__, e)
for args in (2, 3, 5), (2, -1, 5), (2, -1, 4), (2, 3, 0), (2, 3, -5), (-2, 3, 5), (2, 0, 1), (0, 0, 1), (2, 10**30, 7), (2.0, 3, 5), (2, 3, 5.0), (2, "a", 5), (True, 2, 3), (2, 3, None), (1j, 2, 3):
    try:
        print(args, pow(*args))
    except Exception as e:
        print(args, type(e).__name__, e)
print(pow(base=2, exp=5), pow(2, exp=5, mod=7), pow(exp=2, base=3))
