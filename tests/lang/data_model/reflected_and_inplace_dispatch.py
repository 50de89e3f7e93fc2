"""Which of two operands answers: subclasses first, NotImplemented, missing methods, None."""
ops = {"add": "+", "sub": "-", "mul": "*", "matmul": "@", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "lshift": "<<", "rshift": ">>", "and": "&", "xor": "^", "or": "|"}


def body(tag, names, result):
    def make(n):
        def method(self, other, *mod): print("  ", tag, n, type(other).__name__, *mod); return result
        return method
    return {n: make(n) for n in names}


everything = [f"__{p}{n}__" for n in [*ops, "divmod"] for p in ("", "r", "i") if not (n == "divmod" and p == "i")]
No = type("No", (), body("No", everything, NotImplemented))
Yes = type("Yes", (), body("Yes", everything, "yes"))
SubYes = type("SubYes", (Yes,), body("SubYes", everything, "sub"))
SubPlain = type("SubPlain", (Yes,), {})
SubNo = type("SubNo", (Yes,), body("SubNo", everything, NotImplemented))
Nones = type("Nones", (), {n: None for n in everything})
Empty = type("Empty", (), {})
things = [No(), Yes(), SubYes(), SubPlain(), SubNo(), Nones(), Empty(), 1]
for sign in "+", "**", "@":
    for l in things:
        for r in things:
            for source in f"l {sign} r", f"l {sign}= r":
                print(type(l).__name__, source[2:-2], type(r).__name__)
                names = {"l": l, "r": r}
                try:
                    exec(source if "=" in source else "l = " + source, names)
                    print("   ->", names["l"] if isinstance(names["l"], str) else type(names["l"]).__name__)
                except TypeError as e:
                    print("   ->", e)
for l in things[:3] + [1]:
    for r in things[:3] + [1]:
        for f in lambda: divmod(l, r), lambda: pow(l, r, 5), lambda: pow(5, l, r):
            try:
                print(type(l).__name__, type(r).__name__, f())
            except TypeError as e:
                print(type(l).__name__, type(r).__name__, e)
