"""The functions of sys.monitoring, and what they refuse."""
import sys

M = sys.monitoring
E = M.events


def attempt(function, *args):
    shown = [getattr(a, "__name__", None) or getattr(a, "co_name", repr(a)) for a in args]
    try:
        result = function(*args)
        outcome = f"-> {getattr(result, '__name__', result)!r}"
    except Exception as error:
        outcome = f"{type(error).__name__}: {error}"
    print(function.__name__, *shown, outcome)


print(M, type(M), M.__doc__, M.__spec__, M.__loader__, M.__package__)
print([name for name in dir(M)])
for name in dir(M):
    if name[0] != "_" or name == "_all_events":
        value = getattr(M, name)
        print(name, type(value).__name__, getattr(value, "__text_signature__", ""), getattr(value, "__module__", ""))
print(M.events)
print(M.DEBUGGER_ID, M.COVERAGE_ID, M.PROFILER_ID, M.OPTIMIZER_ID, M.DISABLE is M.MISSING)

for args in (0, "a"), (0, "b"), (1, 5), (6, "x"), (-1, "x"), ("1", "x"), (1,), (1 << 40, "x"), (1.0, "x"):
    attempt(M.use_tool_id, *args)
for function in M.get_tool, M.get_events, M.free_tool_id, M.get_tool:
    for tool in 0, 1, 6, -1, 99, None:
        attempt(function, tool)
attempt(M.get_events)
attempt(M.set_events, 0)
attempt(M.set_events, 0, E.LINE)

M.use_tool_id(0, "again")
SETS = (1, 1 << 15, 1 << 16, 3 << 15, 1 << 4 | 1 << 15, 1 << 4 | 3 << 15, 1 << 17, 1 << 17 | 1 << 15, -1, 1 << 40,
        "x", None, 1.0, True, 1 << 10)
for events in SETS:
    attempt(M.set_events, 0, events)
    print(M.get_events(0))
    M.set_events(0, 0)
attempt(M.set_events, 9, 1)
attempt(M.set_events, 3, 1)
CODE = attempt.__code__
for events in (*SETS, (1 << 10) - 1, 1 << 14):
    attempt(M.set_local_events, 0, CODE, events)
    print(M.get_local_events(0, CODE))
M.set_local_events(0, CODE, 0)
for args in (0, 5, 1), (0, attempt, 1), (3, CODE, 1), (9, CODE, 1), (0, CODE):
    attempt(M.set_local_events, *args)
for args in (0, 5), (3, CODE), (9, CODE):
    attempt(M.get_local_events, *args)


def callback(*args):
    pass


for event in 0, 1, 1, 3, 1 << 15, 1 << 16, 1 << 17, -1, 1 << 30, 1 << 31, "x":
    attempt(M.register_callback, 0, event, callback)
for args in (0, 1, None), (0, 1, None), (0, 1, 5), (0, 1, None), (4, 1, callback), (4, 1, None), (6, 1, callback), (0, 1):
    attempt(M.register_callback, *args)
attempt(M.restart_events)
attempt(M.restart_events, 1)
attempt(M._all_events)
M.use_tool_id(2, "other")
M.register_callback(0, 1 << 15, None)
M.register_callback(0, 1 << 16, None)
M.set_events(0, E.LINE | E.CALL | E.C_RETURN | E.C_RAISE)
M.set_events(2, E.LINE | E.RAISE)
print(M._all_events())
M.set_events(0, 0)
M.set_events(2, 0)

print("what stays of a tool that is freed")
M.register_callback(0, E.PY_START, callback)
M.set_events(0, E.PY_START)
M.set_local_events(0, CODE, E.LINE)
M.free_tool_id(0)
print(M.get_events(0), M.get_local_events(0, CODE))
M.use_tool_id(0, "third")
M.set_local_events(0, CODE, 0)
M.set_events(0, 0)
print(M.register_callback(0, E.PY_START, None).__name__)

sys.addaudithook(lambda event, args: event.startswith("sys.mon") and print(event, [a.__name__ for a in args]))
M.register_callback(0, E.LINE, callback)
