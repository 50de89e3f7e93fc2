"""StopIteration of returned values; handled exceptions and generators."""
import gc, inspect, sys, types
sys.unraisablehook = lambda u: print("UNRAISABLE", type(u.exc_value).__name__, u.exc_value, u.err_msg)
def t(f, *a, **k):
    try: r = f(*a, **k); print(repr(r) if ' at 0x' not in repr(r) else type(r).__name__)
    except BaseException as e: print(type(e).__name__, '|', e, '|', repr(e.__cause__), '|', repr(e.__context__))
def retval(): return (yield)
x = retval(); next(x); t(x.send, (1, 2)); x = retval(); next(x); t(x.send, StopIteration(3)); 
def rv(v): return v; yield
for v in (None, (1,), (1, 2), StopIteration(1), [], ValueError('x'), ()):
    try: next(rv(v))
    except StopIteration as e: print(e.args, e.value)
def dd(v): r = yield from rv(v); print('dd', r)
for v in (None, (1,), (1, 2), []): list(dd(v))
def ctx():
    try: 1/0
    except ZeroDivisionError:
        yield sys.exc_info()[0]
        yield sys.exc_info()[0]
c = ctx(); print(next(c), sys.exc_info()); 
try: raise KeyError
except KeyError: print(next(c), sys.exc_info()[0])
def ctx2():
    yield
    raise ValueError('v')
c = ctx2(); next(c)
try: raise KeyError('outer')
except KeyError:
    t(next, c)
def ctx3():
    try: yield
    except Exception as e: print(repr(e), repr(e.__context__)); raise TypeError('n')
c = ctx3(); next(c)
try: raise KeyError('outer')
except KeyError: t(c.throw, ValueError('thrown'))
t(types.GeneratorType); t(lambda: type(c)()); t(lambda: c()); t(lambda: len(c)); t(lambda: c[0]); t(iter, c); print(iter(c) is c)
def args(a, b=2, *c, d): yield a, b, c, d
t(args); t(args, 1); t(lambda: next(args(1, d=4)))
ge = (x for x in 5 if 1) if 0 else None
t(lambda: (x for x in 5)); t(lambda: (y for x in [1] for y in undefined)); t(lambda: next(y for x in [1] for y in undefined))
g1 = (i for i in range(3)); print(g1.gi_code.co_name, g1.__qualname__, g1.gi_frame.f_locals.keys()); t(g1.send, 1); 
def locals_gen():
    a = 1; yield locals(); b = 2; yield sorted(locals())
l = locals_gen(); print(next(l), next(l))
def decorated():
    x = yield
    while x: x = yield x * 2
d2 = decorated(); t(d2.send, None); t(d2.send, 2); t(d2.send, 0)
def multi(): yield; yield 1, 2; yield (yield 3)
m = multi(); print(next(m), next(m), next(m), m.send('s')); t(next, m)
lam = lambda: (yield 5); l = lam(); print(next(l)); t(l.send, 9)
print([*multi()], dict(a=list(multi())), sum(x or 0 for x in [1, None]))
class CG:
    def __iter__(self):
        yield 1
        yield self.__class__
    xs = [1, 2]
    ys = list(x for x in xs)
print(list(CG()), CG.ys)
