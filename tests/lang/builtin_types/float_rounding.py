def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for x in (0.5, 1.5, 2.5, -0.5, 2.675, 1e22, 1.05, 5e-324, 1e308, float("inf"), float("nan"), -0.0):
    for n in (None, 0, 1, 2, -1, -2, 20, -310, 400):
        show(round, x, n)
show(round, 2.5)
show(round, 2.5, "x")
show(round, 2.5, 1.0)
show(round, 1e308, -308)
show(round, 1.7e308, -308)
show(round, 2.5, 2 ** 70)
for n in (15, 25, -15, 149, 150, 151, 10 ** 20 + 5):
    print(round(n, -1), round(n, -2), round(n, 5), round(n, -30))
show(round, 5, None)
show(round, 5, 1.5)
show(round, True, -1)
