def g(n):
    for i in range(n):
        print("make", i, end=" ")
        yield i
a, b, c = g(3)
print()
print([*g(2)], {*g(2)}, tuple(g(2)), dict(zip("ab", g(2))))
print(any(x > 0 for x in g(5)), all(x < 1 for x in g(5)), 1 in g(5))
print(sorted(g(3), reverse=True), "".join(str(x) for x in g(3)), list(zip(g(2), g(5))))
