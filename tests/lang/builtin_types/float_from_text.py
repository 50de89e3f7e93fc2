def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for text in ("1", " 1.5 ", "1_0.5", "1__0", "_1", "1_", "1e5", "1e", "e5", "1e+_5", "inf", "-INF", "+Infinity", "infinit", "nan", "-NaN",
             "nan1", "0x1", "1.5.2", "", " ", "1 2", "\u0661.\u0665", "\u00a01\u2003", "1\0", "1e400", "-1e400", "1e-400", ".5", "5.", ".", "+.e1", "1d",
             b"1.5", b" 2 ", b"x", bytearray(b"3"), b"1_0", b"\xff", memoryview(b"4.5"), None, [], 1j):
    show(float, text)
show(float, "1", 2)
show(float, x=1)
show(float)
