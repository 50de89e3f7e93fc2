def f(*excs):
    try:
        raise ExceptionGroup("g", list(excs))
    except* ValueError as e:
        print("value", e.exceptions)
    except* (TypeError, KeyError) as e:
        print("type or key", e.exceptions)
    else:
        print("else")
    finally:
        print("finally")
f(ValueError(1), TypeError(2))
f(ValueError(1), ExceptionGroup("n", [ValueError(3), KeyError(4)]))
try:
    f(OSError(5), ValueError(6))
except ExceptionGroup as g:
    print(repr(g), g.exceptions)
try:
    raise ValueError("naked")
except* ValueError as e:
    print(repr(e))
