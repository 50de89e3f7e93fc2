"""What await says of objects that cannot be awaited."""
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
for bad in (None, 5, [], 'x', (i for i in []), iter([]), lambda: 1, Aw):
    async def b(): return await bad
    t(run, b())
class BA:
    def __init__(s, r): s.r = r
    def __await__(s): return s.r
for bad in (None, 5, [], iter([1]), (i for i in [1]), 'x'):
    async def b(): return await BA(bad)
    t(run, b())
class BA2: __await__ = None
async def b(): await BA2()
t(run, b())
class BA3:
    def __await__(s): raise KeyError('k')
async def b(): await BA3()
t(run, b())
