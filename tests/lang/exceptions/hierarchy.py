import builtins
names = sorted(n for n in dir(builtins) if isinstance(getattr(builtins, n), type) and issubclass(getattr(builtins, n), BaseException))
for n in names:
    c = getattr(builtins, n)
    print(n, c.__name__, [b.__name__ for b in c.__bases__])
