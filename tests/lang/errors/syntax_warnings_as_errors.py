import warnings

warnings.simplefilter("error")
for source in "x = 1\nif x is 1: pass", "assert (x, 1)", "y = [1](2)", "'a\\d'", "z = 1if 2else 3":
    try:
        compile(source, "file", "exec")
    except SyntaxError as e:
        print(e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset, repr(e.text))
