import traceback


class Point:
    __match_args__ = ("x",)
    @property
    def x(self): raise ValueError("x")
def subject():
    match 1 + "":
        case 1: pass
def value():
    match 1:
        case Point.none: pass
def not_a_class():
    match 1:
        case len(): pass
def too_many():
    match Point():
        case Point(1, 2): pass
def attribute():
    match Point():
        case Point(1): pass
def guard():
    match 1:
        case x if x + "": pass
def twice():
    match Point():
        case Point(1, x=2): pass
CALLS = subject, value, not_a_class, too_many, attribute, guard, twice

for call in CALLS:
    try:
        call()
    except Exception:
        print(*traceback.format_exc().splitlines()[4:], sep="\n")
