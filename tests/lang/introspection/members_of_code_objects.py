code = (lambda a, *, b=1: a).__code__
for name in sorted(type(code).__dict__):
    value = type(code).__dict__[name]
    if not name.startswith("__"):
        print(name, type(value).__name__)
    if name.startswith("co_") and type(value).__name__ == "member_descriptor":
        try:
            setattr(code, name, 1)
        except Exception as e:
            print("   ", type(e).__name__, e)
