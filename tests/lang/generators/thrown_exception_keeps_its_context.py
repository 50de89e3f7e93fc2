"""throw() gives an exception the context of what the generator handles, not of what the caller handles."""
def t(f, *a):
    try: print(f(*a))
    except BaseException as e: print(repr(e), repr(e.__context__), repr(e.__context__ and e.__context__.__context__))
def g0():
    yield
def g1():
    try: yield
    except ValueError: print('c'); yield 'handling'
def g2():
    try: yield
    except Exception as e: print(repr(e), repr(e.__context__)); raise TypeError('n')
def g3():
    try: 1/0
    except ZeroDivisionError:
        yield 1
def g4():
    try: 1/0
    except ZeroDivisionError:
        try: yield 1
        except Exception as e: print(repr(e), repr(e.__context__)); yield 2
for g in g0, g1, g2, g3, g4:
    for outer in True, False:
        for first in True, False:
            print(g.__name__, outer, first)
            c = g()
            if first: next(c)
            if outer:
                try: raise KeyError('outer')
                except KeyError:
                    t(c.throw, ValueError('thrown')); t(next, c); t(c.throw, IndexError('again'))
            else: t(c.throw, ValueError('thrown')); t(next, c); t(c.throw, IndexError('again'))
def d(c):
    yield from c
for g in g0, g1, g2, g3, g4:
    c = d(g()); next(c)
    try: raise KeyError('outer')
    except KeyError: t(c.throw, ValueError('thrown')); t(next, c); t(c.throw, IndexError('again'))
async def co(x):
    try: await x
    except Exception as e: print('co', repr(e), repr(e.__context__)); raise TypeError('co')
class A:
    def __await__(s): yield
c = co(A()); c.send(None)
try: raise KeyError('outer')
except KeyError: t(c.throw, ValueError('thrown'))
import contextlib
@contextlib.contextmanager
def cm():
    try: yield
    except ValueError as e: print(repr(e.__context__)); raise RuntimeError('from cm')
try:
    with cm():
        try: 1/0
        except ZeroDivisionError: raise ValueError('v')
except RuntimeError as e: print(repr(e), repr(e.__context__), repr(e.__cause__), repr(e.__context__.__context__))
e0 = ValueError('has ctx'); e0.__context__ = TypeError('mine')
c = g0(); next(c)
try: raise KeyError('o')
except KeyError:
    t(c.throw, e0)
