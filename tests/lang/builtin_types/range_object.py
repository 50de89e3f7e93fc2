r = range(2, 20, 3)
print(r, list(r), len(r), r[1], r[-1], r[1:3], r[::-1], 5 in r, 6 in r, r.index(8), r.count(5), r.start, r.stop, r.step)
print(range(0) == range(5, 5), range(0, 3, 2) == range(0, 4, 2), hash(range(0)) == hash(range(1, 1)), list(range(5, 0, -2)), list(reversed(range(4))))
print(len(range(10 ** 10)), range(10 ** 20)[10 ** 19], 10 ** 19 in range(10 ** 20), bool(range(0)), range(True))
for text in ("range(1, 2, 0)", "range(1.0)", "r[100]", "r.index(3)", "len(range(10 ** 30))", "range()", "r['a']"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
