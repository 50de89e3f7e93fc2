# type() looks at bases and __slots__ before it asks whether the name can be one.
def show(*args):
    try:
        print(type(*args))
    except Exception as e:
        print(type(e).__name__, e)


class Slots:
    def __iter__(self):
        print("asked")
        return iter(["x"])


for name in "a\0b", "\ud800":
    show(name, (), {})
    show(name, (int, str), {})
    show(name, (bool,), {})
    show(name, (1,), {})
    for slots in ("a", "a"), 1, ("1a",), ("x",), ("__dict__", "__dict__"), Slots():
        show(name, (), {"__slots__": slots})
    show(name, (), {"__slots__": ("x",), "x": 1})
    show(name, (int,), {"__slots__": "x"})
    show(name, (), {"__qualname__": 1})
    show(name, (), {"__classcell__": 1})
show(1, (), {})
