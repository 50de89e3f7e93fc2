def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


from types import MappingProxyType

# eval() looks at locals first, exec() at globals.
show(eval, "1", 5, 6)
show(eval, "1", 5)
show(eval, "1", [])
show(eval, "1", MappingProxyType({}))
show(eval, "1", {}, 6)
show(eval, "x", {}, MappingProxyType({"x": 7}))
show(exec, "1", 5, 6)
show(exec, "1", {}, 6)
show(exec, "1", MappingProxyType({}))
show(eval, memoryview(b"1+1x")[::2])
show(eval, memoryview(b"1+1"))
show(eval, 1)
show(exec, None)
show(exec, compile("1", "", "exec"), {}, closure=())
show(exec, "1", {}, {}, closure=())
