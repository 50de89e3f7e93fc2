print((2.5).is_integer(), (3.0).is_integer(), (0.75).as_integer_ratio(), (255.5).hex(), float.fromhex("0x1.8p1"), (1e300).hex())
print(float("  1.5e3 "), float("inf"), float("-Infinity"), float("nan"), float("1_0.5"), float(), float(True), float("٣.٥"))
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234.5, -2), round(1e300, 2), round(0.5), round(1.5))
for text in ("float('')", "float('1.5x')", "float('1__0')", "float(None)", "float.fromhex('xyz')", "round(float('nan'))", "round(float('inf'))", "int(1e400)", "(float('inf')).as_integer_ratio()"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
