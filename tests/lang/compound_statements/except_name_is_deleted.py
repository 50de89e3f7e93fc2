e = "before"
try:
    1 / 0
except ZeroDivisionError as e:
    print(e)
try:
    e
except NameError as err:
    print(err)
def f():
    try:
        raise KeyError
    except KeyError as k:
        del k
    return "fine"
print(f())
