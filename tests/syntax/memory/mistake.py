def f(a, b):
    x = g(a b, c for c in d)
