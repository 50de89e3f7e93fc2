"""sys.breakpointhook by what PYTHONBREAKPOINT names, sys.displayhook over odd outputs, sys.excepthook with a traceback of its own."""
import builtins
import io
import os
import sys
import warnings


def attempt(what, *args, **kwargs):
    try:
        print(what.__name__, "->", what(*args, **kwargs))
    except BaseException as e:
        print(what.__name__, type(e).__name__, e)


for name in "0", "len", "builtins.sorted", "os.path.join", "nosuch.thing", "os.nosuch", ".len", "os..path", "builtins.":
    os.environ["PYTHONBREAKPOINT"] = name
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        print(name)
        attempt(sys.breakpointhook, "ab")
        attempt(breakpoint, "ab", "c") if "join" in name else attempt(breakpoint, "ba")
        attempt(sys.breakpointhook, "ba", reverse=True)
    print([(w.category.__name__, str(w.message)) for w in caught])
os.environ["PYTHONBREAKPOINT"] = "0"
hook = sys.breakpointhook
del sys.breakpointhook
attempt(breakpoint)
sys.breakpointhook = hook

out = sys.stdout
for make in (lambda: io.TextIOWrapper(io.BytesIO(), "ascii", write_through=True),
             lambda: io.TextIOWrapper(io.BytesIO(), "latin-1", write_through=True), io.StringIO, lambda: None):
    sys.stdout = stream = make()
    failed = None
    try:
        for value in None, 1, "caf\xe9 \u20ac", ["\U0001f40d"]:
            sys.displayhook(value)
    except Exception as e:
        failed = e
    finally:
        sys.stdout = out
    print(repr(failed), stream and (stream.getvalue() if hasattr(stream, "getvalue") else stream.buffer.getvalue()),
          getattr(builtins, "_", "none"))
del sys.stdout
failed = None
try:
    sys.displayhook(5)
except RuntimeError as e:
    failed = e
sys.stdout = out
print(repr(failed), getattr(builtins, "_", "none"))


class Shy:
    def __repr__(self):
        raise ValueError("no repr")


attempt(sys.displayhook, Shy())

try:
    1 / 0
except ZeroDivisionError as e:
    trace, error = e.__traceback__, e
err, sys.stderr = sys.stderr, io.StringIO()
sys.excepthook(ValueError, ValueError("bare"), trace)
sys.excepthook(ZeroDivisionError, error, None)
sys.excepthook(ValueError, ValueError("none"), None)
sys.excepthook(1, "no exception", None)
text, sys.stderr = sys.stderr.getvalue(), err
print(text)
