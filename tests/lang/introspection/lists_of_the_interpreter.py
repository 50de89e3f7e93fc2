# What the interpreter keeps in containers of its own is not to be come upon by gc, nor emptied by what finds it.
import _csv
import asyncio
import atexit
import csv
import gc
import signal
import warnings


def at_end(*args, **keywords):
    print("at the end", args, keywords)


def on_signal(number, frame):
    print("signal", number)


class Loop:
    def get_debug(self):
        return False

    def call_soon(self, *args, context=None):
        print("soon", args[0].__name__)


def called(future):
    """A callback."""


def called_too(future):
    """Another."""


def holders(o):
    return [type(r).__name__ for r in gc.get_referrers(o) if r is not globals()]


atexit.register(at_end, 1, a=2)
atexit.register(at_end)
signal.signal(signal.SIGUSR1, on_signal)
future = asyncio.Future(loop=Loop())
future.add_done_callback(called)
future.add_done_callback(called_too)
print(holders(at_end), holders(on_signal))
for o in gc.get_referrers(at_end, on_signal, called):
    if type(o) is list:
        o[:] = [5] * len(o)
print(signal.getsignal(signal.SIGUSR1).__name__, future.remove_done_callback(called_too))
signal.raise_signal(signal.SIGUSR1)
future.set_result(1)

# What has a name may be changed: by what it should not hold as well.


def attempt(f, *args):
    try:
        r = f(*args)
    except Exception as e:
        r = f"{type(e).__name__}: {e}"
    print(r if isinstance(r, (str, int, type(None))) else type(r).__name__)


_csv._dialects["odd"] = 5
attempt(csv.reader, ["a"], "odd")
attempt(csv.get_dialect, "odd")
attempt(lambda: str(list(csv.reader(["a;b"], "odd"))))
for filters in [5], [(1, 2, 3, 4, 5)], [("always", None, 5, None, 0)]:
    warnings.filters[:] = filters
    warnings._filters_mutated()
    attempt(warnings.warn, "x")
