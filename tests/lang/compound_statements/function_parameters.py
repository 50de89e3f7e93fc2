def f(a, b=2, /, c=3, *args, d, e=5, **kw): return a, b, c, args, d, e, kw
print(f(1, d=4), f(1, 2, 3, 4, 5, d=6, g=7), f(1, c=9, d=0, a=5, b=6))
def g(*, a=1, b): return a, b
print(g(b=2))
def h(a, /, **kw): return a, kw
print(h(1, a=2))
def k(*args, **kwargs): return args, kwargs
print(k(), k(1, x=2))
