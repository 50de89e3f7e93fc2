import sys
sys.breakpointhook = lambda *a, **k: print("hook", a, k)
breakpoint(1, x=2)
sys.displayhook("shown")
sys.displayhook(None)
import builtins
print(builtins._)
sys.displayhook = lambda v: print("display", v)
exec(compile("1 + 1", "s", "single"))
