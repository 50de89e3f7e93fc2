"""Attributes that types in C describe, loaded again and again at one place: of other types, of subclasses that replace
them, where they are put into classes to which they do not belong, where they raise, and where their type changes."""
import sys
import types


def loads(name, objects, turns=40):
    namespace = {}
    exec(f"def load(o): return o.{name}", namespace)
    load, seen = namespace["load"], []
    for o in objects:
        for turn in range(turns):
            try:
                value = load(o)
            except Exception as error:
                value = f"{type(error).__name__}: {error}"
        seen.append(value)
    print(name, *seen, sep="\n    ")


class Whole(int):
    pass


class Replaced(int):
    @property
    def real(self):
        return "replaced"


class Stored(int):
    real = "of the class"


class Borrowed:
    numerator = vars(int)["numerator"]
    co_name = vars(types.CodeType)["co_name"]


def function():
    "A text."


loads("real", [1, Whole(2), 1.5, True, 10**30, Replaced(3), Stored(4), None, 2j, Whole(5)])
loads("numerator", [1, Borrowed(), 2, Borrowed(), Whole(3)])
loads("co_name", [function.__code__, Borrowed(), loads.__code__, 3])
loads("__name__", [function, int, sys, loads, len, types.MethodType(function, 1), 1])
loads("__doc__", [function, int.__add__, Whole(1), Borrowed])
loads("__dict__", [function, Whole(1), 1, types.SimpleNamespace(a=1)])
loads("start", [slice(1, 2), range(3, 4), slice(None), 1])
loads("args", [ValueError(1, 2), KeyError("k"), OSError(2, "x"), 1])
loads("filename", [OSError(2, "x", "f"), OSError(2), SyntaxError("x", ("g", 1, 1, ""))])
loads("value", [StopIteration(3), StopIteration(), Replaced(1)])
loads("__traceback__", [ValueError(), KeyError()])
loads("f_lineno", [sys._getframe(), 1])
loads("characters_written", [OSError(1, "x"), BlockingIOError(1, "x", 3), OSError(1, "x")])

# The class changes while the place remembers its attribute.
number = Whole(7)
namespace = {}
exec("def load(o): return o.imag", namespace)
load = namespace["load"]
for turn in range(60):
    if turn == 20:
        Whole.imag = "now the class's"
    elif turn == 30:
        number.imag = "now its own"
    elif turn == 40:
        del Whole.imag
    elif turn == 50:
        Whole.imag = property(lambda self: "computed")
    if turn % 10 in (0, 9):
        print(turn, load(number))

# A trace function that looks at its frame, as debuggers do.
seen = []


def traced(n):
    total = 0
    for i in range(n):
        total += i
    return total


def follow(frame, event, arg):
    seen.append((frame.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno, event, sorted(frame.f_locals)))
    return follow


sys.settrace(follow)
traced(12)
sys.settrace(None)
print(len(seen), seen[:3], seen[-2:])
