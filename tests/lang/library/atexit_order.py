"""Functions at exit run last first; what they raise is reported and forgotten."""
import atexit, sys
sys.unraisablehook = lambda u: print(u.err_msg, u.exc_type.__name__, u.object.__name__)
@atexit.register
def a(): print('a')
atexit.register(print, 1, 2, sep='-')
def bad(): 1/0
atexit.register(bad)
def late(): atexit.register(print,'nested')
atexit.register(late)
atexit.register(a); print(atexit._ncallbacks()); atexit.unregister(a); print(atexit._ncallbacks())
try: atexit.register()
except TypeError as e: print(e)
try: atexit.register(3)
except TypeError as e: print(e)
def ex(): sys.exit(3)
atexit.register(ex)
class C:
    def __eq__(s,o): atexit._clear(); return True
print('end')
