"""Comparisons between unrelated types: equality is False, order is a TypeError."""
nan = float("nan")
pairs = [(1, "a"), ([], {}), (None, 1), (1.5, None), ({}, set()), (b"", ""), ((), []), (1j, 2), (2, 1j), (1j, 1j),
         (range(3), range(3)), (int, str), ({1: 2}, {1: 2}), ({1}, frozenset({1})), (nan, nan), (1, True), (1, 1.0),
         (NotImplemented, 1), (slice(1), slice(2)), (print, len), ([1, [2]], [1, [3]]), ((1, "a"), (1, 2)), ([nan], [nan])]
for op in "< <= > >= == != is".split():
    for l, r in pairs:
        try:
            print(op, repr(l), repr(r), eval(f"l {op} r"))
        except TypeError as e:
            print(op, e)
