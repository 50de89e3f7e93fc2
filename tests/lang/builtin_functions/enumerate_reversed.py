print(list(enumerate("ab")), list(enumerate("ab", 5)), list(enumerate("ab", start=-1)), list(reversed([1, 2, 3])), list(reversed("abc")), list(reversed({1: 2, 3: 4})), list(enumerate([], 10 ** 20)), next(enumerate("a", 10 ** 20)))
for text in ("reversed({1})", "reversed(iter([]))", "enumerate(5)", "enumerate('a', 'b')", "reversed(5)", "enumerate()"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
