"""Of two mistakes in a call the one that CPython looks for first is told; what a failed __init__ has left."""


def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class Below(enumerate):
    pass


for cls in enumerate, Below:
    for keywords in {}, {"x": 1}, {"start": 1}, {"start": 1, "x": 2}, {"iterable": 5}, {"iterable": [], "start": 1, "x": 2}, {"x": 1, "start": 2}, {"iterable": [], "x": 1}:
        show(cls, **keywords)
    show(cls, 5)
    show(cls, [], iterable=1)
    show(cls, [], x=1)
    show(cls, [], "x")
    show(cls, [], 1, 2)
for cls in bytes, bytearray:
    for args in (5, "\udc80"), ([], "a\0"), ("a", "\udc80"), ("a", "utf-8", "\udc80"), (b"", "utf-8"), (b"", 5), (b"a", "utf-8", "\udc80"):
        show(cls, *args)
    show(cls, encoding="\udc80")
    show(cls, errors="a\0")
    show(cls, encoding="utf-8")
for args in (b"", "\udc80"), (b"a", "a\0"), (5, "\udc80"), ("a", "\udc80"), (b"a", "utf-8", "\udc80"):
    show(str, *args)
m = memoryview(b"abcd")
for format in "\U0001f600", "é", "", "@", "@i", "i", "ii", "\0", "B\0":
    show(lambda: m.cast(format).format)
show(m[::2].cast, "é")
e = SyntaxError("m", ("/a/b/f", 1, 2, "text", 3, 4))
for details in (), ("f",), ("g", 5, 6, "other", 7), ("h", 8, 9, "more"), 5, "abcde", "abcdefgh":
    show(e.__init__, "again", details)
    print(e.msg, e.filename, e.lineno, e.offset, e.text, e.end_lineno, e.end_offset)
