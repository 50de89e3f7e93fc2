"""What CPython says about calls of C, exceptions and generators, event for event.

    python3.11 oracle.py SCRIPT

Prints what the markers of provider minipy must show, one event a line: kind, then what it tells,
separated by tabs. sys.setprofile and sys.settrace are asked; a raise, an end and a yield are told
apart by the instruction at which a frame stands."""
import dis
import sys

events = []
last = {}  # of each frame, its last event
script = sys.argv[1]


def operation(frame):
    """The name of the instruction at which a frame stands, and its argument."""
    code = frame.f_code.co_code
    return (dis.opname[code[frame.f_lasti]], code[frame.f_lasti + 1]) if frame.f_lasti >= 0 else ("", 0)


def home(function):
    """The module of a function, the name of the class that has a method."""
    owner = getattr(function, "__self__", None)
    if owner is None and hasattr(function, "__objclass__"):
        return function.__objclass__.__name__
    if owner is None or type(owner) is type(sys):
        return function.__module__
    classes = (owner if isinstance(owner, type) else type(owner)).__mro__
    return next(c for c in classes if function.__name__ in vars(c) and c.__module__ != "__main__").__name__


def place(frame):
    return frame.f_code.co_filename, frame.f_code.co_name, frame.f_lineno


def is_generator(frame):
    return frame.f_code.co_flags & 0x2a0 != 0


def profile(frame, event, arg):
    if event == "c_call":
        events.append(("call", home(arg), arg.__name__))
    elif event in ("c_return", "c_exception"):
        events.append(("called", home(arg), arg.__name__, int(event == "c_exception")))


def is_resume(frame):
    name, argument = operation(frame)
    return is_generator(frame) and (name == "YIELD_VALUE" or (name == "RESUME" and argument != 0))


def is_unwinding(frame):
    """At a return: by an exception, which was the last event of the frame or is raised again."""
    return last[frame] == "exception" or operation(frame)[0] not in ("YIELD_VALUE", "RETURN_VALUE")


def message(error):
    return next((value for value in error.args if isinstance(value, str)), "")


def trace(frame, event, arg):
    if frame.f_code.co_filename != script:
        return None
    if event == "call" and is_resume(frame):
        events.append(("resume", *place(frame)))
    elif event == "exception" and operation(frame)[0] in ("FOR_ITER", "SEND"):
        return trace  # an iterator's end, which the instruction swallows
    elif event == "exception" and (arg[2] is None or arg[2].tb_next is None
                                   or operation(frame)[0] == "RAISE_VARARGS"):
        events.append(("raise", arg[0].__name__, *place(frame), message(arg[1])))
    elif event == "return" and is_unwinding(frame):
        events.append(("unwind", *place(frame)))
    elif event == "return" and operation(frame)[0] == "YIELD_VALUE":
        events.append(("yield", *place(frame)))
    last[frame] = event
    return trace


with open(script) as file:
    code = compile(file.read(), script, "exec")
scope = {"__name__": "__main__", "__file__": script, "__builtins__": __builtins__}
sys.setprofile(profile)
sys.settrace(trace)
exec(code, scope)
sys.settrace(None)
sys.setprofile(None)
sys.stdout = sys.stderr
with open(script + ".events", "w") as out:
    for one in events:
        print(*one, sep="\t", file=out)
