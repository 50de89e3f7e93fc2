"""Whether an instruction that fails has let go of its operands when a trace function hears of the exception."""
import sys


class Noted:
    """An object that tells when it ends, and fails in whatever is done with it."""

    def __init__(self, name="a"):
        self.name = name

    def __del__(self):
        events.append("end of " + self.name)

    def __getattr__(self, name):
        raise KeyError(name)

    def fail(self, *rest):
        raise KeyError("failed")

    __add__ = __iadd__ = __neg__ = __getitem__ = __setitem__ = __delitem__ = __lt__ = __contains__ = fail
    __iter__ = __enter__ = __bool__ = __format__ = __index__ = __hash__ = fail

    def __exit__(self, *rest):
        pass


class Iterates:
    __init__, __del__, __iter__ = Noted.__init__, Noted.__del__, Noted.fail


class Method(Noted):
    def method(self, *rest):
        raise KeyError("method")


def call(*args, **keywords):
    raise KeyError("call")


def trace(frame, event, arg):
    if frame.f_code.co_name != "shown":
        return None
    if event == "exception":
        events.append("exception " + arg[0].__name__)
    return trace


BODIES = """
Noted()(Noted("b"))
Method().method(Noted("b"))
call(Noted())
call(k=Noted())
call(*(Noted(),))
call(**{"k": Noted()})
call(*Noted())
call(**Noted())
len(Noted())
int(Noted())
int(Noted(), base=Noted("b"))
print(file=Noted())
[].index(Noted(), Noted("b"))
Noted() + Noted("b")
Noted() - Noted("b")
x = 1; x += Noted()
x = Noted(); x += Noted("b")
-Noted()
~Noted()
not Noted()
Noted()[Noted("b")]
Noted()[Noted("b"):Noted("c")]
[1, 2][Noted()]
"abc"[Noted()]
{}[Noted()]
Noted()[Noted("b")] = Noted("c")
[1][Noted()] = Noted("b")
del Noted()[Noted("b")]
Noted().attribute
Noted().attribute(Noted("b"))
Noted().attribute = 1; [].attribute = Noted("b")
del Noted().attribute
Noted() < Noted("b")
Noted() in Noted("b")
Noted() in Iterates("b")
Noted() not in Iterates("b")
if Noted() in Iterates("b"): pass
Noted() in {1: Noted("b")}
Noted() in 3
Noted("b") in [Noted()] in 3
a, b = Noted()
a, b = [Noted()]
a, *b = Noted()
a, b = Noted(), *[Noted("b")], Noted("c")
[*Noted()]
{*Noted()}
{Noted()}
{Noted(): Noted("b")}
{**Noted()}
{"k": Noted(), **{"x": Noted("b")}, **3}
f"{Noted()}"
f"{Noted():{'x'}}{Noted('b')}"
f"{Noted()!r}{[][0]}"
[x for x in Noted()]
for x in Noted(): pass
with Noted(): pass
with Noted() as x, Noted("b"): pass
if Noted(): pass
while Noted(): pass
assert Noted()
Noted() and Noted("b")
raise Noted()
raise KeyError from Noted()
lambda: Noted(), missing
(Noted(), missing)
class C(Noted()): pass
print(Noted(), missing)
match Noted("b"), Noted():\\n        case [Noted(x=1), y]: pass
match Noted():\\n        case call(): pass
(yield_ := Noted()).x
{1: 2}.update(Noted())
sorted([1, 2], key=Noted())
x = [Noted()]; x[1]
divmod(Noted(), Noted("b"))
isinstance(Noted(), Noted("b"))
getattr(Noted(), "x")
Noted.fail(Noted())
"%d" % Noted()
"a" + Noted()
[1] + Noted()
slice(Noted()).indices(3)
iter(Noted())
next(Noted())
"""
for text in BODIES.strip().split("\n"):
    events, names = [], dict(globals())
    exec("def shown():\n    " + text.replace("\\n", "\n"), names)
    names["events"] = events
    sys.settrace(trace)
    try:
        names["shown"]()
    except BaseException as e:
        sys.settrace(None)
        events.append("caught " + type(e).__name__)
        e.__traceback__ = None
        del e
    sys.settrace(None)
    print(f"{text:60} {', '.join(events)}")
