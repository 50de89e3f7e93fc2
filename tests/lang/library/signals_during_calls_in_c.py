"""A signal that comes during a call in C is handled right behind that call, in the frame that made it: what the handler
sees of the frame, what is raised in it, and what sys.settrace tells. Behind an operation that is no call it waits for the next
function."""
import signal
import sys
import traceback

numbers = list(range(400000))


def handler(number, frame):
    seen = "handler", frame.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno
    events.append(seen)
    if fail:
        raise KeyError("raised")


def ring():
    signal.setitimer(signal.ITIMER_PROF, 0.005)  # of processor time: a busy machine makes no difference


def leaf():
    return 1


def positional():
    ring()
    total = sum(range(12000000))
    after = 2
    return leaf()


def keywords():
    ring()
    total = sum(range(12000000), start=2)
    after = 2
    return leaf()


def stars():
    ring()
    total = sum(*[range(12000000)])
    after = 2
    return leaf()


def method():
    ring()
    total = (numbers * 40).count(-1)
    after = 2
    return leaf()


def in_argument():
    ring()
    return [sum(range(12000000)),
            leaf()]


def handled():
    ring()
    try:
        total = sum(range(12000000))
    except KeyError:
        leaf()
        return "handled"
    return leaf()


def last_in_try():
    ring()
    try:
        sum(range(12000000))
    finally:
        after = 2
        leaf()


class Made:
    def __init__(self):
        ring()
        self.total = sum(range(12000000))
        self.after = 2


def no_call():
    ring()
    text = [1] * 40000000
    after = 2
    return leaf()


signal.signal(signal.SIGPROF, handler)
functions = positional, keywords, stars, method, in_argument, handled, last_in_try, Made
for fail in False, True:
    for function in *functions, no_call:
        events = []
        try:
            function()
        except KeyError as e:
            print([(entry.name, entry.lineno) for entry in traceback.extract_tb(e.__traceback__)])
        print(function.__name__, fail, events)


def tracer(frame, event, arg):
    if frame.f_code.co_filename == __file__:
        events.append((event, frame.f_code.co_name, frame.f_lineno))
    return tracer


fail = False
for function in functions:
    events = []
    sys.settrace(tracer)
    function()
    sys.settrace(None)
    print(function.__name__, *events, sep="\n    ")
