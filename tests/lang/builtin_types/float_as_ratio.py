def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for x in (0.0, -0.0, 0.1, 1.5, -2.25, 1e300, 5e-324, 3.0):
    print(x.as_integer_ratio(), x.is_integer(), x.conjugate(), x.real, x.imag)
show(float("inf").as_integer_ratio)
show(float("nan").as_integer_ratio)
print((5).as_integer_ratio(), True.as_integer_ratio(), (-7).as_integer_ratio())
for x in (1.7, -1.7, 1e20, float("inf"), float("nan"), 2 ** 62 + 0.0, -2.0 ** 62, 2.0 ** 63):
    for f in (int, float.__trunc__, float.__floor__, float.__ceil__):
        show(f, x)
for pair in ((5.5, 2), (-5.5, 2), (5.5, -2), (1e300, 1e-300), (5, 0.0), (float("inf"), 2), (5, float("inf")), (-5, float("inf")), (0.0, -3)):
    show(divmod, *pair)
    show(lambda a, b: a % b, *pair)
