"""DISABLE ends an event at one place for one tool; restart_events() takes that back."""
import recorder
from recorder import E, M

COUNTED = {}


def counting(tool, name, answer=None):
    def count(code, where, *more):
        if code.co_filename == __file__ and code.co_name.startswith("work"):
            key = (tool, name, where if name == "LINE" else None)
            COUNTED[key] = COUNTED.get(key, 0) + 1
            return answer
        return None
    return count


def counted(what):
    print(what)
    for key in sorted(COUNTED, key=repr):
        print("  ", *(part for part in key if part is not None), COUNTED[key])
    COUNTED.clear()


def begin(tool, answer, *names):
    events = 0
    for name in names:
        events |= getattr(E, name)
    for name in names:
        M.register_callback(tool, getattr(E, name), counting(tool, name, answer))
    M.use_tool_id(tool, "disables")
    M.set_events(tool, events)


def end(*tools):
    for tool in tools:
        recorder.end(tool)
    work()  # CPython learns only here what is not wanted any more


def work():
    total = 0
    for i in range(4):
        total += len("abc")
        if i == 2:
            total -= 1
    return total


def work_generator():
    for i in range(3):
        yield i


LOCAL = ("PY_START", "PY_RETURN", "CALL", "LINE")
begin(0, M.DISABLE, *LOCAL)
work()
counted("first run: each place once")
work()
counted("second run: none")
M.restart_events()
work()
counted("after restart_events")
M.set_events(0, 0)
work()
M.set_events(0, E.LINE | E.PY_START)
work()
counted("switched off and on")
end(0)

begin(0, M.DISABLE, *LOCAL)
begin(3, None, *LOCAL)
work()
counted("two tools, one of which disables")
work()
counted("again")
end(0, 3)

begin(1, M.DISABLE, "PY_RESUME", "PY_YIELD", "PY_START")
list(work_generator())
list(work_generator())
counted("generators")
end(1)

begin(2, M.DISABLE, "INSTRUCTION")
work()
seen = COUNTED.pop((2, "INSTRUCTION", None))
work()
print("instructions, of which each is seen once:", seen > 10, COUNTED)
M.restart_events()
work()
print(COUNTED.pop((2, "INSTRUCTION", None)) == seen)
end(2)

begin(2, M.DISABLE, "JUMP", "BRANCH")
work()
print(sorted(name for _, name, _ in COUNTED), all(n < 4 for n in COUNTED.values()))
COUNTED.clear()
work()
counted("jumps")
end(2)


def work_raising():
    try:
        raise KeyError
    except KeyError:
        pass
    len("x")


for name in "RAISE", "EXCEPTION_HANDLED", "PY_UNWIND", "RERAISE", "PY_THROW":
    begin(0, M.DISABLE, name)

    def work_fails():
        try:
            work_raising()
            it = work_generator()
            next(it)
            it.throw(IndexError)
        finally:
            len("")
    for _ in range(2):
        try:
            work_fails()
        except Exception as error:
            print(name, type(error).__name__, error)
    end(0)
COUNTED.clear()

M.use_tool_id(0, "results")
M.register_callback(0, E.C_RETURN, lambda *a: M.DISABLE)
M.set_events(0, E.CALL | E.C_RETURN | E.C_RAISE)
try:
    len("a")
except ValueError as error:
    M.set_events(0, 0)
    print(error)
M.set_events(0, 0)
print(M.register_callback(0, E.C_RETURN, None))
end(0)
