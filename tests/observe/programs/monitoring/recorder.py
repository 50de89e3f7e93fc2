"""What the programs of this folder share: tools that write down what they are told.

CPython 3.11 has no sys.monitoring: their goldens are what CPython 3.12.1 prints, and 3.13.0. They tell nothing that
hangs on the bytecode of those, as offsets and the count of jumps do.
"""
import sys

M = sys.monitoring
E = M.events
EVENTS = {name: bit for name, bit in vars(E).items() if bit}
log = []


def shown(value):
    if value is M.MISSING:
        return "MISSING"
    if isinstance(value, BaseException):
        return f"{type(value).__name__}{value.args}"
    if isinstance(value, (bool, int, str, tuple, type(None))):
        return repr(value)
    return getattr(value, "__qualname__", None) or type(value).__name__


def recorder(tool, name, answer=None):
    """Offsets are the compiler's own: they are left out, and lines are those of the file."""
    def told(code, where, *more):
        if code.co_filename == __file__:
            return None
        place = f" line {where}" if name == "LINE" else ""
        log.append(f"  {tool} {name} {code.co_qualname}{place} {' '.join(map(shown, more))}".rstrip())
        return answer
    return told


def begin(tool, events, answer=None):
    M.use_tool_id(tool, f"tool {tool}")
    for name, bit in EVENTS.items():
        if bit & events:
            M.register_callback(tool, bit, recorder(tool, name, answer))
    M.set_events(tool, events)


def end(tool):
    M.set_events(tool, 0)
    for bit in EVENTS.values():
        M.register_callback(tool, bit, None)
    M.free_tool_id(tool)


def told():
    print(*log, sep="\n")
    log.clear()


def record(function, events, tools=(0,), answer=None):
    print(function.__name__, *(name for name, bit in EVENTS.items() if bit & events))
    for tool in tools:
        begin(tool, events, answer)
    try:
        function()
    except Exception as error:
        log.append(f"  out of it: {shown(error)}")
    finally:
        for tool in tools:
            end(tool)
    told()
