# Between the patterns of a class pattern stands a comma, before those by keyword, too.
for inside in ("1 x=2", "'a' x=2", "1, b'a'x=2", "x=1 y=2", "1, 2 x=3", "(1) x=2", "[a] x=2", "B() x=2", "a x=2", "*a x=2", "x=1, 2", "x=1,, y=2", ",x=1", "1 2",
               "1, x=2", "x=1,", "1,", ""):
    for source in f"match v:\n    case A({inside}): pass\n", f"match v:\n    case [A.B({inside})] | None as z: pass\n":
        try:
            compile(source, "patterns", "exec")
            print(inside, "is right")
        except SyntaxError as e:
            print(inside, e.args)
