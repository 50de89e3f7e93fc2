def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class Path:
    def __fspath__(self):
        return 5


show(compile, "1", 5, 6)
show(compile, "1", "f", 6, "flags")
show(compile, "1", "f", "mode", "flags")
show(compile, "1", "f", "mode", 1 << 30)
show(compile, "1", "f", "mode", 0, 0, 9)
show(compile, "1", "f", "mode")
show(compile, "1", Path(), "mode")
show(compile, 1, "f", "exec")
show(compile, "1", "f", "exec", 2 ** 40)
show(compile, "1", "f", "exec", 0, "yes")
show(compile, memoryview(b"abcd")[::2], "f", "exec")
show(lambda: compile("1", b"f", "eval").co_filename)
