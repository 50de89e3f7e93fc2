import ast


def show(*args, **kwargs):
    try:
        code = compile(*args, **kwargs)
        print(args[2], repr(args[0])[:18], getattr(code, "co_name", code.__class__.__name__))
    except Exception as e:
        print(args[2:], repr(args[0])[:18], type(e).__name__, e)


for source in "1", "x = 1", "x = 1; y = 2", "x\ny", "if x: pass", "if x:\n  y\n", "", "\n\n", "# c", "'a' 'b'":
    for mode in "exec", "eval", "single":
        show(source, "f", mode)
show("1", "f", "other")
show("1", "f", "exec", flags=1 << 30)
show("1", "f", "exec", optimize=3)
show("1", "f", "exec", ast.PyCF_ONLY_AST)
show(ast.parse("1"), "f", "exec")
show(ast.parse("1"), "f", "eval")
show(ast.parse("1", mode="eval"), "f", "eval")
show(3, "f", "exec")
show("1", b"f", "exec")
show(b"\xff", "f", "exec")
show(b"# coding: latin-1\n'\xff'", "f", "eval")
show("# coding: none such\n1", "f", "exec")
show(b"# coding: none-such\n1", "f", "exec")
show("a\0b", "f", "exec")
