import builtins

for name in sorted(vars(builtins)):
    cls = vars(builtins)[name]
    if isinstance(cls, type) and issubclass(cls, BaseException) and cls.__name__ == name:
        for key in sorted(cls.__dict__):
            value = cls.__dict__[key]
            if "descriptor" in type(value).__name__ and not key.startswith("__"):
                print(f"{name}.{key}", type(value).__name__)
