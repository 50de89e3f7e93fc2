# A module in C has its own name, but for _io, which calls itself io, as its functions do; its spec says _io.
import _io
import importlib

NAMES = """_abc _ast _bisect _blake2 _codecs _collections _csv _datetime _functools _heapq _json _locale _operator _pickle _random _signal
_socket _sre _stat _string _struct _symtable _thread _tracemalloc _weakref array atexit binascii builtins cmath errno faulthandler gc itertools
marshal math posix pwd select time unicodedata zlib""".split()
for name in NAMES:
    module = importlib.import_module(name)
    if module.__name__ != name or module.__spec__.name != name:
        print(name, module.__name__, module.__spec__.name)
    for function in vars(module).values():
        if type(function) is type(len) and (function.__module__ != name or function.__self__ is not module):
            print(name, function.__name__, function.__module__)
print(_io, open is _io.open, _io.__name__, _io.__spec__.name, open.__module__, _io.open_code.__module__, open.__self__ is _io)
