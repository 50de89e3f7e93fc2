values = iter([1, 2, "stop", 4])
print(list(iter(lambda: next(values), "stop")), list(values))
it = iter(int, 1)
print(next(it), next(it))
for text in ("iter(5, 1)", "iter()", "iter(5)", "next([])", "next(iter([]))", "next(iter([]), 1, 2)"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
