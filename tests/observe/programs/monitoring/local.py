"""Events of one code object, of all code, and both."""
from recorder import E, EVENTS, M, log, recorder, told


def first():
    return second() + 1


def second():
    return 1


def generator():
    yield 1
    yield 2


def use(tool, *names):
    M.use_tool_id(tool, "local")
    for name in names:
        M.register_callback(tool, EVENTS[name], recorder(tool, name))


def done(*tools):
    for tool in tools:
        M.set_events(tool, 0)
        for code in (first.__code__, second.__code__, generator.__code__):
            M.set_local_events(tool, code, 0)
        for bit in EVENTS.values():
            M.register_callback(tool, bit, None)
        M.free_tool_id(tool)


use(0, "PY_START", "PY_RETURN", "LINE")
M.set_local_events(0, second.__code__, E.PY_START | E.PY_RETURN)
first()
print("of second() alone")
told()
print(M.get_local_events(0, second.__code__), M.get_local_events(0, first.__code__), M.get_events(0))

M.set_local_events(0, first.__code__, E.LINE)
first()
print("and lines of first()")
told()

M.set_events(0, E.PY_START)
first()
M.set_local_events(0, second.__code__, 0)
M.set_local_events(0, first.__code__, 0)
M.set_events(0, 0)
print("with starts of all")
told()

use(4, "PY_START", "PY_RETURN")
M.set_local_events(4, first.__code__, E.PY_START)
M.set_local_events(0, first.__code__, E.PY_START | E.PY_RETURN)
first()
print("two tools")
told()
done(0, 4)

use(1, "LINE", "PY_RESUME", "PY_YIELD")
it = generator()
next(it)
M.set_local_events(1, generator.__code__, E.LINE | E.PY_RESUME | E.PY_YIELD)
next(it)
print("of what is suspended")
told()
done(1)


def switches_itself():
    a = 1
    M.set_local_events(2, switches_itself.__code__, E.LINE)
    b = 2
    c = 3
    M.set_local_events(2, switches_itself.__code__, 0)
    d = 4


use(2, "LINE")
switches_itself()
switches_itself()
print("of what runs")
told()
done(2)


def replaced():
    return 1


use(2, "PY_START")
M.set_local_events(2, replaced.__code__, E.PY_START)
replaced.__code__ = second.__code__
replaced()
print("of code that was replaced:", log)
done(2)
