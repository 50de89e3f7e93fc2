sources = [
    "for 1 in x: pass", "for f() in x: pass", "for a, 1 in x: pass", "for *a in x: pass",
    "for x in *a: pass", "with a as 1: pass", "with a as f(): pass", "with a as (b, 1): pass",
    "del f()", "del 1", "del a, 1", "del (a, f())", "del *a", "del a + b", "del [a, *b]", "del",
    "[x for 1 in y]", "[x for f() in y]", "import a as b.c", "from a import b.c", "import a as 1",
    "except_ = 1", "def f(1): pass", "def f(a.b): pass", "lambda 1: 0", "class 1: pass",
    "global 1", "global a.b", "nonlocal 1", "for x y: pass", "with a as: pass", "(x for x() in y)"]


for source in sources:
    try:
        compile(source, "file", "exec")
        print("accepted", repr(source))
    except SyntaxError as e:
        print(repr(source))
        print("   ", type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
