def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import sys

for args in ((), (1,), ("text",), (None,), (1, 2), ((1, 2),), (1.5,)):
    e = SystemExit(*args)
    print(e.code, e.args)
    try:
        sys.exit(*args)
    except SystemExit as e:
        print(repr(e.code), e.args)
    except TypeError as e:
        print(e)
e = SystemExit(3)
e.code = "changed"
print(e.code, e.args, e)
del e.code
print(e.code)
e.__init__(9)
print(e.code)
e.__init__()
print(e.code, e.args)
