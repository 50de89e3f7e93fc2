"""A tracer or profiler that raises at a call fails the frame where it begins: twice in the traceback, with the events of
an exception, and a generator that resumes in a try can handle it."""
import sys
import traceback

log, names = [], ()
OWN = "f", "g", "h", "m"


def places(e):
    return [(t.name, t.lineno) for t in traceback.extract_tb(e.__traceback__)]


def f(x):
    try:
        y = x
    finally:
        log.append("finally")


def g():
    try:
        yield 1
        yield 2
    except ValueError as e:
        log.append(("caught", str(e), e.__traceback__.tb_frame.f_code.co_name, e.__traceback__.tb_next is not None))
        yield 3


def h():
    global names
    it = g()
    names = ()
    next(it)
    names = ("g",)
    log.append(("got", next(it)))
    return list(it)


def thrown():
    it = g()
    next(it)
    sys.settrace(tracer)
    it.throw(KeyError("k"))


def profiler(frame, event, arg):
    if frame.f_code.co_name in OWN:
        log.append(("P", frame.f_code.co_name, event, frame.f_lineno))


def failing_profiler(frame, event, arg):
    profiler(frame, event, arg)
    if event == "call" and frame.f_code.co_name in names:
        raise ValueError("profiler")


def quiet(frame, event, arg):
    if frame.f_code.co_name in OWN:
        log.append(("T", frame.f_code.co_name, event, frame.f_lineno))
    return quiet


def tracer(frame, event, arg):
    quiet(frame, event, arg)
    if event == "call" and frame.f_code.co_name in names:
        raise ValueError("tracer")
    return tracer


for trace, profile in (tracer, None), (tracer, profiler), (None, failing_profiler), (quiet, failing_profiler), (5, None), (None, 5):
    for what in lambda: f(1), h, thrown:
        log.clear()
        names = "f", "g"
        error = None
        try:
            if profile:
                sys.setprofile(profile)
            if trace:
                sys.settrace(trace)
            what()
        except BaseException as e:
            error = e
        sys.setprofile(None)
        sys.settrace(None)
        print(repr(error), places(error) if error else "")
        print("   ", *log, sep="\n    ")
