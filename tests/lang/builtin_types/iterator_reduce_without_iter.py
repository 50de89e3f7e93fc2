import builtins
its = [iter(b"ab"), iter(bytearray(b"ab")), iter("ab"), iter("\u1234b"), iter(memoryview(b"ab"))]
keep = builtins.iter
for it in its:
    next(it)
    if hasattr(it, "__reduce__") and "__reduce__" in type(it).__dict__:
        print(type(it).__name__, it.__reduce__())
        list(it)
        print(it.__reduce__())
        del builtins.iter
        try:
            print(it.__reduce__())
        except Exception as e:
            print(type(e).__name__, e)
        finally:
            builtins.iter = keep
