"""A generator that could not catch GeneratorExit is closed: what its locals' finalizers, trace functions and
the collector see of it."""
import gc
import sys


class Loud:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone:", self.name, sys.exc_info()[0], sys._getframe(1).f_code.co_name)


def plain(name):
    held = Loud(name)
    for i in range(3):
        yield i
    del held


def closed():
    g = plain("closed")
    print(next(g), g.close(), g.gi_frame, g.gi_running, list(g))
    print(g.close())


def dropped():
    g = plain("dropped")
    next(g)
    del g
    print("after")


def while_handling():
    try:
        raise ValueError
    except ValueError:
        g = plain("while handling")
        next(g)
        g.close()
        print(sys.exc_info()[0])


def in_a_cycle():
    def cycle(cell):
        held = Loud("in a cycle")
        yield held
        print(cell)

    cell = []
    g = cycle(cell)
    cell.append(g)
    next(g)
    del g, cell
    gc.collect()
    print("collected")


def never_started():
    g = plain(Loud("argument"))
    print(g.close(), g.gi_frame)


def raises_in_a_finalizer():
    class Bad:
        def __del__(self):
            list(x for x in [1] if next(iter([])))

    def f():
        held = Bad()
        yield held

    hook, sys.unraisablehook = sys.unraisablehook, lambda u: print("unraisable", u.exc_type)
    g = f()
    next(g)
    g.close()
    sys.unraisablehook = hook


def traced():
    events = []

    def trace(frame, event, arg):
        if frame.f_code.co_name == "plain":
            events.append((event, frame.f_lineno - frame.f_code.co_firstlineno, arg[0] if event == "exception" else arg))
        return trace

    g = plain("traced")
    next(g)
    sys.settrace(trace)
    g.close()
    sys.settrace(None)
    print(events)


for f in closed, dropped, while_handling, in_a_cycle, never_started, raises_in_a_finalizer, traced:
    print("--", f.__name__)
    f()
