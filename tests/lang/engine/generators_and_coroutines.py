# generators and coroutines: the forms that specialised instructions take and leave, beside each other
import sys, types, warnings
def run(c):
    try:
        while True: c.send(None)
    except StopIteration as e: return e.value
@types.coroutine
def sw(v):
    r = yield v
    return r
class Aw:
    def __init__(s, v): s.v = v
    def __await__(s):
        x = yield s.v
        return x
async def ag():
    try:
        for i in range(4):
            got = yield i
            if got: print('got', got)
            await Aw('w')
    finally:
        print('ag fin')
async def m1():
    a = ag()
    print(await a.__anext__(), await a.asend('S'))
    try: await a.athrow(ValueError('t'))
    except ValueError as e: print('VE', e)
    try: await a.__anext__()
    except StopAsyncIteration as e: print('SAI', e.args)
    b = ag(); await b.__anext__(); await b.aclose(); await b.aclose()
    r = [x async for x in ag() if x % 2]
    print(r, {x async for x in ag()}, {x: 1 async for x in ag()})
    g = (x async for x in ag())
    print(type(g).__name__, await anext(g), await anext(g, 5))
    print(await anext(ag2(), 'dflt'))
    try: await anext(ag2())
    except StopAsyncIteration: print('sai2')
    return 'm1'
async def ag2():
    return
    yield
print(run(m1()))
async def bad():
    await 5
try: run(bad())
except TypeError as e: print(e)
async def bad2():
    async with 5: pass
try: run(bad2())
except TypeError as e: print(e)
async def bad3():
    async for i in 5: pass
try: run(bad3())
except TypeError as e: print(e)
class A1:
    def __aiter__(s): return 5
async def bad4():
    async for i in A1(): pass
try: run(bad4())
except TypeError as e: print(e)
class A2:
    def __aiter__(s): return s
    def __anext__(s): return 5
async def bad5():
    async for i in A2(): pass
try: run(bad5())
except TypeError as e: print(e, '|', e.__cause__)
class A3:
    def __aenter__(s): return 5
    def __aexit__(s, *a): return 5
async def bad6():
    async with A3(): pass
try: run(bad6())
except TypeError as e: print(e)
class A4:
    async def __aenter__(s): return 5
    def __aexit__(s, *a): return 5
async def bad7():
    async with A4(): pass
try: run(bad7())
except TypeError as e: print(e)
def g(): yield from co()
async def co(): return 1
c = co()
def gg(): yield from c
try: list(gg())
except TypeError as e: print(e)
print(run(c))
try: c.send(None)
except RuntimeError as e: print(e)
c = co()
try: c.send(5)
except TypeError as e: print(e)
c.close()
print(c, c.cr_running, c.cr_frame, c.cr_code.co_name, c.cr_await, c.cr_origin, c.cr_suspended) if 0 else print(c.cr_running, c.cr_frame, c.cr_code.co_name, c.cr_await, c.cr_origin, c.cr_suspended)
async def ignore():
    try: yield 1
    except GeneratorExit: yield 2
async def m2():
    a = ignore(); await a.__anext__()
    try: await a.aclose()
    except RuntimeError as e: print(e)
run(m2())
def igen():
    try: yield 1
    except GeneratorExit: yield 2
i = igen(); next(i)
try: i.close()
except RuntimeError as e: print(e)
async def m3():
    async def h():
        yield 1
        raise StopAsyncIteration
    async for x in h(): print(x)
try: run(m3())
except RuntimeError as e: print(e)
def thr():
    try: yield 1
    except Exception as e: print('thr', repr(e)); yield 'caught'
for args in ((ValueError,), (ValueError, 'v'), (ValueError('x'),), (ValueError, ValueError('y'))):
    t = thr(); next(t); print(t.throw(*args))
for args in ((5,), (ValueError('x'), 'y'), (ValueError, 'x', 5)):
    t = thr(); next(t)
    try: t.throw(*args)
    except TypeError as e: print(e)
class Iter:
    def __init__(s): s.l=[1,2]
    def __iter__(s): return s
    def __next__(s):
        if not s.l: raise StopIteration('ret')
        return s.l.pop()
    def throw(s, *a): print('Iter.throw', a[0]); return 'T'
    def send(s, v): print('send', v); return 'S'
    def close(s): print('Iter.close')
def d(): 
    r = yield from Iter(); print('r', r)
x = d(); print(next(x), x.send(5), x.throw(KeyError), x.gi_yieldfrom.__class__.__name__); x.close()
print(list(d()))
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    co(); 
    import gc; gc.collect()
    print([str(i.message) for i in w])
def f():
    yield locals()
    a = 1
    yield sorted(locals())
print(list(f()))
fr = f(); next(fr); fo = fr.gi_frame; print(fo.f_lineno, fo.f_lasti > 0, fo.f_back); fr.close(); print(fr.gi_frame, fo.f_back)
def deep():
    def a(n):
        if n: yield from a(n-1)
        yield n
    return list(a(50))[:3]
print(deep())
def tbs():
    try: raise ValueError
    except ValueError as e: return e
e = tbs(); print(e.__traceback__.tb_frame.f_locals.keys(), e.__traceback__.tb_frame.f_back.f_code.co_name)
class X:
    def __iter__(self): yield from (1,2)
print(list(X()), sum(X()), max(X()))
def cnt():
    n = 0
    while True:
        v = yield n
        n = v if v is not None else n + 1
k = cnt(); print(next(k), next(k), k.send(10), next(k))
import contextlib
@contextlib.contextmanager
def cm():
    print('in')
    try: yield 7
    except KeyError as e: print('swallow', e)
    finally: print('out')
with cm() as v: print(v); raise KeyError(3)
try:
    with cm(): 1/0
except ZeroDivisionError as e: print(e)
def fin():
    for i in range(3):
        try:
            if i == 1: continue
            if i == 2: return 'ret'
        finally: print('f', i)
print(fin())
def nested():
    try:
        try: 1/0
        except ZeroDivisionError:
            raise KeyError
        finally: print('F')
    except KeyError as e:
        return type(e.__context__).__name__
print(nested())
def gctx():
    try: 1/0
    except ZeroDivisionError:
        yield
        raise
q = gctx(); next(q)
try: raise ValueError
except ValueError:
    try: next(q)
    except ZeroDivisionError as e: print(repr(e), repr(e.__context__))
import traceback
def lvl(n):
    if n: lvl(n-1)
    else: raise ValueError('deep')
try: lvl(2)
except ValueError: print('deep')
try:
    raise ExceptionGroup('g', [ValueError(1), ExceptionGroup('h', [TypeError(2), KeyError(3)])])
except* (ValueError, TypeError) as eg: print(eg.exceptions, sys.exc_info()[1] is eg)
except* KeyError as eg: print(eg)
try:
    try: raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
    except* ValueError: raise KeyError('new')
except ExceptionGroup as e: print(e, e.exceptions)
try:
    try: raise ValueError(1)
    except* ExceptionGroup: pass
except TypeError as e: print(e)
sys.set_coroutine_origin_tracking_depth(2)
c = co(); print(len(c.cr_origin), c.cr_origin[0][2]); c.close()
sys.set_coroutine_origin_tracking_depth(0)
fi=[]
sys.set_asyncgen_hooks(firstiter=lambda g: fi.append('first'), finalizer=lambda g: fi.append('final'))
async def m4():
    async for x in ag2(): pass
    a = ag(); await a.__anext__(); del a
run(m4()); print(fi); sys.set_asyncgen_hooks(None, None)
def mutual():
    def ev(n): return True if n == 0 else od(n-1)
    def od(n): return False if n == 0 else ev(n-1)
    return ev(400)
print(mutual())
def star(*a, **k): return a, k
print(star(*range(3), 9, *'ab', x=1, **{'y': 2}))
try: star(**{'x':1}, **{'x':2})
except TypeError as e: print(e)
try: star(x=1, **{'x':2})
except TypeError as e: print(e)
class Desc:
    def __get__(s, o, t): return ('get', o is None)
    def __set__(s, o, v): print('set', v)
class H: d = Desc(); n = 1
h = H(); h.d = 5
for _ in range(12): r = h.d, H.d, h.n
print(r)
def varn(a, /, b, *, c): return a, b, c
for call in ('varn(1,2)', 'varn(1,b=2,c=3)', 'varn(a=1,b=2,c=3)', 'varn(1,2,3)', 'varn(1,2,3,c=4)', 'varn()'):
    try: print(eval(call))
    except TypeError as e: print(e)
print([(lambda x: x * i)(2) for i in range(3)], [f() for f in [lambda: i for i in range(3)]])
def cls():
    x = 1
    class K:
        y = x
        z = [y for _ in range(2)] if 0 else 5
        def m(self): return __class__.__name__
    return K
K = cls(); print(K.y, K().m(), K.__qualname__)
for i in range(30):
    class Q: 
        def __init__(self, i): self.i = i; 
    o = Q(i); 
    if i > 20: o.j = 5
    s = o.i
print(s)
def delv():
    x = 1; del x
    try: x
    except UnboundLocalError as e: print(e)
    try: del x
    except UnboundLocalError as e: print(e)
delv()
b = 5
def g1():
    global b; del b
    try: b
    except NameError as e: print(e, e.name)
g1()
