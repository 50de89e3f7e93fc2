"""f_lineno assigned: a local whose assignment was jumped over is unbound; a jump out of `except` ends handling."""
import sys


def jump(f, *steps):
    """Runs f, jumping from the first line to the second of each pair, counted from its def."""
    first, left = f.__code__.co_firstlineno, list(steps)

    def trace(frame, event, arg):
        if frame.f_code is f.__code__:
            if event == "line" and left and frame.f_lineno - first == left[0][0]:
                frame.f_lineno = first + left.pop(0)[1]
            return trace
    sys.settrace(trace)
    try:
        return f()
    except Exception as e:
        sys.settrace(None)
        return f"{type(e).__name__}: {e}"
    finally:
        sys.settrace(None)


def pair():
    a = 5
    b = 6
    return a, b


def added():
    a = 5
    b = 6
    return b + a


def stored():
    a = [1]
    b = 6
    b = a
    return len(b) + a


def counted():
    n = 3
    while n < 5:
        n += 1
    return n


def attribute():
    x = 1
    x.y
    return x


def handled():
    try:
        1 / 0
    except ZeroDivisionError:
        x = 1
    return sys.exc_info(), x


def handled_twice():
    try:
        1 / 0
    except ZeroDivisionError:
        try:
            [][1]
        except IndexError:
            x = 2
        x = type(sys.exc_info()[1])
    return x


for f in (pair, added, stored, counted, attribute):
    print(f.__name__, jump(f), [jump(f, (1, k)) for k in (2, 3, 4) if f.__code__.co_firstlineno + k <= max(
        line for _, _, line in f.__code__.co_lines() if line)])
print(jump(handled, (4, 5)), jump(handled), jump(handled_twice, (7, 8)))


def display():
    x = [
        1,
        *(),
        2]
    y = (1 +
         len("abc"))
    return x, y


def call():
    o = "abc"
    return o.replace(
        "a",
        "b",
        1).upper(
        )


def largest():
    return max(
        1,
        len("x"),
        3)


for f, last in ((display, 7), (call, 6), (largest, 4)):
    for a in range(1, last + 1):
        for b in range(1, last + 1):
            if f is not display or (a, b) not in ((1, 3), (1, 4), (6, 3), (6, 4)):  # CPython may crash there
                print(f.__name__, a, b, jump(f, (a, b)))
