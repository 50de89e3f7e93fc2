"""Local variables of every kind: prints {name: repr}, then stands still."""
import json
import time


class Plain:
    pass


class Sub(dict):
    pass


def addressed(x):
    """The repr of what has no other than its address."""
    return f"<{type(x).__name__} object at {id(x):#x}>"


def values(an_argument, *rest, keyword=2.5, **more):
    nothing, true, false, dots, not_implemented = None, True, False, ..., NotImplemented
    zero, small, negative, edge, below, big, huge = 0, 7, -7, 2**62, -2**62 - 1, 2**100, -10**100
    half, minus_zero, infinity, tiny, pi, z = 0.5, -0.0, float("inf"), 5e-324, 3.141592653589793, 1.5 - 2j
    text, quoted, wide, astral, surrogate = "abc", "it's \n", "naïve ж", "\U0001f600 x", "\ud800"
    raw, array = b"\x00a'", bytearray(b"xy")
    empty, one, pair, nested = (), (1,), (1, "a"), ((1, [2, {3: 4}]), [])
    table, no_table, members, frozen = {"a": 1, 2: None}, {}, {5}, frozenset()
    six, left = frozenset(range(6)), {1, 2, 9}
    left.discard(2)
    long_list, long_text = list(range(100)), "x" * 1000
    plain, sub = Plain(), Sub(a=1)
    cell, deleted = [1], 1
    itself = []
    itself.append(itself)
    del deleted
    inner = lambda: cell  # noqa: E731
    wanted = {name: repr(value) for name, value in list(locals().items())}
    wanted.update(plain=addressed(plain), sub=addressed(sub), inner=f"<function {inner.__qualname__} at {id(inner):#x}>",
                  long_list="[0, 1, 2, 3, 4, 5, ...]", long_text=repr("x" * 60) + "...",
                  nested="((1, [2, {...}]), [])", itself="[[[[...]]]]")
    print(json.dumps(wanted), flush=True); wanted = text = None; time.sleep(1000)  # noqa: E702


values(1, 2, keyword=3.5, other="o")
