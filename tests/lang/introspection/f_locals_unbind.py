"""A trace function takes a name out of f_locals: the local is unbound, whichever instruction loads it."""
import sys


def run(f, line, *names):
    at = f.__code__.co_firstlineno + line

    def trace(frame, event, arg):
        if frame.f_code is f.__code__:
            if event == "line" and frame.f_lineno == at:
                for name in names:
                    frame.f_locals.pop(name, None)
            return trace
    sys.settrace(trace)
    try:
        print(f())
    except UnboundLocalError as e:
        print(e)
    finally:
        sys.settrace(None)


def one():
    x = 1
    y = 2
    return x


def two():
    x = 1
    y = 2
    return x + y


def compared():
    x = 1
    y = 2
    while x < 3:
        x += 1
    return x


def looked_up():
    x = "a"
    y = 2
    z = x.upper()
    return z


for f in (one, two, compared, looked_up):
    run(f, 2, "x")
    run(f, 3, "x")
    run(f, 3, "y")
    run(f, 3, "x", "y")
    run(f, 9)
print(one.__code__ == one.__code__.replace(), one(), two(), compared(), looked_up())
