def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


glob, loc = {"a": 1}, {"b": 2}
exec("c = a + b; global d; d = 4", glob, loc)
print(sorted(k for k in glob if k != "__builtins__"), loc)
exec("class C:\n x = a\n def f(self): return a\ny = C().f()", glob)
print(glob["C"].x, glob["y"], glob["C"].__module__)
show(lambda: exec("def f(): return b", glob, loc) or loc["f"]())
show(lambda: eval("[a for _ in '12']", glob, loc))
show(lambda: eval("[b for _ in '12']", glob, loc))
show(lambda: eval("(lambda: b)()", glob, loc))
show(lambda: eval("a + b", glob, loc))
show(lambda: exec("x", 3))
show(lambda: exec("x", {}, 3))
show(lambda: eval("x", []))
show(lambda: eval("x", {}, 3))
show(lambda: exec(3))
show(lambda: eval("x = 1"))
show(lambda: eval("  1 + 1  \n"))
show(lambda: eval(b"'\xc3\xa9'"))
show(lambda: eval("a\0b"))
show(lambda: exec(compile("x = 1", "f", "exec")) or "no value")
show(lambda: eval(compile("x = 1", "f", "exec"), {}))
show(lambda: exec("y", {"__builtins__": {"y": 5}}))
show(lambda: eval("len", {"__builtins__": {}}))


class Names(dict):
    def __missing__(self, key):
        return f"<{key}>"


show(lambda: eval("one + two", {}, Names()))
