class Point:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
class Plain:
    x = 1
class BadArgs:
    __match_args__ = ["x"]
class OddArgs:
    __match_args__ = ("x", 3)
    x = 1
class Twice:
    __match_args__ = ("x", "x")
    x = 1
class Raises:
    __match_args__ = ("x",)
    @property
    def x(self): raise ValueError("in x")
class Missing:
    __match_args__ = ("nothing",)
class Sub(Point):
    __match_args__ = ()


def show(source, subject):
    names = dict(globals(), subject=subject)
    try:
        exec(f"match subject:\n  case {source}: out = {{k: v for k, v in locals().items() if k in 'abc'}}\n  case _: out = None", names)
        print(source, "->", names["out"])
    except Exception as e:
        print(source, "->", type(e).__name__, e)


for source in ("Point(a, b)", "Point(1, y=b)", "Point(1, x=b)", "Point(a, b, c)", "Point(z=a)", "Point()", "Point(x=1, y=2)",
               "Sub(a)", "int(a)", "Point(2)", "Point(int(a), str() | int())"):
    show(source, Point(1, 2))
for source in ("Plain(1)", "Plain(x=a)", "BadArgs()", "int()"):
    show(source, Plain())
show("BadArgs(a)", BadArgs())
show("OddArgs(a)", OddArgs())
show("OddArgs(a, b)", OddArgs())
show("Twice(a, b)", Twice())
show("Raises(a)", Raises())
show("Missing(a)", Missing())
show("Sub(x=a)", Sub(1, 2))
show("Sub(a)", Sub(1, 2))
for source in "int(a)", "int(a, b)", "str(a)", "bool(a)", "int(real=a)", "object(a)", "len()", "undefined()", "Point.x()":
    show(source, True)
for t in "bool bytearray bytes dict float frozenset int list set str tuple".split():
    show(f"{t}(a)", eval(t)())
