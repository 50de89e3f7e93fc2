"""The order in which built-in exceptions know their subclasses."""
import builtins

BUILT_IN = set(map(vars(builtins).get, """
    ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError
    BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
    ConnectionResetError DeprecationWarning EOFError EncodingWarning Exception ExceptionGroup FileExistsError
    FileNotFoundError FloatingPointError FutureWarning GeneratorExit ImportError ImportWarning IndentationError
    IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError
    NameError NotADirectoryError NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError
    ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration
    StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError
    UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError
    Warning ZeroDivisionError
""".split()))
for cls in (BaseException, Exception, ArithmeticError, ConnectionError, ImportError, LookupError, OSError, RuntimeError, UnicodeError, Warning):
    known = cls.__subclasses__()
    print(cls.__name__, sorted(BUILT_IN.intersection(known), key=known.index))


class Mine(LookupError):
    pass


print(LookupError.__subclasses__()[-1])
