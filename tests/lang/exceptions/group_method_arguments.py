def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


group = ExceptionGroup("g", [ValueError(1), TypeError(2)])
for name in "split", "subgroup", "derive":
    method = getattr(group, name)
    show(method)
    show(method, 1, 2)
show(group.split, 5)
show(group.subgroup, (ValueError, 5))
show(group.derive, [])
show(group.derive, [5])
show(group.derive, 5)
show(group.derive, [OSError()])
show(ExceptionGroup)
show(ExceptionGroup, "m")
show(ExceptionGroup, 1, [ValueError()])
show(ExceptionGroup, "m", [])
show(ExceptionGroup, "m", [1])
show(ExceptionGroup, "m", [KeyboardInterrupt()])
show(ExceptionGroup, "m", [ValueError], x=1)
