vals = {"1": 1, "'a'": "a", "[]": [], "None": None, "{}": {}, "1.5": 1.5, "b''": b""}
for op in ("+", "-", "*", "/", "%", "<", "&", "**", "//", "@"):
    for a, b in (("1", "'a'"), ("'a'", "1"), ("[]", "None"), ("{}", "1.5"), ("b''", "'a'"), ("[]", "[]")):
        try:
            print(f"{a} {op} {b} =", eval(f"{a} {op} {b}"))
        except TypeError as e:
            print(f"{a} {op} {b}:", e)
