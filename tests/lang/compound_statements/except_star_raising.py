try:
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2), OSError(3)])
    except* ValueError:
        raise KeyError("new")
    except* TypeError:
        raise
except ExceptionGroup as g:
    print(g, [repr(e) for e in g.exceptions])
    for e in g.exceptions:
        print(type(e).__name__, repr(e.__context__))
try:
    try:
        raise ValueError
    except* ExceptionGroup:
        pass
except TypeError as e:
    print(e)
