"""Of several arguments the first that raises ends the call: the next is not asked, least of all while that is raised."""
import _lsprof
import decimal


class Raises:
    def __init__(self, error): self.error = error
    def __bool__(self): print("  asked", self.error.__name__); raise self.error("lost")
    __float__ = __index__ = __bool__


A, B, C = Raises(KeyError), Raises(ValueError), Raises(IndexError)
for f in (lambda: _lsprof.Profiler().enable(A, B), lambda: _lsprof.Profiler().enable(True, B), lambda: _lsprof.Profiler(timeunit=A, subcalls=B, builtins=C), lambda: _lsprof.Profiler(subcalls=B, builtins=C),
          lambda: _lsprof.Profiler(subcalls=C, builtins=A), lambda: _lsprof.Profiler(subcalls=2 ** 31), lambda: _lsprof.Profiler().enable(-2 ** 63 - 1), lambda: _lsprof.Profiler(subcalls=1.5), lambda: _lsprof.Profiler().enable(subcalls=[])):
    try: print(f())
    except Exception as e: print(type(e).__name__, e, repr(e.__context__))

def inner(): pass
def counted(profiler, *how):
    profiler.enable(*how)
    inner(), len('')
    profiler.disable()
    return sorted((e.code if isinstance(e.code, str) else e.code.co_name, e.callcount, e.calls and len(e.calls)) for e in profiler.getstats())


for how in (), (0, 0), (1, 1), (-1, -1), (True, False), (0, 1):
    for given in (), (0, 0), (-1, 1), (7, -3):
        print(how, given, counted(_lsprof.Profiler(**dict(zip(('subcalls', 'builtins'), how))), *given))

# A width does not begin with 0, not even behind the 0 that asks for zeros.
for spec in "00.3E", "05", "005", " 00", "0", "<05", "0,", "00,", "+010.1f", "z05", "0005.2f":
    try: print(spec, repr(format(decimal.Decimal("12.50"), spec)))
    except ValueError as e: print(spec, e)
