big = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] + [i for i in range(10, 40)]
d = {"a": 1, "b": 2, **{f"k{i}": i for i in range(30)}}
print(sum(big), len(d), sum(d.values()))
print((1, 2, 3) == (1, 2, 3), {1, 2, 3} == {3, 2, 1}, [1, [2, [3, [4]]]])
def many(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p): return a + p
print(many(*range(16)), many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, p=100))
