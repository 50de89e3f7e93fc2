"""Keywords whose names are no strs: refused where CPython unpacks them, handed on where
it hands on the dict."""
import pickle


def tell(what, *args, **more):
    try:
        print(repr(what(*args, **more)))
    except Exception as error:
        print(type(error).__name__, error)


class Plain:
    pass


class Init:
    def __init__(self, **names):
        print(names)


class New:
    def __new__(cls, *args, **names):
        print(names)


class Meta(type):
    def __call__(cls, **names):
        return names


class Called(metaclass=Meta):
    pass


class Mine(ValueError):
    pass


class MineWithInit(ValueError):
    def __init__(self, **names):
        print(names)


def function(**names):
    return names


ODD = {1: 2}
BOTH = {"a": 1, (2, 3): 4}
for callee in (ValueError, OSError, StopIteration, KeyError, ImportError, NameError, AttributeError, SystemExit,
               UnicodeDecodeError, BaseExceptionGroup, SyntaxError, Mine, MineWithInit, Plain, Init, New, Called,
               object, list, dict, set, tuple, range, function, lambda: 1, len):
    tell(lambda: callee(**ODD))
    tell(lambda: callee("a", **BOTH))
    tell(lambda: callee(b=5, **ODD))
tell(lambda: "".format(**ODD))
tell(lambda: "{a} {0}".format(7, **BOTH))
tell(lambda: "{1}".format(**ODD))
tell(lambda: "{b}".format(**BOTH))
tell(lambda: pickle.loads(b"\x80\x04\x8c\x08builtins\x8c\x0aValueError\x93)}K\x01K\x02s\x92."))
