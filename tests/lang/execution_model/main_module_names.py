print(__name__, __doc__, __annotations__, __builtins__.__name__)
import sys
print(sys.modules["__main__"].__dict__ is globals(), __spec__, __package__)
