def f():
    x = 1
    def g(): return x
    del x
    try:
        g()
    except NameError as e:
        print(type(e).__name__, e)
    x = 2
    return g()
print(f())
