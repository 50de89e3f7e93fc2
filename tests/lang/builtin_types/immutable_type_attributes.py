def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


show(setattr, int, "x", 1)
show(delattr, int, "real")
show(delattr, int, "x")
show(type.__setattr__, str, 5, 6)
show(type.__delattr__, str, (1, 2))
show(type.__setattr__, int, "name with 'quote'", 6)
show(setattr, type, "x", 1)
show(setattr, type(len), "__doc__", 1)
show(setattr, ValueError, "x", 1)
show(setattr, int, "__doc__", "mine")
show(setattr, int, "__name__", "mine")
show(setattr, int, "__bases__", ())
show(setattr, int, "__class__", int)


class A:
    pass


show(type.__setattr__, A, 5, 6)
show(type.__delattr__, A, 5)
show(type.__delattr__, A, "nothing")
show(object.__setattr__, A, "x", 1)
show(object.__delattr__, A, "x")
