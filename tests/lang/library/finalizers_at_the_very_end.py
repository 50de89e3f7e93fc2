"""Finalizers that run while the interpreter itself is taken apart, and those that never run, because only C's own variables keep
what they are of: nothing that they ask for is touched after it has gone, and nothing is left over."""
import ast
import asyncio
import codecs
import contextvars
import csv
import decimal
import gc
import os
import signal
import sys
import time
import tracemalloc
import warnings
import weakref
from ctypes import CFUNCTYPE, POINTER, Structure, c_int, c_void_p, py_object, pythonapi


class Point(Structure):
    _fields_ = [("x", c_int)]


class Last:
    def __init__(self, name, cycle):
        self.name = name
        if cycle:
            self.cycle = self

    def __call__(self, *args):
        pass

    def __del__(self, write=os.write, find=__import__, any=BaseException, runtime=RuntimeError):
        write(1, self.name)
        for name in "json", "_csv", "nowhere":
            try:
                find(name)
            except runtime as e:
                write(1, b"; " + e.args[0].encode())
        for call, *args in self.calls:
            try:
                call(*args)
            except any:
                pass  # some find what they need, some do not
        write(1, b"\n")

    calls = [(repr, [[{1: 2}]]), (warnings.warn, "unheard", ResourceWarning), (codecs.lookup, "utf-8"), (codecs.lookup, "cp1252"),
             (contextvars.ContextVar("y").set, 1), (contextvars.copy_context,), (decimal.getcontext,), (POINTER, c_int), (CFUNCTYPE, c_int),
             (open, os.devnull), (compile, "x is 1", "", "exec"), (eval, "[chr(200 + x) for x in range(9)]", {}), (sys.intern, "new here"),
             (csv.list_dialects,), (csv.register_dialect, "x"), (signal.getsignal, 2), (sys.addaudithook, repr),
             (tracemalloc.start,), (ast.parse, "x"), (asyncio.set_event_loop, None), (gc.collect,), (time.strptime, "2000", "%Y")]


# These die with what the interpreter keeps.
contextvars.ContextVar("x").set(Last(b"in a context", False))
codecs.register(Last(b"a codec's search", False))
sys.addaudithook(Last(b"a hook", False))
codecs.register(Last(b"a search in a cycle", True))

# These are never finalized: ctypes keeps the class of a pointer, and that its own.
POINTER(Point)
Point.last = Last(b"of a ctypes class", False)
Point.round = Last(b"of a cycle of a ctypes class", True)
Point.context = decimal.Context()
Point.file = open(os.devnull, "w")
Point.file.write("never flushed")
Point.reference = weakref.ref(Point.last, Last(b"a callback", False))


def generator():
    try:
        yield
    finally:
        os.write(1, b"a generator went on\n")


Point.generator = generator()
next(Point.generator)
Point.destroy = destroy = CFUNCTYPE(None, c_void_p)(lambda capsule: os.write(1, b"a capsule's end was told\n"))
new = pythonapi.PyCapsule_New
new.restype, new.argtypes = py_object, (c_void_p, c_void_p, c_void_p)
Point.capsule = new(1, None, destroy)
print(len(vars(Point)), flush=True)
