def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs).__name__)
    except Exception as e:
        print(type(e).__name__, e)


show(__import__, "support.pkg.sub")
show(__import__, "support.pkg.sub", fromlist=["x"])
show(__import__, "support.pkg", fromlist=["none_such"])
show(__import__, "support.pkg", fromlist=[3])
show(__import__, "support.pkg", fromlist=3)
show(__import__, "sub", {"__package__": "support.pkg"}, level=1)
show(__import__, "", {"__package__": "support.pkg"}, level=1)
show(__import__, "pkg.sub", {"__package__": "support.pkg"}, level=2)
show(__import__, "")
show(__import__, 3)
show(__import__, "support", level=-1)
show(__import__, "x", None, level=1)
