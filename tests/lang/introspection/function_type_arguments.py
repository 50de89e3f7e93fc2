from types import CellType, FunctionType


def outer():
    x = 1

    def inner(a=5):
        return a, x

    return inner


inner = outer()
code = inner.__code__


def attempt(*args, **kwargs):
    try:
        f = FunctionType(*args, **kwargs)
        print(f.__name__, f.__defaults__, f.__closure__ is not None, f.__module__)
    except Exception as e:
        print(type(e).__name__, e)


attempt()
attempt(code)
attempt(5, {})
attempt(code, 5)
attempt(code, {})
attempt(code, {}, closure=())
attempt(code, {}, closure=(CellType(1), CellType(2)))
attempt(code, {}, closure=(1,))
attempt(code, {}, closure=[CellType(1)])
attempt(code, {}, "name", (1,), (CellType(4),))
attempt(code, {"__name__": "mod"}, "name", None, (CellType(4),))
attempt(code, {}, 5, None, (CellType(4),))
attempt(code, {}, None, [1], (CellType(4),))
attempt((lambda: 0).__code__, {}, None, None, (CellType(4),))
attempt((lambda: 0).__code__, {}, argdefs=(1,), name="n")
attempt((lambda: 0).__code__, {}, foo=1)
print(FunctionType(code, {}, "name", (1,), (CellType(4),))())
