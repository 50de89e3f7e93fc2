# Functions of the library's modules in C are built-in functions, wherever the module's code lies.
import binascii
import inspect
import pickle
import sys
import weakref
import zlib

function = zlib.compress
print(type(function), type(function) is type(len), function, inspect.isbuiltin(function))
print(function.__self__ is zlib, function.__module__, function.__name__, function.__qualname__)
print(inspect.signature(function), function.__doc__ is not None, sorted(dir(function)) == sorted(dir(len)))
print(pickle.loads(pickle.dumps(function)) is function, function == zlib.compress, hash(function) == hash(zlib.compress))
print(function == zlib.crc32, weakref.ref(function)() is function)


class Holder:
    count = zlib.crc32  # binds to nothing


print(Holder().count(b"ab") == binascii.crc32(b"ab"), function.__call__(b"a", level=9) == function(*[b"a"], **{"level": 9}))
for wrong in (lambda: function(), lambda: function(b"", 1, 15, 6), lambda: function(b"", level="x"),
              lambda: function(b"", nope=1), lambda: setattr(function, "x", 1), lambda: function.__signature__):
    try:
        print(wrong())
    except (TypeError, AttributeError) as error:
        print(type(error).__name__, error)


def seen(frame, event, arg):
    if event.startswith("c_"):
        print(event, arg)


sys.setprofile(seen)
function(b"a")
zlib.crc32(b"1", 5)
sys.setprofile(None)
