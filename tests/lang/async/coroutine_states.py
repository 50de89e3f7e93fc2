"""A coroutine before, while and after it runs; awaited twice, by itself."""
import gc, sys


sys.unraisablehook = lambda u: print("UNRAISABLE", type(u.exc_value).__name__, u.exc_value, u.err_msg)
def t(f, *a, **k):
    try: r = f(*a, **k); print(repr(r) if " at 0x" not in repr(r) else type(r).__name__)
    except BaseException as e: print(type(e).__name__, "|", e, "|", repr(e.__cause__), "|", repr(e.__context__))


def run(c):
    try:
        while True: print("  yielded", c.send(None))
    except StopIteration as e: return e.value


import inspect, types
class Aw:
    def __init__(s, *v): s.v = v
    def __await__(s): 
        for x in s.v: yield x
        return 'awaited'
async def c1(): return await Aw(1, 2)
print(run(c1()))
c = c1(); print(c.cr_running, c.cr_frame.f_lineno, c.cr_await, c.cr_code.co_name, c.cr_origin, c.cr_suspended, inspect.getcoroutinestate(c)); c.send(None); print(type(c.cr_await), c.cr_suspended); t(c.throw, ValueError('x')); print(c.cr_await, c.cr_frame); t(c.send, None); t(c.close)
c = c1(); t(c.send, 5); t(next, c); t(iter, c); t(lambda: list(c)); t(lambda: [*c]); t(c.throw, KeyError); t(c.send, None)
c = c1()
async def twice(): 
    await c
t(run, twice()); t(run, twice())
c = c1()
async def rea(): await cc
cc = rea(); t(run, cc)
@types.coroutine
def tc(): r = yield 'tc'; return r
async def usetc(): return await tc()
u = usetc(); print(u.send(None)); t(u.send, 'v')
print(tc.__code__.co_flags & 0x100, type(tc()), inspect.isawaitable(tc())); t(types.coroutine, 5)
