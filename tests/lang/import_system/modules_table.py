import sys
import support.plain
first = support.plain
import support.plain as again
print(first is again, first.count)
del sys.modules["support.plain"]
import support.plain as fresh
print(fresh is first, fresh.count)
sys.modules["made_up"] = 42
import made_up
print(made_up)
sys.modules["blocked"] = None
try:
    import blocked
except ImportError as e:
    print(type(e).__name__, e)
