"""What programs reach for in importlib._bootstrap and _bootstrap_external."""
import importlib._bootstrap as b
import importlib._bootstrap_external as e
import importlib.util
import gc
import os
import sys
import tempfile
import threading

print(b._ERR_MSG.format("x"), b._new_module("made"), callable(b._setup))
print(e._NamespacePath("x", ["a", "b"], None))
lock = b._ModuleLock("some")
print(repr(lock).startswith("_ModuleLock('some') at "), lock.acquire(), lock.acquire(), lock.release(), lock.release())
for make in b._ModuleLock, b._DummyModuleLock:
    try:
        make("free").release()
    except RuntimeError as error:
        print(error)
order = []
lock.acquire()
threads = [threading.Thread(target=lambda: (lock.acquire(), order.append(1), lock.release())) for _ in range(5)]
for t in threads:
    t.start()
print(order)
lock.release()
for t in threads:
    t.join()
print(order)
first, second, met = b._ModuleLock("first"), b._ModuleLock("second"), threading.Barrier(2)
seen = []


def circle(mine, other):
    with_both = True
    mine.acquire()
    met.wait()
    try:
        other.acquire()
    except b._DeadlockError:
        with_both = False
    else:
        other.release()
    mine.release()
    seen.append(with_both)


threads = [threading.Thread(target=circle, args=pair) for pair in ((first, second), (second, first))]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sorted(seen))
known = b._get_module_lock("xyzzy")
print("xyzzy" in b._module_locks, b._get_module_lock("xyzzy") is known)
del known
gc.collect()
print("xyzzy" in b._module_locks)
with b._ImportLockContext():
    print(b._imp.lock_held())
for check in b._requires_builtin, b._requires_frozen:
    try:
        check(lambda self, name: name)(None, "nonesuch")
    except ImportError as error:
        print(error, error.name)
try:
    b.nonesuch
except AttributeError as error:
    print(error)
with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, "spaced"))
    sys.path.insert(0, folder)
    spec = importlib.util.find_spec("spaced")
    print(spec.loader, spec.origin, spec.cached, spec.has_location)
    module = importlib.util.module_from_spec(spec)
    print(module.__file__, type(module.__loader__).__name__, type(spec.loader).__name__)
    sys.path.remove(folder)
    sys.path_importer_cache.pop(folder, None)
