"""Python code that C code calls never runs with an exception pending: the first error is the one."""
import binascii
import gc
import importlib.machinery
import io
import sys
import types


class Bad:
    def __init__(self, name):
        self.name = name

    def __bool__(self):
        print("asked", self.name)
        len(self.name)  # a call in C: it would meet the exception
        return self.name


def attempt(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e, repr(e.__context__))


attempt(binascii.b2a_qp, b"a", Bad("tabs"), Bad("text"), Bad("header"))
attempt(io.TextIOWrapper, io.BytesIO(), "utf-8", None, None, Bad("line"), Bad("through"))
attempt(io.TextIOWrapper(io.BytesIO(), "utf-8").reconfigure, line_buffering=Bad("line"), write_through=Bad("through"))

module = types.ModuleType("m")
module.__spec__ = types.SimpleNamespace(name="m", origin="o", loader=None, has_location=Bad("located"))
attempt(repr, module)


def trace(frame, event, arg):
    if frame.f_code.co_name == "generator":
        print(event, len(event))
    return trace


def generator():
    yield 1


g = generator()
next(g)
sys.settrace(trace)
try:
    g.throw(ValueError("thrown"))
except ValueError as e:
    print("caught", e)
sys.settrace(None)

gc.set_debug(gc.DEBUG_SAVEALL)  # cycles are left for the end of the interpreter
cycle = []
cycle.append(cycle)
del cycle
