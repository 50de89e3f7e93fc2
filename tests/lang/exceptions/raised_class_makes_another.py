# A class whose __new__ makes an exception of another class: raised, it is called with that once
# more, as whoever catches it wants one of that class; what comes of it has neither cause nor context.
import functools
import sys


class Another(Exception):  # not in Python: a trace function makes CPython call it once more still
    __new__ = functools.partial(ValueError, "another")


class AtLast(Exception):
    def __new__(cls, *args):
        print("  made with", args)
        return super().__new__(cls, *args) if args else OSError(1)


class NoException(Exception):
    def __new__(cls, *args):
        return 5 if args else OSError(1)


class OnceOnly(Exception):
    def __new__(cls):
        return OSError(1)


class Fails(Exception):
    def __new__(cls, *args):
        return 1 / 0 if args else OSError(1)


class Inherits(Another):
    pass


class Lower(Exception):
    def __new__(cls, *args):
        return Exception.__new__(Lowest)


class Lowest(Lower):
    pass


CLASSES = Another, AtLast, NoException, OnceOnly, Fails, Inherits, Lower


def tell(e):
    print(" ", repr(e), "|", repr(e.__cause__), repr(e.__context__), e.__suppress_context__, sys.exc_info()[0].__name__, sys.exc_info()[1] is e)


for cls in CLASSES:
    print(cls.__name__)
    try:
        raise cls
    except Exception as e:
        tell(e)
    try:
        raise cls()
    except Exception as e:
        tell(e)
    try:
        raise cls from KeyError(1)
    except Exception as e:
        tell(e)
    try:
        raise ValueError from cls
    except Exception as e:
        tell(e)
    try:
        raise KeyError("handled")
    except KeyError:
        try:
            raise cls
        except Exception as e:
            tell(e)


class ByC(Exception):  # calls no Python code, so that the events are the same wherever it is called
    __new__ = functools.partial(next, iter([OSError(n) for n in range(9)]))


def generator():
    yield 1


async def coroutine():
    pass


for make in generator, coroutine:
    for begun in False, True:
        thrown_into = make()
        if begun and make is generator:
            next(thrown_into)
        try:
            thrown_into.throw(ByC)
        except Exception as e:
            print("thrown", repr(e), repr(e.__context__))
try:
    raise KeyError
except KeyError as e:
    there = e.__traceback__
try:
    generator().throw(ByC, None, there)
except Exception as e:
    print("thrown", repr(e), e.__traceback__.tb_frame.f_code.co_name, e.__traceback__.tb_next.tb_frame.f_code.co_name)
