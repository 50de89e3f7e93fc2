sources = [
    "f(a=1, 2)", "f(**k, 1)", "f(**k, *a)", "f(a=1, *b, 2)", "f(a=1, a=2)", "f(1=2)", "f(a.b=1)",
    "f(a()=1)", "f(a[0]=1)", "f(None=1)", "f(True=1)", "f(-a=1)", "f('a'=1)", "f(a=)", "f(a=, b)",
    "f(=1)", "f(*)", "f(**)", "f(a b)", "f(a, b c)", "f(x for x in y, 1)", "f(1, x for x in y)",
    "f(x for x in y for z in w, a=1)", "f(a=x for x in y)", "f(*x for x in y)", "f(**x for x in y)",
    "f(a := 1, b = 2)", "f(a = b := 1)", "f(lambda x: x=1)", "f(a or b=1)", "f(,)", "f(a,,b)",
    "f(a", "f(a)) ", "f((a)", "class C(a=1, a=2): pass", "class C(x for x in y): pass",
    "f(__debug__=1)", "f(yield)", "f(a, yield x)", "f(await x)"]


for source in sources:
    try:
        compile(source, "file", "exec")
        print("accepted", repr(source))
    except SyntaxError as e:
        print(repr(source))
        print("   ", type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
