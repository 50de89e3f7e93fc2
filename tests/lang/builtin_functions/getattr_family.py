class C: x = 1
c = C()
print(getattr(c, "x"), getattr(c, "y", "default"), hasattr(c, "x"), hasattr(c, "y"), setattr(c, "z", 5), c.z, delattr(c, "z"), vars(c), vars(C)["x"])
setattr(c, "not an identifier", 1)
print(vars(c), getattr(c, "not an identifier"))
for text in ("getattr(c, 'y')", "getattr(c, 5)", "setattr(c, 5, 1)", "delattr(c, 'q')", "hasattr(c, 5)", "vars(5)", "getattr(c)", "setattr(c, 'x')"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
