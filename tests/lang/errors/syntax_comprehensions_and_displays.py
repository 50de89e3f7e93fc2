sources = [
    "[x, y for x in z]", "[x, y, for x in z]", "(x, y for x in z)", "{x, y for x in z}",
    "{x: y, z}", "{x: y, **z: 1}", "{x: *y}", "{*x: y}", "{x:}", "{x: , y: z}", "{x: y z: w}", "{:}",
    "{**x for x in y}", "{**x}", "[*x for x in y]", "(*x for x in y)", "{*x for x in y}", "{*x, y: z}",
    "[x for x in 1, 2]", "[x for x in lambda: y, z]", "[x for x, in y]", "[for x in y]", "[x for in y]",
    "[x for x]", "[x for x in]", "[x if y for x in z]", "[x for x in y if]", "[x async for x in y]",
    "[(yield) for x in y]", "[(yield from z) for x in y]", "{(yield): 1 for x in y}",
    "((yield) for x in y)", "[x := 1 for x in y]", "[(y := x) for x in (y := z)]",
    "[i for i in (j := x)]", "[[(i := 0) for j in x] for i in y]", "class C: [(a := x) for x in y]",
    "[x for x in *y]", "()=[x for x in y", "[1 2]", "(1 2)", "{1 2}", "[1,,2]", "(,)", "[,]", "{,}"]


for source in sources:
    try:
        compile(source, "file", "exec")
        print("accepted", repr(source))
    except SyntaxError as e:
        print(repr(source))
        print("   ", type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
