def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for args in (("ab", "cd"), ("ab", "c"), ("a", "cd"), ("ab", "cd", "e"), ("a", "b", "cd"), (), ("ab",), ("", "a"), ("a", "")):
    show(lambda: list(zip(*args, strict=True)))
    show(lambda: list(zip(*args)))
show(lambda: list(zip("ab", "a", strict="")))
show(lambda: list(zip("ab", "a", strict=[0])))
show(zip, "a", foo=1)
show(zip, 5)
show(zip, "a", 5)
show(zip, "a", foo=1, strict=1)


def broken():
    yield 1
    raise LookupError("inside")


show(lambda: list(zip("ab", broken(), strict=True)))
z = zip("abc", "de", strict=True)
show(next, z)
show(next, z)
show(next, z)
show(next, z)
