def make(error, cause=None):
    try:
        raise error from cause
    except type(error) as e:
        return e


group = ExceptionGroup("outer\nsecond line", [
    make(ValueError("a\nb"), KeyError("cause")),
    make(ExceptionGroup("inner", [make(SyntaxError("bad", ("f.py", 3, 5, "abc def", 3, 8)))])),
    OSError(2, "No such file", "name")])
group.add_note("of the group\nin two lines")
group.exceptions[0].add_note("of the first")
try:
    1 / 0
except ZeroDivisionError:
    raise group
