print(format(255, "x"), format(3.14159, ".2f"), format("s", ">5"), format(True), format(None), format([1]), format(1234567, ","), format(0.5, "%"), format(10, "08b"), format(-5, "=+6"), format(1e10, "g"), format(5, "c"), format(12.0), format(1 + 2j, ".1f"))
for text in ("format(1, 's')", "format('a', 'd')", "format(1.5, 'd')", "format([], 'x')", "format(1, 5)", "format(None, 'x')", "format('a', '.')", "format(1, '.5')", "format(1, '10000000000000000000000')"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
