"""What stands for a path in messages and names: the last part of a type's name; what FileIO was given; numbers that
have __fspath__."""
import array
import collections
import datetime
import decimal
import io
import os
import pathlib
import warnings

warnings.simplefilter("always")


def show(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            r = f()
        except Exception as e:
            r = f"{type(e).__name__}: {e} {getattr(e, 'filename', None)!r}"
    print(r, *[w.message for w in seen if not issubclass(w.category, ResourceWarning)])


for v in decimal.Decimal(1), datetime.date(2024, 1, 1), collections.deque(), collections.OrderedDict(), array.array("b", b"/"), 5.5:
    for f in os.fspath, lambda v: os.stat(v) and 1, os.path.join, lambda v: os.listdir(v) and 1, os.fsencode, os.rename, pathlib.Path, open, io.FileIO, os.path.exists:
        show(lambda: f(v, v) if f is os.rename else f(v))


class Number:
    def __int__(self):
        return 5

    def __fspath__(self):
        return "/nonexistent/n"

    def __repr__(self):
        return "Number()"


class Null(Number):
    def __fspath__(self):
        return "/dev/null"


class Wrong:
    def __fspath__(self):
        return datetime.date(2024, 1, 1)


P = pathlib.Path
show(lambda: io.FileIO(P("/dev/null")).name)
show(lambda: io.FileIO(P("/nonexistent")))
show(lambda: io.FileIO(P("/")))
show(lambda: io.FileIO(P("/dev/null"), opener=lambda name, flags: print(repr(name)) or os.open(name, flags)))
show(lambda: open(P("/dev/null"), opener=lambda name, flags: print(repr(name)) or os.open(name, flags)).name)
show(lambda: open(P("/dev/null"), "rb", 0))
show(lambda: open(P("/nonexistent")))
show(lambda: open(Number()))
show(lambda: repr(open(Null()).name))
show(lambda: open(Wrong()))
show(lambda: os.fspath(Wrong()))
show(lambda: open(P("/nonexistent"), "q"))
show(lambda: open(None, "q"))
