# What a clash of keywords, or a mapping that fails, raises: while another exception is handled a clash stays a KeyError.
def f(**k): return k
def g(k): pass
def attempt(call):
    try: print(call())
    except Exception as e: print(type(e).__name__, e, repr(e.__context__))
calls = (lambda: f(k=1, **{'k': 2}), lambda: f(**{'k': 1}, **{'k': 2}), lambda: g(1, k=1), lambda: g(1, **{'k': 1}), lambda: dict(a=1, **{'a': 2}), lambda: f(**{1: 2}), lambda: f(**{'a':1}, **{2:3}), lambda: f(**5), lambda: f(*5), lambda: print(sep='', **{'sep': 1}))
for c in calls: attempt(c)
try: raise ValueError
except ValueError:
    for c in calls: attempt(c)
class M:
    def __init__(s,e): s.e=e
    def keys(s): raise s.e
class N:
    def keys(s): return ['a']
    def __getitem__(s,k): raise KeyError(k)
attempt(lambda: f(**M(KeyError('x')))); attempt(lambda: f(**N())); attempt(lambda: f(a=1,**N())); attempt(lambda: f(**M(AttributeError('x'))))
