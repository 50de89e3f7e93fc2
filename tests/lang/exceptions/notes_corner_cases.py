def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


e = ValueError("v")
show(getattr, e, "__notes__")
show(e.add_note)
show(e.add_note, 5)
e.add_note("a")
print(e.__notes__)
e.__notes__ = ("t",)
show(e.add_note, "b")
e.__notes__ = [1, None]
e.add_note("b")
print(e.__notes__)
del e.__notes__
e.add_note("again")
print(vars(e))


class Sub(str):
    pass


e.add_note(Sub("sub"))
print(type(e.__notes__[1]).__name__)
group = ExceptionGroup("g", [ValueError(1), TypeError(2)])
group.add_note("n")
match, rest = group.split(ValueError)
match.add_note("only here")
print(match.__notes__, rest.__notes__, group.__notes__)
