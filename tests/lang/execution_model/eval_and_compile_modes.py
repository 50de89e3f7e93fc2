print(eval("1 + 2"), eval("x * 2", {"x": 21}), eval("  3"), eval(compile("4", "f", "eval")))
c = compile("a = 1\nb = a + 1", "name", "exec")
ns = {}
exec(c, ns)
print(ns["b"], c.co_filename, c.co_name)
exec(compile("5 + 5\n", "<s>", "single"))
for args in (("x = 1", "f", "eval"), ("1", "f", "bad"), ("a\0b", "f", "exec"), ("x=1\ny=2", "f", "single")):
    try:
        compile(*args)
    except (SyntaxError, ValueError) as e:
        print(type(e).__name__, e)
