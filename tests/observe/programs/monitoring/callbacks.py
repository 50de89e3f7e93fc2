"""What callbacks may do: raise, change what is monitored, run monitored code, be anything callable."""
import functools
import sys
import threading

from recorder import E, EVENTS, M, end, log, recorder, told


def helper(n):
    return n + 1


def work():
    x = helper(1)
    for i in (1, 2):
        x += i
    return x


def generator():
    yield 1
    yield 2


def uses_generator():
    for x in generator():
        pass


class Fails(Exception):
    pass


def raising(name):
    def told_of(code, *more):
        if code.co_filename != __file__ or code.co_name not in ("work", "helper", "uses_generator", "generator", "catches"):
            return
        M.register_callback(0, EVENTS[name], None)
        raise Fails(name, code.co_name)
    return told_of


def catches():
    try:
        raise KeyError(1)
    except KeyError:
        pass
    return len("a")


for name in EVENTS:
    M.use_tool_id(0, "raises")
    M.register_callback(0, EVENTS[name], raising(name))
    needed = EVENTS[name] if not name.startswith("C_R") else E.CALL | E.C_RETURN | E.C_RAISE
    M.set_events(0, needed)
    for function in work, uses_generator, catches:
        try:
            function()
            outcome = "returned"
        except Fails as error:
            tb, lines = error.__traceback__, []
            while tb:
                lines.append(tb.tb_frame.f_code.co_name)
                tb = tb.tb_next
            outcome = f"{error.args} context {error.__context__!r} by {lines[-1]}"
        except Exception as error:
            outcome = repr(error)
        log.append(f"  {name} {function.__name__}: {outcome}")
    end(0)
told()

print("a callback runs monitored code, which is not reported")
M.use_tool_id(0, "runs code")


def runs_code(code, line):
    if code is work.__code__:
        log.append(f"  line {line}: {helper(1)}")
        work()


M.register_callback(0, E.LINE, runs_code)
M.set_events(0, E.LINE)
work()
end(0)
told()

print("a callback attaches another tool and ends its own")
M.use_tool_id(0, "first")
M.use_tool_id(1, "second")
M.register_callback(1, E.LINE, recorder(1, "LINE"))


def hands_over(code, line):
    if code is work.__code__:
        log.append(f"  0 at {line}")
        M.set_events(0, 0)
        M.set_events(1, E.LINE)


M.register_callback(0, E.LINE, hands_over)
M.set_events(0, E.LINE)
work()
end(0)
end(1)
told()

print("a callback that is exchanged by itself")
M.use_tool_id(0, "exchanged")


def once(code, line):
    if code is work.__code__:
        log.append(f"  once {line}")
        M.register_callback(0, E.LINE, recorder(0, "LINE"))


M.register_callback(0, E.LINE, once)
M.set_events(0, E.LINE)
work()
end(0)
told()

print("callables of all kinds")
M.use_tool_id(0, "callables")


class Called:
    def __call__(self, code, *more):
        if code is work.__code__:
            log.append("  an instance")

    def method(self, code, *more):
        if code is work.__code__:
            log.append("  a method")


for callback in Called(), Called().method, functools.partial(lambda how, code, *more: code is work.__code__ and log.append(how), "  partial"):
    M.register_callback(0, E.PY_START, callback)
    M.set_events(0, E.PY_START)
    work()
    M.set_events(0, 0)
for callback in 5, lambda: 0:
    M.register_callback(0, E.PY_START, callback)
    M.set_events(0, E.PY_START)
    try:
        work()
    except TypeError as error:
        M.set_events(0, 0)
        log.append(f"  TypeError {str(error).replace('callbacks.', '')}")
end(0)
told()

print("what the frame of a callback is called by")
M.use_tool_id(0, "frames")


def looks(code, *more):
    if code is work.__code__:
        frame = sys._getframe(1)
        log.append(f"  {frame.f_code is code} {frame.f_lineno} {sorted(frame.f_locals)}")


M.register_callback(0, E.LINE, looks)
M.set_events(0, E.LINE)
work()
end(0)
told()

print("beside sys.settrace")
M.use_tool_id(0, "beside")
M.register_callback(0, E.LINE, recorder(0, "LINE"))


def tracer(frame, event, arg):
    if frame.f_code in (work.__code__, helper.__code__):
        log.append(f"  settrace {event} {frame.f_lineno}")
        return tracer
    return None


M.set_events(0, E.LINE)
sys.settrace(tracer)
work()
sys.settrace(None)
end(0)
print(*sorted(log), sep="\n")
log.clear()

print("in another thread")
M.use_tool_id(0, "threads")
M.register_callback(0, E.PY_START, lambda code, offset: code is helper.__code__ and log.append(f"  {threading.current_thread().name}"))
M.set_events(0, E.PY_START)
thread = threading.Thread(target=work, name="other")
thread.start()
thread.join()
helper(1)
end(0)
told()
