def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for data in b"abcdefg", bytearray(b"ab"), memoryview(b"abc"):
    for sep in (":", b"-", "", "::", "\xe9", 5, None, [], [1], (1, 2), bytearray(b":"), b"\xff"):
        show(data.hex, sep)
for count in (0, 1, 2, 3, -1, -2, -3, 100, 2 ** 31 - 1, -2 ** 31, 2 ** 31, "2"):
    show(b"abcdefg".hex, ":", count)
show(b"".hex, ":")
show(b"ab".hex, bytes_per_sep=1)
show(b"ab".hex, ":", 1, 2)
show(b"ab".hex, sep=":", foo=1)
