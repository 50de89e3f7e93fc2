"""Makes events of provider minipy whose arguments are known (more_markers.out)."""
import _thread
import gc
import probes


class Mine:
    __slots__ = ()


def fails(what):
    raise ValueError(what)


def catches():
    try:
        fails("bad value")
    except ValueError:
        pass


def numbers():
    yield 1
    yield 2


def thread():
    done.release()


gc.disable()
probes.mark("begin")
Mine()
abs(-1)
catches()
list(numbers())
cycle = []
cycle.append(cycle)
del cycle
gc.collect(1)
eval("1 + 1")
done = _thread.allocate_lock()
done.acquire()
_thread.start_new_thread(thread, ())
done.acquire()
probes.mark("end", "of it", 7, -8)
