"""sys.set_asyncgen_hooks: who is told of first iteration and of the end."""
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
async def ag():
    try:
        x = yield 1; print('ag got', x); await Aw('w'); y = yield x; print('2nd', y)
    except ValueError as e: print('ag caught', e); yield 'ac'
    finally: print('ag fin'); await Aw('finw')
hooks = []
def first(g): print('first', g.__name__)
def fin(g): print('finalizer', g.__name__); hooks.append(g)
old = sys.get_asyncgen_hooks(); sys.set_asyncgen_hooks(first, fin); print(old, sys.get_asyncgen_hooks()[0] is first)
a = ag(); run(a.__anext__()); del a; gc.collect(); print(len(hooks)); run(hooks.pop().aclose()); sys.set_asyncgen_hooks(*old); t(sys.set_asyncgen_hooks, 5); t(sys.set_asyncgen_hooks, None, 5); t(sys.set_asyncgen_hooks, firstiter=None)
a = ag(); run(a.__anext__()); del a; gc.collect()
