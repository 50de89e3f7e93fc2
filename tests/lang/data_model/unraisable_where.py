"""An exception that C code raises where nothing can take it names the frame it was in."""
import sys
import traceback
import warnings


def hook(u):
    where = [(f.f_code.co_name, line - f.f_code.co_firstlineno)
             for f, line in traceback.walk_tb(u.exc_traceback)]
    print(u.exc_type.__name__, u.exc_value, where)


sys.unraisablehook = hook


def stubborn():
    try:
        yield
    except GeneratorExit:
        yield


def drop():
    g = stubborn()
    next(g)
    del g


drop()


class Dying:
    def __del__(self):
        1 / 0


d = Dying()
del d


# A broken warnings._warn_unawaited_coroutine does not lose the warning.
async def corofn():
    pass


warnings._warn_unawaited_coroutine = lambda coro: 1 / 0
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    corofn()
    print([str(w.message) for w in seen])


def f(**kw):
    pass


for pair in ({1: 3}, {1: 5}), ({"a": 3}, {"a": 5}), ({1: 2}, {}):
    try:
        f(**pair[0], **pair[1])
    except TypeError as e:
        print(e)
