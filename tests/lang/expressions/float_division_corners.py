"""//, %, divmod and / of floats and mixed numbers at the special values."""
inf, nan = float("inf"), float("nan")
values = [0.0, -0.0, 1.0, -1.0, 3.5, -3.5, inf, -inf, nan, 5e-324, 1.7976931348623157e308, 3, -3, 10**25, True]
for a in values:
    for b in values:
        row = []
        for f in lambda: a / b, lambda: a // b, lambda: a % b, lambda: divmod(a, b):
            try:
                row.append(repr(f()))
            except Exception as e:
                row.append(f"{type(e).__name__}: {e}")
        print(a, b, *row)
for source in "10**400 / 3", "10**400 / 10**399", "10**400 * 1.0", "int(inf)", "int(nan)", "1j / 0", "1j // 1", "1j % 1", "divmod(1j, 1)", "1 / 0j", "0j ** -1", "10**400 + 0.5", "10**400 == inf", "10**400 < inf", "2**53 + 1 == float(2**53 + 1)", "float(10**400)":
    try:
        print(source, eval(source))
    except Exception as e:
        print(source, type(e).__name__, e)
