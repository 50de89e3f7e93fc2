def chain(e):
    out = []
    while e:
        out.append(repr(e) + ("*" if e.__suppress_context__ else ""))
        e = e.__cause__ or e.__context__
    return " <- ".join(out)


def run(f):
    try:
        f()
    except BaseException as e:
        print(f.__name__, chain(e))


def in_handler():
    try: 1 / 0
    except ZeroDivisionError: {}["x"]
def in_finally():
    try: 1 / 0
    finally: {}["x"]
def from_other():
    try: 1 / 0
    except ZeroDivisionError as e: raise ValueError from e
def from_none():
    try: 1 / 0
    except ZeroDivisionError: raise ValueError from None
def handled_inside():
    try: 1 / 0
    except ZeroDivisionError:
        try: {}["x"]
        except KeyError: pass
        raise ValueError
def after_handler():
    try: 1 / 0
    except ZeroDivisionError: pass
    raise ValueError
def same_again():
    try: 1 / 0
    except ZeroDivisionError as e: raise e
def cycle():
    a, b = ValueError("a"), KeyError("b")
    try:
        try: raise a
        except ValueError: raise b
    except KeyError: raise a
def in_with():
    class Manager:
        def __enter__(self): pass
        def __exit__(self, *args): raise KeyError("exit")
    with Manager(): 1 / 0
def in_generator():
    def g():
        try: yield
        finally: raise KeyError("closing")
    x = g(); next(x)
    try: 1 / 0
    except ZeroDivisionError: x.close()
def in_del():
    class D:
        def __hash__(self): raise TypeError("hash")
    try: 1 / 0
    except ZeroDivisionError: {D()}
def from_iteration():
    def g():
        raise StopIteration("inside")
        yield
    next(g())


for f in (in_handler, in_finally, from_other, from_none, handled_inside, after_handler, same_again, cycle, in_with,
          in_generator, in_del, from_iteration):
    run(f)
e = ValueError()
for name in "__cause__", "__context__", "__traceback__":
    try:
        setattr(e, name, 3)
    except TypeError as error:
        print(error)
    try:
        delattr(e, name)
    except TypeError as error:
        print(error)
e.__cause__ = KeyError()
print(e.__suppress_context__)
