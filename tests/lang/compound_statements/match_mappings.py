def f(x):
    match x:
        case {"a": 1, "b": b}: return f"a1 b={b}"
        case {"a": a, **rest}: return f"a={a} {rest}"
        case {1: _}: return "has 1"
        case {}: return "mapping"
        case _: return "no"
for v in ({"a": 1, "b": 2}, {"a": 5, "c": 6}, {"a": 1}, {1: 2}, {}, {"z": 0}, [], 5):
    print(f(v))
import collections
d = collections.defaultdict(int)
match d:
    case {"missing": _}: print("never")
    case _: print("not made", dict(d))
