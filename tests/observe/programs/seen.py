"""A mark, a collection, an import, an exception, an audit event, a thread that waits for a lock."""
import gc
import sys
import threading
import time

try:
    import probes
    probes.mark("here", 1, "two")
except ImportError:
    pass
gc.collect(1)
import colorsys
sys.audit("tests.seen", 1, "two")
lock = threading.Lock()


def waiter():
    with lock:
        pass


def outer():
    try:
        raise LookupError("lost <it>")
    except LookupError:
        pass


lock.acquire()
thread = threading.Thread(target=waiter)
thread.start()
time.sleep(0.05)
lock.release()
thread.join()
outer()
