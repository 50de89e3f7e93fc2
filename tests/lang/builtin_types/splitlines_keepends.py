def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for text in "a\nb\r\n", b"a\nb\r\n", bytearray(b"a\nb\r\n"):
    for keep in (0, 1, -3, True, False, None, "", "x", 1.0, [], 2 ** 40):
        show(text.splitlines, keep)
    show(text.splitlines, keepends=True)
    show(text.splitlines, True, keepends=True)
    show(text.splitlines, keep=True)
