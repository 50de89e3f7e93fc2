"""The order in which built-in exceptions know their subclasses."""
import builtins

for cls in (BaseException, Exception, ArithmeticError, ConnectionError, ImportError, LookupError, OSError, RuntimeError, UnicodeError, Warning):
    print(cls.__name__, [sub.__name__ for sub in cls.__subclasses__() if getattr(builtins, sub.__name__, None) is sub])


class Mine(LookupError):
    pass


print([sub.__name__ for sub in LookupError.__subclasses__() if sub.__module__ != "encodings"])
