s = slice(1, 10, 2)
print(s, s.start, s.stop, s.step, s.indices(5), slice(None).indices(3), slice(-1, None, -1).indices(4), slice(5) == slice(None, 5, None))
print([1, 2, 3, 4][slice(1, 3)], slice(1) < slice(2))
for text in ("slice()", "slice(1, 2, 0).indices(5)", "slice('a').indices(5)", "slice(1).indices(-1)", "hash(slice(1))"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
