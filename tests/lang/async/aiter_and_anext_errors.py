"""What async for and async comprehensions say of objects that are not asynchronous iterators."""
import gc, sys


sys.unraisablehook = lambda u: print("UNRAISABLE", type(u.exc_value).__name__, u.exc_value, u.err_msg)
def t(f, *a, **k):
    try: r = f(*a, **k); print(repr(r) if " at 0x" not in repr(r) else type(r).__name__)
    except BaseException as e: print(type(e).__name__, "|", e, "|", repr(e.__cause__), "|", repr(e.__context__))


def run(c):
    try:
        while True: print("  yielded", c.send(None))
    except StopIteration as e: return e.value


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
async def af():
    async for x in AI(2): print(x)
    else: print('else')
    print([x async for x in AI(2)], {x async for x in AI(1)}, {x: x async for x in AI(1)}, [x async for x in AI(3) if x % 2 == 0], [y for y in [await Aw()]], [await Aw() for _ in 'ab'])
    g = (x async for x in AI(2)); print(type(g)); print(await g.__anext__()); await g.aclose()
    a, b = [x async for x in AI(2)]
run(af())
for cls in (5, type('X', (), {})(), type('X', (), {'__aiter__': lambda s: 5})(), type('X', (), {'__aiter__': lambda s: s, '__anext__': lambda s: 5})(), type('X', (), {'__aiter__': lambda s: s, '__anext__': lambda s: 1/0})(), type('X', (), {'__aiter__': lambda s: Aw()})(), [1], type('X', (), {'__aiter__': None})(), type('X', (), {'__aiter__': lambda s: s, '__anext__': None})()):
    async def bf():
        async for x in cls: pass
    t(run, bf())
    async def bf(): return [x async for x in cls]
    t(run, bf())
