"""`except*` wraps what is no group into one without a traceback, a cause or a context."""
def f():
    try:
        raise ValueError(1)
    except* ValueError as e:
        print(e.__traceback__, e.exceptions[0].__traceback__ is not None, e.__context__)
        raise KeyError(2)
try: f()
except BaseException as e:
    print(repr(e), repr(e.__context__), e.__traceback__ and e.__traceback__.tb_lineno, e.__context__ and e.__context__.__traceback__)
def g(r):
    try:
        r()
    except* ValueError as e:
        print(e.__traceback__, e.exceptions[0].__traceback__ is not None, e.__context__)
        raise KeyError(2)
def r(): raise ValueError(3)
def r2(): raise 5
for x in (r,r2):
    try: g(x)
    except BaseException as e:
        print(repr(e), repr(e.__context__), e.__traceback__ and e.__traceback__.tb_lineno, e.__context__ and e.__context__.__traceback__)
def h():
    try:
        raise 5
    except* TypeError as e:
        print(e.__traceback__, e.exceptions[0].__traceback__ is not None, e.__context__)
h()
