def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for cls in (ValueError, KeyError, ImportError, AttributeError, NameError, StopIteration, SystemExit, OSError,
            SyntaxError, UnicodeError, UnboundLocalError, ModuleNotFoundError, Warning, BaseException):
    for kwargs in ({"name": "n"}, {"path": "p"}, {"obj": 5}, {"foo": 1}, {"name": "n", "foo": 1}):
        try:
            e = cls("m", **kwargs)
            print(cls.__name__, kwargs, {k: getattr(e, k, None) for k in ("name", "path", "obj")})
        except TypeError as err:
            print(cls.__name__, kwargs, err)
