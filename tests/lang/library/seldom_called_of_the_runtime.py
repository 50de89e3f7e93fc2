"""atexit's own functions, frozen modules by hand, closures for exec(), input() from odd streams, ord() of bytearrays."""
import _imp
import atexit
import builtins
import io
import sys


def attempt(what, *args, **kwargs):
    try:
        print(what.__name__, "->", what(*args, **kwargs))
    except BaseException as e:
        print(what.__name__, type(e).__name__, e)


def say(*args, **kwargs):
    print("at exit", args, kwargs)


atexit.register(say, 1, two=2)
atexit.register(say, 3)
print(atexit._ncallbacks())
atexit._run_exitfuncs()
print(atexit._ncallbacks())
atexit.register(say, 4)
atexit.register(atexit._clear)
atexit.register(say, 5)
atexit._run_exitfuncs()
atexit.register(say, 6)
atexit._clear()
print(atexit._ncallbacks())
atexit.register(say, 7)
atexit.register(len, 7)
atexit.unregister(say)
print(atexit._ncallbacks())
err, sys.stderr = sys.stderr, io.StringIO()
attempt(atexit._run_exitfuncs)
text, sys.stderr = sys.stderr.getvalue(), err
print(text.splitlines()[-1:])
attempt(atexit.register)
attempt(atexit.register, 1)


class Never:
    def __eq__(self, other):
        raise RuntimeError("not compared")

    def __call__(self):
        pass


atexit.register(Never())
attempt(atexit.unregister, say)
atexit._clear()

for function, args in ((_imp.get_frozen_object, ("zipimport", "text")), (_imp.get_frozen_object, ("no such",)), (_imp.get_frozen_object, (1,)),
                       (_imp.find_frozen, (1,)), (_imp.find_frozen, ("no such",)), (_imp.init_frozen, (1,)), (_imp.init_frozen, ("no such",)),
                       (_imp.is_frozen, ("no such",)), (_imp.is_frozen_package, ("no such",)),
                       (_imp._fix_co_filename, (1, "x")), (_imp._fix_co_filename, (say.__code__, 1)), (_imp.is_builtin, ("sys",)),
                       (_imp.is_builtin, ("nosuch",)), (_imp.is_builtin, (1,)), (_imp.create_dynamic, (5,)), (_imp.source_hash, (1, b"x")),
                       (_imp.source_hash, (1, "x"))):
    attempt(function, *args)


class Spec:
    def __init__(self, name, origin):
        self.name, self.origin = name, origin


for spec in Spec(1, "x"), Spec("m", 2), Spec("m", "/no/such/file.so"), Spec("m\0", "x"):
    try:
        print(_imp.create_dynamic(spec))
    except Exception as e:
        print(type(e).__name__, str(e).partition(":")[0])


def outer():
    cell = 1

    def inner():
        print("cell", cell)
    return inner


inner = outer()
for closure in inner.__closure__, None, (), (1,), inner.__closure__ * 2, list(inner.__closure__):
    attempt(exec, inner.__code__, {}, closure=closure)
attempt(exec, "1", {}, closure=())
attempt(exec, say.__code__, {}, closure=inner.__closure__)
attempt(eval, inner.__code__)
for what in exec, eval:
    for args in ("1", 5), ("1", {}, 5), ("1", None, []), (5,), ("1", {"__builtins__": {}}), (b"1 +", {}), (bytearray(b"2"), {}), ("1\0", {}):
        attempt(what, *args)
attempt(compile, "1 <> 2", "x", "eval")
for text in bytearray(b"a"), bytearray(b"ab"), bytearray(), b"", b"xy", 5, "":
    attempt(ord, text)


class Lines:
    def __init__(self, *lines):
        self.lines = list(lines)

    def readline(self):
        line = self.lines.pop(0)
        if isinstance(line, Exception):
            raise line
        return line

    def fileno(self):
        raise io.UnsupportedOperation("none")


stdin, stdout, stderr = sys.stdin, sys.stdout, sys.stderr
sys.stdin = Lines("one\n", "two", "", b"bytes\n", 7, OSError("broken"), "\n")
for _ in range(7):
    attempt(input, "? ")


class Mute:
    def write(self, text):
        raise OSError("no writing")

    def flush(self):
        raise OSError("no flushing")


for place in "stdin", "stdout", "stderr":
    for value in (None, Mute()) if place != "stdin" else (None,):
        sys.stdin = Lines("line\n")
        setattr(sys, place, value)
        try:
            answer = repr(input("prompt "))
        except Exception as e:
            answer = f"{type(e).__name__} {e}"
        sys.stdin, sys.stdout, sys.stderr = stdin, stdout, stderr
        print(place, value and "mute", answer)
for start in 0, 1.5, [], "", b"", bytearray():
    attempt(sum, [], start)
    attempt(sum, [start], start)
attempt(sum, [1, 2**70, 1.5, 2], 1)
attempt(sum, [1, "a"])
