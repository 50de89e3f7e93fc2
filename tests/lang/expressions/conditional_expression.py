f = lambda n: "neg" if n < 0 else "zero" if n == 0 else "pos"
print(f(-1), f(0), f(1))
print([i if i % 2 else -i for i in range(4)], (1 if 1 else 2,), {1 if 0 else 2: 3})
