# The lock that _imp shows: held more than once, by one thread, and not by a child's other threads. Names of files in code.
import _imp
import os
import threading


def t(f, *a):
    try:
        print(f.__name__, f(*a))
    except Exception as e:
        print(f.__name__, type(e).__name__, e)


for f in (_imp.lock_held, _imp.release_lock, _imp.acquire_lock, _imp.acquire_lock, _imp.lock_held, _imp.release_lock,
          _imp.lock_held, _imp.release_lock, _imp.lock_held, _imp.release_lock):
    t(f)
_imp.acquire_lock()
other = threading.Thread(target=t, args=(_imp.release_lock,))
other.start()
other.join()
order = []


def wait():
    _imp.acquire_lock()
    order.append("other")
    _imp.release_lock()


other = threading.Thread(target=wait)
other.start()
import json.tool  # other modules are not locked by it
order.append("main")
_imp.release_lock()
other.join()
print(order, _imp.lock_held())


def outer():
    def inner():
        def innermost():
            pass


code = outer.__code__
t(_imp._fix_co_filename, code, 3)
_imp._fix_co_filename(code, "elsewhere.py")
inner = code.co_consts[1]
print(code.co_filename, inner.co_filename, inner.co_consts[1].co_filename, t.__code__.co_filename == "elsewhere.py")
it = iter(range(2**70))
it.__setstate__(1.5)
print(next(it), next(it))
