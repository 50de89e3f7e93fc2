def f(): return 1, 2
a, b, c = f()
