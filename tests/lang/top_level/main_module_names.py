import __main__
import sys

print(__name__, __main__ is sys.modules["__main__"], __main__.__dict__ is globals())
print(__file__.rpartition("/")[2], __package__, __spec__, __doc__, __annotations__)
print(sorted(n for n in globals() if n.startswith("__")))
print(type(__builtins__).__name__, __builtins__.__name__, type(__loader__).__name__)
x: int = 1
print(__annotations__, __main__.x)
print(sys.argv[0].rpartition("/")[2], sys.argv[1:], sys.flags.optimize, __debug__)
