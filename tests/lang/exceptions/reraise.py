def f():
    try:
        raise ValueError("one")
    except ValueError as e:
        e.noted = True
        raise
try:
    f()
except ValueError as e:
    print(e, e.noted, e.__context__)
try:
    raise
except RuntimeError as e:
    print(e)
def g():
    try:
        1 / 0
    except ZeroDivisionError:
        h()
def h(): raise
try:
    g()
except ZeroDivisionError as e:
    print("from helper", e)
