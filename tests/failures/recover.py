"""What run_fail_alloc.py --recover runs, under the build of `make fail-alloc`:

    [TRACEBACKS=1] [FORGETFUL=1] MINIPY recover.py PROGRAM N...

PROGRAM runs once with its N-th request for memory failing and once with none, in a child for each N. What two
runs without a failure print, and what one prints, are the right answers; a program that fits neither is not
one for this test. N larger than what it needs are passed by. Prints a line for each N that went wrong, then "done", or "not repeatable" before it.

Of the run that failed, the output is the normal one, or (not if FORGETFUL) a MemoryError was raised in it; then the built-in
types have all that they had, the second run prints a right answer, and the vm ends with no block in use, which
this build checks: no reference was lost and none is left over.
"""
import atexit
import builtins
import gc
import os
import re
import select
import signal
import sys
import time
import traceback

path, numbers = sys.argv[1], [int(n) for n in sys.argv[2:]]
sys.path[0] = os.path.dirname(os.path.abspath(path))
sys.argv[1:] = []
with open(path, "rb") as source:
    try:
        code = compile(source.read(), path, "exec")
    except SyntaxError:
        print("not repeatable: it is no program\ndone")
        sys.exit()
REAL = sys.stdout, sys.stderr
BUILTINS = dict(vars(builtins))
LISTS = {name: getattr(sys, name)[:] for name in ("path", "meta_path", "path_hooks")}
THRESHOLD = gc.get_threshold()
LIMIT = sys.getrecursionlimit()
HANDLERS = {number: signal.getsignal(number) for number in signal.valid_signals()}
HONEST = not os.environ.get("FORGETFUL")
PATIENCE = 120  # seconds without a word, after which a child hangs
ended = None  # by which exception the last run did
seen = False  # whether a MemoryError passed through a function of Python's in it
left = 0  # of the requests before the one that fails, when it ended


class Out:
    """A standard stream that keeps what it is given, and is there before any memory can fail."""
    encoding, errors = "utf-8", "strict"

    def __init__(self):
        self.parts = []

    def write(self, text):
        self.parts.append(text)
        return len(text)

    def flush(self):
        pass

    def isatty(self):
        return False

    def fileno(self):
        raise OSError("none")


def restore():
    """What a program changes and puts back at its end, which it may not have reached."""
    sys.stdout, sys.stderr = REAL
    for name in "unraisablehook", "excepthook", "displayhook", "breakpointhook":
        setattr(sys, name, getattr(sys, f"__{name}__"))
    sys.settrace(None), sys.setprofile(None), sys.set_asyncgen_hooks(None, None)
    sys.setrecursionlimit(LIMIT)
    atexit._clear()
    signal.setitimer(signal.ITIMER_REAL, 0), signal.set_wakeup_fd(-1)
    for number, handler in HANDLERS.items():
        if handler is not None and signal.getsignal(number) is not handler:
            signal.signal(number, handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    gc.enable(), gc.set_threshold(*THRESHOLD)
    vars(builtins).update(BUILTINS)
    for name, items in LISTS.items():
        setattr(sys, name, items[:])


def run():
    """What the program prints, and the name of the exception that ended it."""
    global ended, left
    ended = None
    out = Out()
    sys.stdout = sys.stderr = out
    names = {"__name__": "__main__", "__file__": path, "__builtins__": __builtins__}
    try:
        exec(code, names)
    except SystemExit:
        pass
    except BaseException as e:
        left = sys._fail_after(0)
        ended = type(e).__name__
        out.parts.append(ended)
        if os.environ.get("TRACEBACKS"):
            traceback.print_exc(file=REAL[1])
    left = sys._fail_after(0) or left
    restore()
    return re.sub("0x[0-9a-f]{6,}", "0x", "".join(out.parts))


def forget_modules():
    """What a failed import leaves, in CPython, too, is a module in sys.modules that its package does not know. And what a
    failed program leaves is finalized aloud: not in the next one."""
    for name in set(sys.modules) - MODULES:
        if getattr(getattr(sys.modules[name], "__spec__", None), "origin", None) not in ("built-in", "frozen"):
            del sys.modules[name]
    sys.stdout = sys.stderr = Out()
    gc.collect()
    sys.stdout, sys.stderr = REAL


def forked(answer):
    """What answer() returns in a child, which then ends as a program does; or how the child died."""
    r, w = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(r)
        os.dup2(w, 2)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        text = answer().encode("utf-8", "surrogatepass")
        os.write(w, b"\0%d\n" % len(text))  # behind what a hook said aloud
        while text:
            text = text[os.write(w, text):]
        sys.exit()  # which checks the memory
    os.close(w)
    parts = []
    while True:
        if not select.select([r], [], [], PATIENCE)[0]:
            os.kill(pid, signal.SIGKILL)
        if not (part := os.read(r, 65536)):
            break
        parts.append(part)
    os.close(r)
    status = os.waitpid(pid, 0)[1]
    size, _, text = b"".join(parts).partition(b"\0")[2].partition(b"\n")
    if status or not size.isdigit():
        return b"status %d: %s" % (status, b"".join(parts)[-300:])
    return text[:int(size)]  # behind it: what is said at the end


def requests():
    """How many a run without a failure makes."""
    sys._fail_after(1 << 40)
    run()
    return str((1 << 40) - left)


def health():
    types = sorted((t for t in vars(builtins).values() if isinstance(t, type)), key=lambda t: t.__name__)
    return hash(tuple((t.__name__, len(vars(t)), len(dir(t)), t.__doc__) for t in types)), [1, *range(3)], {**{"a": 1}}, "%s %r" % (1, "x")


def says_so(got):
    """Does it tell of a MemoryError that a normal run does not tell of?"""
    return ended == "MemoryError" or got.count("MemoryError") > plain.count("MemoryError")


def raised(code, offset, exception):
    global seen
    while exception is not None and not seen:  # or is one the cause of it, that a native gave it at once?
        seen = isinstance(exception, MemoryError)
        exception = exception.__cause__


def watch():
    """sys.monitoring tells raised() of each exception: programs may handle theirs without a word. Of one that
    replaces another, for want of memory to make that, only the handler hears."""
    tool = sys.monitoring
    tool.use_tool_id(tool.DEBUGGER_ID, "recover")
    for event in tool.events.RAISE, tool.events.EXCEPTION_HANDLED:
        tool.register_callback(tool.DEBUGGER_ID, event, raised)
    tool.set_events(tool.DEBUGGER_ID, tool.events.RAISE | tool.events.EXCEPTION_HANDLED)


def attempt(n, again=True):
    """What the run after the one whose n-th request fails prints (0: none fails), or what is wrong with that one. All
    runs are made here: programs print the depth of the stack, and the names on it."""
    global ended, seen
    seen = False
    sys._fail_after(n)
    try:
        first = run()
    except BaseException as e:  # in what surrounds the program
        first = ended = type(e).__name__
    sys._fail_after(0)
    sys.stdout, sys.stderr = REAL
    if not again:
        return first
    if n and HONEST and first != plain and not seen and not says_so(first):
        return f"dishonest: {ended}: {first[-300:]}"
    if n and health() != HEALTH:
        return "types are damaged"
    forget_modules()
    return run()


def difference(got):
    if got.startswith((b"dishonest", b"types are", b"status ")):
        return got
    wanted, lines = right[0].splitlines(), got.splitlines()
    at = next((i for i, (a, b) in enumerate(zip(wanted, lines)) if a != b), min(len(wanted), len(lines)))
    return f"{wanted[at:at + 1]} {lines[at:at + 1]}"


watch()
MODULES = set(sys.modules)
HEALTH = health()
right = [forked(lambda: attempt(0, False)), forked(lambda: attempt(0))]
plain = right[0].decode("utf-8", "surrogatepass")
if forked(lambda: attempt(0, False)) not in right or forked(lambda: attempt(0)) not in right or right[0].startswith(b"status"):
    print("not repeatable", right[0][:200] if right[0].startswith(b"status") else "")
else:
    begun = time.monotonic()
    needed = int(forked(requests))
    numbers = [n for n in numbers if n <= needed]
    for n in numbers[::1 + int(8 * (time.monotonic() - begun))]:  # a program that takes seconds has fewer
        answer = forked(lambda: attempt(n))
        if answer not in right:
            print("wrong", n, difference(answer), flush=True)
print("done")
