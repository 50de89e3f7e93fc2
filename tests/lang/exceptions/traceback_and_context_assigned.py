def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


e = ValueError("v")
show(setattr, e, "__traceback__", 5)
show(delattr, e, "__traceback__")
show(setattr, e, "__cause__", 5)
show(delattr, e, "__cause__")
show(setattr, e, "__context__", "x")
show(delattr, e, "__context__")
show(setattr, e, "__suppress_context__", "x")
show(delattr, e, "__suppress_context__")
show(setattr, e, "args", 5)
show(setattr, e, "args", "ab")
print(e.args, e)
show(delattr, e, "args")
show(setattr, e, "__dict__", 5)
show(delattr, e, "__dict__")
print(e.__suppress_context__)
e.__cause__ = None
print(e.__suppress_context__)
e.__suppress_context__ = False
print(e.__suppress_context__)
show(e.with_traceback)
show(e.with_traceback, 5)
print(e.with_traceback(None) is e)
show(e.__setstate__, 5)
show(e.__setstate__, {"x": 1})
print(vars(e))
show(e.__setstate__, {5: 1})
show(e.__setstate__, None)

# help() shows what the two links are.
for name in "__cause__", "__context__", "__traceback__":
    print(name, BaseException.__dict__[name].__doc__)
