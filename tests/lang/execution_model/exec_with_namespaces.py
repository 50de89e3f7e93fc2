g, l = {}, {}
exec("a = 1\ndef f(): return a", g, l)
print(sorted(k for k in g if k != "__builtins__"), sorted(l))
try:
    l["f"]()
except NameError as e:
    print(e)
exec("b = 2", g)
print(g["b"])
def fn():
    x = 1
    exec("x = 2; y = 3")
    return x, "y" in locals()
print(fn())
for bad in ("exec(1)", "exec('1', 1)", "exec('1', {}, 1)", "eval('1 +')"):
    try:
        eval(bad)
    except (TypeError, SyntaxError) as e:
        print(type(e).__name__, e)
