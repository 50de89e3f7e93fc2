# What a generator returns to a for loop counts as a StopIteration for trace functions.
import sys


def gen(value):
    yield 1
    return value


class Raises:
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration(5)


def tracer(frame, event, arg):
    if event == "exception":
        print(event, frame.f_lineno - loop.__code__.co_firstlineno, arg[0].__name__, arg[1].value, arg[2] is None)
    return tracer


def loop(iterable):
    for x in iterable:
        pass
    else:
        return [y for y in gen("nested")]


for iterable in gen(3), gen(None), gen(()), Raises(), [1]:
    sys.settrace(tracer)
    try:
        loop(iterable)
    finally:
        sys.settrace(None)


def failing(frame, event, arg):
    if event == "exception":
        raise KeyError("of the trace function")
    return failing


sys.settrace(failing)
try:
    loop(gen(3))
except KeyError as error:
    print(repr(error))
else:
    print("the error of the trace function is lost")
sys.settrace(None)
sys.settrace(failing)
loop(Raises())
sys.settrace(None)
