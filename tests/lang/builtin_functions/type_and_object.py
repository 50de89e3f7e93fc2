print(type(1), type(type), type(None).__name__, type("X", (), {}).__name__, object.__name__, isinstance(object(), object), type(object()) is object, str(object())[:18])
print(callable(print), callable(5), callable(type), int.__class__, type.__mro__, object.__bases__)
for text in ("type()", "type(1, 2)", "type('X', 1, {})", "object(1)", "type.__call__()", "type.mro()", "object.__new__()", "object.__new__(5)", "object.__new__(int)"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
