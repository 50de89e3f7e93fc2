def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


m = memoryview(bytearray(range(24)))
for args in (("i",), ("q",), ("d",), ("B", [2, 12]), ("i", [2, 3]), ("c",), ("?",), ("H",), ("@i",), ("<i",), ("s",), ("ii",), ("",), (5,), ("i", [5]), ("i", 6),
             ("i", [2, 0]), ("i", [-1, 6]), ("i", ["a"]), ("B", [1] * 65), ("i", ()), ("b", (24,)), ("q", [1, 3])):
    try:
        c = m.cast(*args)
        print(args, c.format, c.itemsize, c.ndim, c.shape, c.strides, c.nbytes, len(c), c.contiguous)
    except Exception as e:
        print(args, type(e).__name__, e)
show(m[::2].cast, "i")
show(m.cast("i").cast, "h")
print(memoryview(b"").cast("i").shape)
c = m.cast("B", [4, 6])
print(c.tolist(), c[1, 2], c[-1, -1])
for key in (0, (1,), (1, 2, 3), (9, 9), slice(1), (slice(1), 1), (0, slice(1)), "a", ("a", "b"), ()):
    show(lambda: c[key] if type(key) is not slice else c[key].shape)
c[0, 0] = 99
print(m[0])
show(c.__setitem__, (0, 0), 256)
show(c.__setitem__, 0, 1)
show(c.__setitem__, (0, 0), "x")
show(c.__delitem__, 0)
print(c == m.cast("B", [4, 6]), c == m, c.tobytes() == bytes(m))
