# Behind items a __dict__ is part of the layout: two classes with one each have no common subclass. A str has no items.
import itertools
for base in tuple, int, bytes, str, list:
    A = type("A", (base,), {}); B = type("B", (base,), {}); E = type("E", (base,), {"__slots__": ()}); F = type("F", (base,), {"__slots__": ()})
    A2 = type("A2", (A,), {}); A3 = type("A3", (A,), {"__slots__": ()}); E2 = type("E2", (E,), {})
    try: W = type("W", (base,), {"__slots__": ("__dict__",)})
    except TypeError as e: W = None; print(e)
    for pair in itertools.permutations([c for c in (base, A, B, E, F, A2, A3, E2, W) if c], 2):
        try: t = type("T", pair, {}); print(base.__name__, *(c.__name__ for c in pair), "->", t.__base__.__name__)
        except TypeError as e: print(base.__name__, *(c.__name__ for c in pair), str(e)[:60])
print(str.__itemsize__, type("S", (str,), {}).__itemsize__)
