sources = [
    "def f(a, a): pass", "def f(*, a, a): pass", "def f(a, *a): pass", "def f(a, **a): pass",
    "def f(a=1, b): pass", "def f(*): pass", "def f(*, **k): pass", "def f(*a, *b): pass",
    "def f(**k, a): pass", "def f(**k, *a): pass", "def f(**k, **l): pass", "def f(/): pass",
    "def f(a, /, b, /): pass", "def f(*, /): pass", "def f(*a, /): pass", "def f(a, (b, c)): pass",
    "def f((a)): pass", "def f(a b): pass", "def f(a=): pass", "def f(*a=1): pass",
    "def f(**k=1): pass", "def f(a:): pass", "def f(a,, b): pass", "def f(a", "def f:", "def f() ->: pass",
    "def (a): pass", "lambda a, a: 0", "lambda a=1, b: 0", "lambda *: 0", "lambda (a): 0",
    "lambda a, (b): 0", "lambda *, **k: 0", "lambda a: int: 0", "lambda", "def f(a, *, *, b): pass",
    "def f(None): pass", "def f(*None): pass", "def f(a, **True): pass", "def f(__debug__): pass"]


for source in sources:
    try:
        compile(source, "file", "exec")
        print("accepted", repr(source))
    except SyntaxError as e:
        print(repr(source))
        print("   ", type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
