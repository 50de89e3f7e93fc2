class Own(ExceptionGroup):
    def __new__(cls, message, excs, code=0):
        self = super().__new__(cls, message, excs)
        self.code = code
        return self
    def __init__(self, *args): pass
    def derive(self, excs): return Own(self.message, excs, self.code)
class NoDerive(ExceptionGroup): pass
class BadDerive(ExceptionGroup):
    def derive(self, excs): return 3
def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


g = Own("own", [ValueError(1), TypeError(2)], 7)
g.add_note("a note")
match, rest = g.split(ValueError)
print(repr(match), match.code, repr(rest), rest.code, match.__notes__)
match.add_note("more")
print(g.__notes__, g.subgroup(OSError), g.split(Exception))
print(type(NoDerive("n", [ValueError(1), TypeError(2)]).split(ValueError)[0]).__name__)
show(lambda: BadDerive("n", [ValueError(1), TypeError(2)]).split(ValueError))
show(lambda: g.split(3))
show(lambda: g.split((ValueError, 3)))
show(lambda: g.subgroup(lambda e: 1 / 0))
show(lambda: g.split(lambda e: "truthy" if isinstance(e, TypeError) else ""))
for args in (), ("a",), ("a", []), ("a", [3]), ("a", 3), (3, [ValueError()]), ("a", {ValueError()}), ("a", [KeyboardInterrupt()]), \
        ("a", [ValueError], 3), ("a", [ValueError]):
    show(lambda: ExceptionGroup(*args))
print(type(BaseExceptionGroup("a", [ValueError()])).__name__, type(BaseExceptionGroup("a", [SystemExit()])).__name__)
class Mixed(ExceptionGroup, ValueError): pass
print(repr(Mixed("m", (ValueError(1),))), str(Mixed("m", [ValueError(1)] * 2)), Mixed("m", [ValueError()]).args)

show(lambda: setattr(g, "message", "x"))
show(lambda: setattr(g, "exceptions", ()))
print(ExceptionGroup[int], g.exceptions)
