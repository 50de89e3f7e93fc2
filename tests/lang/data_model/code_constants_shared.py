# Equal tuples of constants and names of one compilation are one object.
ns = {}
for text in ("None", "0", "0.0", "b'abc'", "'abc'", "('x', 1)"):
    exec(f"f1, f2 = lambda: {text}, lambda: {text}", ns)
    f1, f2 = ns["f1"], ns["f2"]
    print(text, f1.__code__.co_consts is f2.__code__.co_consts, f1.__code__.co_consts)

for one, other in (("0", "0.0"), ("0.0", "-0.0"), ("1", "True"), ("(0,)", "(0.0,)"), ("'a'", "b'a'")):
    exec(f"f1, f2 = lambda: {one}, lambda: {other}", ns)
    print(one, other, ns["f1"].__code__.co_consts is ns["f2"].__code__.co_consts, ns["f1"]().__repr__(), ns["f2"]())

f1, f2 = lambda: a.b, lambda: a.b
print(f1.__code__.co_names is f2.__code__.co_names)
