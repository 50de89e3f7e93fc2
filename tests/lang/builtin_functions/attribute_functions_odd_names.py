def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class A:
    x = 1


a = A()
for f, args in ((getattr, (a, 5)), (getattr, (a, b"x")), (getattr, (a, "x", 1, 2)), (getattr, (a,)), (getattr, (a, "y", "d")), (getattr, (a, 5, "d")), (hasattr, (a, 5)), (hasattr, (a, "y")),
                (setattr, (a, 5, 1)), (setattr, (a, "y")), (delattr, (a, 5)), (delattr, (a, "y")), (delattr, (a, "x")), (getattr, (a, "\udc80")), (setattr, (a, "a b", 3)), (getattr, (a, "a b")),
                (setattr, (a, "", 4)), (getattr, (a, "")), (vars, (5,)), (vars, (a,)), (vars, (a, 1)), (dir, (a, 1)), (setattr, (5, "x", 1)), (delattr, (5, "real")), (setattr, (None, "x", 1)),
                (setattr, (len, "x", 1)), (setattr, (object(), "x", 1)), (setattr, (1.5, "real", 1)), (delattr, ([], "append")), (setattr, ([], "append", 1))):
    show(f, *args)
show(getattr, a, "x", default=1)

