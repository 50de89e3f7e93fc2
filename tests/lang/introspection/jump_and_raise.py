"""A trace function that jumps and raises: the exception comes from the line jumped to, and what
was on the stack is gone once."""
import sys
import traceback


class Quit(Exception):
    pass


def arguments():
    def inner(*v):
        pass
    text = "kept" + str(len(sys.argv))
    inner(
        text,
        [1],
        42
    )
    return text


def blocks(n=0):
    text = []
    for i in (1, 2):
        text.append(
            i
        )
    try:
        text.append("try")
        text.append(
            "more"
        )
    except Quit:
        text.append("caught")
    return text


def attempt(function, first, to):
    code, done, held = function.__code__, [], []

    def tracer(frame, event, arg):
        if frame.f_code is code and event == "line" and frame.f_lineno - code.co_firstlineno == first and not done:
            done.append(1)
            held.extend(v for k, v in sorted(frame.f_locals.items()) if k in ("inner", "text"))
            frame.f_lineno = code.co_firstlineno + to
            raise Quit(first, to)
        return tracer

    sys.settrace(tracer)
    try:
        print(function.__name__, first, to, function())
    except (Quit, ValueError) as e:
        sys.settrace(None)
        lines = [line - code.co_firstlineno for f, line in traceback.walk_tb(e.__traceback__) if f.f_code is code]
        print(function.__name__, first, to, type(e).__name__, e, lines)
        e.__traceback__ = None
    finally:
        sys.settrace(None)
    print([type(v).__name__ for v in held], [repr(v)[:6] for v in held])


for function, last in (arguments, 9), (blocks, 14):
    for first in range(1, last):
        for to in range(1, last):
            attempt(function, first, to)
