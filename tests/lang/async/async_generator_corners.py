"""send, throw and close of asynchronous generators in every state."""
import gc, sys


sys.unraisablehook = lambda u: print("UNRAISABLE", type(u.exc_value).__name__, u.exc_value, u.err_msg)
def t(f, *a, **k):
    try: r = f(*a, **k); print(repr(r) if " at 0x" not in repr(r) else type(r).__name__)
    except BaseException as e: print(type(e).__name__, "|", e, "|", repr(e.__cause__), "|", repr(e.__context__))


def run(c):
    try:
        while True: print("  yielded", c.send(None))
    except StopIteration as e: return e.value


kept = []  # nothing is finalized on the way


class Aw:
    def __init__(s, *v): s.v = v
    def __await__(s): 
        for x in s.v: yield x
        return 'awaited'
class AI:
    def __init__(s, n): s.n = n
    def __aiter__(s): return s
    async def __anext__(s):
        if s.n == 0: raise StopAsyncIteration
        s.n -= 1; await Aw('an'); return s.n
# async generators
async def ag():
    try:
        x = yield 1; print('ag got', x); await Aw('w'); y = yield x; print('2nd', y)
    except ValueError as e: print('ag caught', e); yield 'ac'
    finally: print('ag fin'); await Aw('finw')
a = ag(); kept.append(a); print(a.ag_running, a.ag_frame is not None, a.ag_await, a.ag_code.co_name, a.__name__)
t(run, a.asend(1)); t(run, a.asend(None)); t(run, a.asend('s')); t(run, a.athrow(ValueError('q'))); t(run, a.__anext__()); t(run, a.__anext__()); t(run, a.aclose()); t(run, a.asend(1))
a = ag(); kept.append(a); t(run, a.__anext__()); t(run, a.aclose()); t(run, a.aclose()); t(run, a.athrow(KeyError))
a = ag(); kept.append(a); t(run, a.aclose()); t(run, a.__anext__())
a = ag(); kept.append(a); t(run, a.athrow(KeyError('first'))); t(run, a.__anext__())
a = ag(); kept.append(a); n = a.__anext__(); t(n.send, None); t(n.send, None); t(next, n); t(n.throw, ValueError); t(n.close)
a = ag(); kept.append(a); n = a.asend(None); n.close(); t(n.send, None); t(next, n)
a = ag(); kept.append(a); n1 = a.__anext__(); n1.send if 0 else None; n2 = a.asend('x'); t(run, n1); t(run, n2); 
async def ig():
    try: yield 1
    except GeneratorExit: yield 2
a = ig(); run(a.__anext__()); t(run, a.aclose())
async def ig2():
    try: yield 1
    except GeneratorExit: await Aw('ok')
a = ig2(); run(a.__anext__()); t(run, a.aclose())
async def sa(): yield 1; raise StopAsyncIteration('s')
a = sa(); run(a.__anext__()); t(run, a.__anext__())
async def si(): yield 1; raise StopIteration('s')
a = si(); run(a.__anext__()); t(run, a.__anext__())
async def csi(): raise StopIteration('s')
t(run, csi()); 
async def csa(): raise StopAsyncIteration('s')
t(run, csa())
t(aiter, 5); t(aiter, []); t(anext, 5); print(type(anext(ag()))); t(run, anext(AI(0), 'default')) if 0 else None
async def an(): 
    print(await anext(AI(1)), await anext(AI(0), 'dflt'))
    try: await anext(AI(0))
    except StopAsyncIteration as e: print('SAI', e.args)
run(an())
