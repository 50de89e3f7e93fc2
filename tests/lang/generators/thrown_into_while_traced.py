"""A trace function that loops and calls sees nothing of the exception that is thrown into a generator."""
import sys
def g():
    try:
        yield 1
    except ValueError as e:
        print("got", e)
    yield 2
def t(fr,ev,arg):
    if fr.f_code is g.__code__:
        for i in range(2): pass
        print(ev, [k for k in (1,2)])
        return t
x=g(); next(x)
sys.settrace(t)
print(x.throw(ValueError("v")))
x.close()
sys.settrace(None)
