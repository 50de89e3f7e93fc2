import inspect

for cls in (object, int, float, complex, str, list, dict, set, frozenset, range, slice,
            type, property, BaseException):
    for name in sorted(cls.__dict__):
        value = cls.__dict__[name]
        if callable(value) and name not in ("__class__", "__sizeof__"):
            try:
                print(f"{cls.__name__}.{name}", inspect.signature(value))
            except ValueError:
                print(f"{cls.__name__}.{name}", "none")
