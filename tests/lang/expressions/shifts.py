print(1 << 70, 1 << 0, -1 << 3, 5 >> 1, -5 >> 1, -1 >> 100, 2 ** 70 >> 68, True << True)
for text in ("1 << -1", "1 >> -1", "1 << 1.0", "1.0 << 1"):
    try:
        eval(text)
    except Exception as e:
        print(type(e).__name__, e)
