import warnings

# The file name of compile(): str, bytes, a path, and (deprecated) any buffer.


class Path:
    def __fspath__(self):
        return b"from/fspath.py"


for name in ("a.py", b"b.py", Path(), bytearray(b"c.py"), memoryview(b"d.py"), [1], 3, b"a\0b", "a\0b"):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            print(compile("pass", name, "exec").co_filename)
        except (TypeError, ValueError) as e:
            print(type(e).__name__, e)
    for w in caught:
        print(w.category.__name__, w.message)
