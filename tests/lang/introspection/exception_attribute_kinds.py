import builtins

names = """
ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup
BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError
ConnectionAbortedError ConnectionError ConnectionRefusedError
ConnectionResetError DeprecationWarning EOFError EncodingWarning Exception
ExceptionGroup FileExistsError FileNotFoundError FloatingPointError
FutureWarning GeneratorExit ImportError ImportWarning IndentationError
IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt
LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError
NotImplementedError OSError OverflowError PendingDeprecationWarning
PermissionError ProcessLookupError RecursionError ReferenceError
ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration
SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError
TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError
UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning
ZeroDivisionError
""".split()
names.remove("ExceptionGroup")
for name in names:
    cls = vars(builtins)[name]
    for key in sorted(cls.__dict__):
        value = cls.__dict__[key]
        if "descriptor" in type(value).__name__ and not key.startswith("__"):
            print(f"{name}.{key}", type(value).__name__)
