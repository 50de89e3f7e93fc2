print(2 ** 10, 2 ** -1, (-2) ** 3, -2 ** 2, 2 ** 3 ** 2, 2.5 ** 2, (-8) ** (1 / 3), 4 ** 0.5, 0 ** 0)
print(pow(3, 4, 5), pow(3, -1, 7), pow(2, 100), 10 ** 20, (-1) ** 10 ** 3)
for text in ("pow(2, 3, 0)", "pow(2, -1, 4)", "pow(2.0, 3, 5)", "'a' ** 2", "10.0 ** 400"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
