def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


# An argument that is missing is told before a keyword that is unknown,
# and both before one that is given twice.
show(round, key=1)
show(pow, 2, key=1)
show(compile, "1", "f", obj=1)
show(round, number=1, foo=2)
show(round, 1, number=2)
show(round, 1, number=2, foo=3)
show(sum, [1], begin=2)
show(sorted, [1], key=None, foo=2)
show(int.from_bytes, byteorder="big", foo=1)
show(int.to_bytes, 5, 1, length=2)
show(str.split, "a", sep=None, foo=1)
show(pow, 1, 2, 3, 4)
show(pow, 1, 2, **{"mod": 3, "x": 4})
show(print, 1, foo=2)
show(enumerate, foo=1)
show(enumerate, [], foo=1)
