def f():
    try:
        try:
            raise ValueError("inner")
        finally:
            print("inner finally")
    except ValueError as e:
        print("caught", e)
        try:
            raise KeyError("second")
        except KeyError as k:
            print(repr(k.__context__))
        return "returned"
    finally:
        print("outer finally")
print(f())
def g():
    for i in range(3):
        try:
            if i == 1: break
        finally:
            print("g", i)
    while True:
        try:
            return "g done"
        finally:
            print("g finally")
print(g())
