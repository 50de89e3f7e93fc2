def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


# Old style functions tell their bare name, others the module's as well.
import functools
import gc
import math
import operator
import time
import _thread

for f in (time.gmtime, time.strftime, time.sleep, time.asctime, gc.set_threshold, gc.collect,
          gc.get_referents, gc.is_tracked, math.log, math.sqrt, math.hypot, functools.reduce,
          _thread.stack_size, _thread.get_ident, operator.add, len, getattr, dir):
    show(f, zzz=1)
show(gc.set_threshold)
show(gc.set_threshold, 1, 2, 3, 4)
