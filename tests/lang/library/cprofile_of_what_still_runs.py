"""Times of calls that have not ended when somebody looks: none of them is in the sums. A clock of the program's own makes them sure."""
import cProfile

ticks = 0


def clock():
    global ticks
    ticks += 1
    return ticks


def show(when):
    rows = {e.code.co_name: e for e in p.getstats() if not isinstance(e.code, str)}
    for name in sorted(rows):
        e = rows[name]
        called = sorted((c.code.co_name, c.callcount, c.reccallcount, c.totaltime, c.inlinetime)
                        for c in e.calls or () if not isinstance(c.code, str))
        print(when, name, e.callcount, e.reccallcount, e.totaltime, e.inlinetime, called)


def leaf():
    pass


def nest(n):
    leaf()
    if n == 1:
        show("within")
    if n:
        nest(n - 1)
    leaf()


def other():
    nest(2)
    numbers = steps()
    next(numbers)
    show("a generator waits")
    next(numbers, None)


def steps():
    leaf()
    yield 1
    leaf()


for arguments in ({}, {"builtins": False}, {"subcalls": False}):
    ticks = 0
    p = cProfile.Profile(clock, 0.5, **arguments)
    p.enable(**arguments)
    other()
    p.disable()
    show("behind")
    p.clear()
    p.runcall(nest, 3)
    show("a call")
