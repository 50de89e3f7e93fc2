def g():
    yield 1
    raise ValueError("in generator")
list(g())
