"""What async with and with say of objects that are no context managers."""
import gc, sys


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
class CM:
    async def __aenter__(s): await Aw('en'); return 'entered'
    async def __aexit__(s, *a): await Aw('ex'); print(a[0], a[1]); return s.sw
    sw = True
async def aw():
    async with CM() as x, CM() as y: print(x, y); raise ValueError('in')
    async with CM(): return 5
print(run(aw()))
for cls in (5, type('X', (), {'__aenter__': lambda s: 5})(), type('X', (), {'__aexit__': lambda s: 5})(), type('X', (), {'__aenter__': lambda s: 5, '__aexit__': lambda s, *a: 5})(), type('X', (), {'__aenter__': lambda s: Aw(), '__aexit__': lambda s, *a: 5})(), type('X', (), {'__enter__': lambda s: 5, '__exit__': lambda s, *a: 5})(), open):
    async def bw():
        async with cls: pass
    t(run, bw())
    async def bw():
        async with cls: 1/0
    t(run, bw())
    def sw():
        with cls: pass
    t(sw)
