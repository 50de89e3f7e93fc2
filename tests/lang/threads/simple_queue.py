"""SimpleQueue: from threads, signal handlers and finalizers; time-outs, messages."""
import _queue
import queue
import signal
import threading
import time


def show(what):
    try:
        print(what())
    except BaseException as e:
        print(type(e).__module__, type(e).__name__, e)


q = queue.SimpleQueue()
print(queue.Empty is _queue.Empty, _queue.Empty.__module__, queue.SimpleQueue[int])
for call in (
    lambda: queue.SimpleQueue(1), lambda: queue.SimpleQueue(x=1), lambda: q.get(timeout=-1), lambda: q.get(True, "x"),
    lambda: q.get(False), lambda: q.get(False, "x"), lambda: q.get(True, 1e20), lambda: q.get(True, float("nan")),
    lambda: q.get(1, 2, 3), lambda: q.put(), lambda: q.get_nowait(), lambda: q.get(timeout=0.001), lambda: q.empty(),
    lambda: q.put(1, block=False, timeout="unread"), lambda: q.put_nowait(2), lambda: q.qsize(), lambda: q.get(),
    lambda: q.get_nowait(), lambda: q.__reduce_ex__(2),
):
    show(call)

# Many go in and come out in order, through growing and shrinking.
for i in range(5000):
    q.put(i)
print([q.get() for _ in range(5000)] == list(range(5000)), q.qsize())


class WithInit(queue.SimpleQueue):
    def __init__(self, first):
        self.put(first)


print(WithInit("given").get())

# A waiting thread is woken; each of several gets one.
threading.Timer(0.02, q.put, ["late"]).start()
print(q.get(timeout=30))
got = []
waiting = [threading.Thread(target=lambda: got.append(q.get())) for _ in range(8)]
for t in waiting:
    t.start()
for i in range(8):
    q.put(i)
for t in waiting:
    t.join()
print(sorted(got), q.empty())

# A handler puts while its thread waits; one that raises ends the wait.
signal.signal(signal.SIGALRM, lambda *_: q.put("from the handler"))
signal.setitimer(signal.ITIMER_REAL, 0.02)
print(q.get())


def fail(*_):
    raise KeyError("from the handler")


signal.signal(signal.SIGALRM, fail)
signal.setitimer(signal.ITIMER_REAL, 0.02)
show(lambda: q.get(timeout=30))
q.put("still works")
print(q.get())


class Finalized:
    def __del__(self):
        q.put("from a finalizer")


Finalized()
print(q.get())
cycle = queue.SimpleQueue()
cycle.put(cycle)
cycle.put(Finalized())
del cycle
import gc
gc.collect()
print(q.get())
