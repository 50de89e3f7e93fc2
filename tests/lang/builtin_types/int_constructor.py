print(int(), int("12"), int(" -0x1f ", 16), int("0b101", 0), int("z", 36), int(3.99), int(-3.99), int(True), int("1_000"), int(b"7"), int("٣"))
for a in ("''", "'1.5'", "'0x'", "'1__0'", "'_1'", "'12', 1", "'12', 37", "'8', 8", "1.5, 2", "float('nan')", "float('inf')", "None", "[]", "'a b'", "b'x'"):
    try:
        print(eval(f"int({a})"))
    except Exception as e:
        print(a, type(e).__name__, e)
