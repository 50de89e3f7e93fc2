sources = [
    "f() = 1", "a + b = 1", "-a = 1", "None = 1", "True = 1", "... = 1", "1 = x", "'a' = x",
    "f'{a}' = 1", "a if b else c = 1", "lambda: x = 1", "(yield) = 1", "[a, 1] = b", "(a, f()) = b",
    "{a} = b", "{a: b} = c", "[x for x in y] = z", "a < b = c", "a and b = c", "not a = b",
    "*a = b", "*a, *b = c", "a, b += 1", "[a] += 1", "f() += 1", "(a, b): int = 1", "[a]: int",
    "a, b: int", "f(): int", "x: int: str", "(a := 1) = 2", "a.b := 1", "(a.b := 1)", "(f() := 1)",
    "x := 1", "a = b := c", "__debug__ = 1", "a.__debug__ = 1", "await x = 1", "a = 1 = b"]


for source in sources:
    try:
        compile(source, "file", "exec")
        print("accepted", repr(source))
    except SyntaxError as e:
        print(repr(source))
        print("   ", type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
