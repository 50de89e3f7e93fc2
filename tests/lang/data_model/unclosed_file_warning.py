"""A ResourceWarning is given where the file's last reference goes."""
import warnings

warnings.simplefilter("always")
f = open("/dev/null")
del f


def g():
    open("/dev/null")


def h():
    f = open("/dev/null")


g()
h()
import tracemalloc
print(tracemalloc.is_tracing(), tracemalloc.get_traced_memory(), tracemalloc.get_traceback_limit(),
      tracemalloc.get_object_traceback(1), tracemalloc.clear_traces(), tracemalloc.stop())
for frames in 0, 65536, "x":
    try:
        tracemalloc.start(frames)
    except (ValueError, TypeError) as e:
        print(e)
