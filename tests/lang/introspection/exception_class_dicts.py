# Which special methods each exception class has in its own dictionary.
import builtins

for name in sorted(vars(builtins)):
    cls = vars(builtins)[name]
    if isinstance(cls, type) and issubclass(cls, BaseException) and cls.__name__ == name:
        if name == "ExceptionGroup":
            continue
        print(name, *sorted(k for k in cls.__dict__ if k not in ("__doc__", "__module__")))
