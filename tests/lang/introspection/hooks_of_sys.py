def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import builtins
import io
import sys

sys.displayhook(None)
builtins._ = "untouched"
sys.displayhook(None)
print(builtins._)
sys.displayhook([1])
print(builtins._)
old = sys.stdout
sys.stdout = io.StringIO()
sys.displayhook("\udc80\xe9")
text, sys.stdout = sys.stdout.getvalue(), old
print(ascii(text))
err, sys.stderr = sys.stderr, io.StringIO()
try:
    raise ValueError("seen") from KeyError("cause")
except ValueError as e:
    sys.excepthook(type(e), e, None)
sys.excepthook(TypeError, TypeError("plain"), None)
text, sys.stderr = sys.stderr.getvalue(), err
print(text)
show(sys.excepthook)
show(sys.excepthook, 1, 2)
show(sys.displayhook)
show(sys.unraisablehook, 5)
print(sys.__displayhook__ is sys.displayhook, sys.__excepthook__ is sys.excepthook,
      sys.__unraisablehook__ is sys.unraisablehook, sys.__breakpointhook__ is sys.breakpointhook)
