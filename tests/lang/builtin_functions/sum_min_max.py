print(sum([1, 2.5, 3]), sum([], 5), sum([[1], [2]], []), sum(range(101)), sum([0.1] * 10), sum((1, 2), start=10), max(3, 1, 2), min([3, 1, 2]), max("abc"), min("b", "a", key=ord))
print(max([], default="none"), min([], default=None), max([1, 2, 3], key=lambda x: -x), max([(1, "a"), (1, "b")]), min({"b": 1, "a": 2}), max(1, 1.0), min(1.0, 1))
for text in ("max()", "max([])", "max(1)", "max(1, 'a')", "sum('ab', '')", "sum([b''], b'')", "max(1, 2, default=3)", "sum(1)", "sum([1], 'a')"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
