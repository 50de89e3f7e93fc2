print(round(1.5), round(2.5), round(-1.5), round(1.25, 1), round(1.35, 1), round(15, -1), round(25, -1), round(-15, -1), round(1234, -5), round(5), round(True), round(2.5, None), round(1e20), round(12345678901234567890, -3))
print(abs(-5), abs(-5.5), abs(3 - 4j), abs(True), abs(-2 ** 70), divmod(7, 3), divmod(-7, 3), divmod(7.5, 2), divmod(2 ** 70, 3 ** 20), pow(2, 5), pow(2, 5, 7), pow(-2, 3, 5), pow(2.0, -1))
for text in ("round('a')", "round(1.5, 'a')", "abs('a')", "divmod('a', 1)", "divmod(1j, 1)", "round(1, 2, 3)", "round()"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
