for a, b in ((7, 2), (-7, 2), (7, -2), (-7, -2), (7.5, 2), (-7.5, 2), (0, 5)):
    print(a / b, a // b, a % b, divmod(a, b))
for text in ("1 / 0", "1 // 0", "1 % 0", "1.0 / 0", "1.0 // 0", "1.0 % 0", "divmod(1, 0)", "0 ** -1", "0.0 ** -1", "1j / 0"):
    try:
        eval(text)
    except ZeroDivisionError as e:
        print(text, "->", e)
