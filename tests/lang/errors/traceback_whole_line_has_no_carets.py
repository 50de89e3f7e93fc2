def f():
    raise KeyError("only")
f()
