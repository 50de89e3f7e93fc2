print(list(zip([1, 2], "ab", (True, False))), list(zip()), list(zip([1, 2, 3], "a")), list(map(lambda x, y: x + y, [1, 2], [10, 20, 30])), list(filter(None, [0, 1, "", "a"])), list(filter(lambda x: x > 1, range(4))))
print(list(zip("ab", "cd", strict=True)), list(map(str, range(3))), list(map(pow, [2, 3], [3, 2])))
for text in ("list(zip('ab', 'c', strict=True))", "list(zip('a', 'bc', strict=True))", "list(zip('a', 'b', '', strict=True))", "map(str)", "list(map(5, [1]))", "zip(1)", "filter(1)", "list(filter(1, [1]))", "zip(bad=1)"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
