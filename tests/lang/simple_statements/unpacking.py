a, *b, c = range(5)
print(a, b, c)
*a, = "xyz"
print(a)
[p, [q, *r]] = 1, (2, 3, 4)
print(p, q, r)
a, b = b, a
(x), = (5,)
print(x, a, b)
for i, (j, *k) in [(1, (2, 3)), (4, (5,))]:
    print(i, j, k)
for text in ("a, b = 1,", "a, b = 1, 2, 3", "a, *b, c = 1,", "a, b = 5", "a, b = 'xyz'", "[a] = []", "a, = None", "a, b = {1: 2}", "a, b, c = iter([1])"):
    try:
        exec(text)
    except (ValueError, TypeError) as e:
        print(text, "->", e)
