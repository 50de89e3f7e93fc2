# A file that dies open warns; who is told to be unclosed is the outermost stream.
import gc
import io
import os
import tempfile
import warnings

handle, name = tempfile.mkstemp()
os.close(handle)


def lose(make):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        f = make()
        del f
        gc.collect()
    for w in caught:
        print(w.category.__name__, str(w.message).replace(repr(name), "NAME"))
    print(len(caught))


class Sub(io.FileIO):
    pass


def cycle():
    f = open(name)
    f.me = f


lose(lambda: open(name, encoding="utf-8"))
lose(lambda: open(name, "rb"))
lose(lambda: open(name, "rb", buffering=0))
lose(lambda: open(name, "r+b"))
lose(lambda: Sub(name))
lose(cycle)
lose(lambda: io.TextIOWrapper(io.BytesIO(b"x")))
lose(lambda: io.BytesIO(b"x"))
lose(lambda: open(0, closefd=False, encoding="utf-8"))


def closed():
    f = open(name)
    f.close()
    return f


lose(closed)
os.remove(name)
