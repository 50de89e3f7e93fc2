print((lambda: 0)(), (lambda x, y=2, *a, k, **kw: (x, y, a, k, kw))(1, k=3, z=4), (lambda *, a: a)(a=1))
print((lambda x, /: x)(5), (lambda *args: args)(*range(3)), (lambda x: lambda y: x + y)(1)(2))
f = lambda: (yield)
print(type(f()).__name__, f.__name__)
