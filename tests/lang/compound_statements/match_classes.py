class P:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
def f(v):
    match v:
        case P(0, 0): return "origin"
        case P(x=0, y=y): return f"y axis {y}"
        case P(x, y) if x == y: return f"diagonal {x}"
        case P(): return "point"
        case int(n): return f"int {n}"
        case str() as s: return f"str {s}"
        case list([a, *_]): return f"list {a}"
        case bool() | float(): return "never bool"
        case _: return "other"
for v in (P(0, 0), P(0, 3), P(2, 2), P(1, 2), 5, True, "s", [1, 2], 2.5, None):
    print(f(v))
for text in ("P(1, 2, 3)", "int(1, 2)", "P(1, x=1)"):
    try:
        exec(f"match P(1, 2) if 'P' in {text!r} else 1:\n    case {text}: pass")
    except TypeError as e:
        print(e)
class NoArgs: pass
try:
    match NoArgs():
        case NoArgs(1): pass
except TypeError as e:
    print(e)
