# A name with a NUL in it names no module, and a __doc__ must be encodable.
for name in ("string\0", "a\0b.c", "\0"):
    try:
        __import__(name)
    except ImportError as e:
        print(type(e).__name__, ascii(str(e)).partition(";")[0])
try:
    type("A", (), {"__doc__": "x\udcdcy"})
except UnicodeEncodeError as e:
    print(e)
A = type("A", (), {"__doc__": "\xe4 x\0y"})
A.__doc__ += "\udcdc"
print(ascii(A.__doc__))
