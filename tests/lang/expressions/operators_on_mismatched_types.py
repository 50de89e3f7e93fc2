"""Every binary operator on pairs of unrelated types: the message names operator and types."""
class Q:
    def __repr__(self): return "Q"


pairs = [(1, "a"), ("a", 1), ([], {}), (None, 1), (1.5, None), (Q(), 1), (1, Q()), ({}, set()), (b"", ""), ((), []),
         (1j, 2), (2, 1j), (range(3), 1), (int, 1), (print, 2), (..., 1), (True, None), ("a", b"a"), ({1}, [1])]
for op in "+ - * / // % ** @ << >> & | ^".split():
    for l, r in pairs:
        for source in f"l {op} r", f"l {op}= r":
            names = {"l": l, "r": r}
            try:
                exec("x = " + source if "=" not in source else source + "; x = l", names)
                print(source, repr(names["x"]))
            except Exception as e:
                print(source, type(e).__name__, e)
